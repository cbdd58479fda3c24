import { present } from "../../domain/present.ts";
import type { BlockSpec, Expression, Tag } from "../../language/ast.ts";
import { toText } from "../../language/values.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
import { columnName, columnNumber } from "../../spreadsheet/cell-reference.ts";
import { type ChartRange, parseRange, type SheetCells } from "./chart-workbook.ts";
import { MARK_END, MARK_START } from "./guards.ts";
import { childElement, descendants } from "./markup-search.ts";
import {
  append,
  BlockMark,
  type MarkupElement,
  type MarkupNode,
  MarkupText,
  replace,
  TagMark,
  toXml,
} from "./markup-tree.ts";
import type { Printer } from "./printer.ts";
import { valuePrinter } from "./printers.ts";
import type { TagRegister } from "./tag-register.ts";

/** The elements of a chart part that are looked into, of charts of the new kinds (`cx:`), too. */
export const CHART_INTEREST =
  "|<c:(?:(?:str|num)(?:Ref|Cache)|multiLvlStr(?:Ref|Cache)|lvl)>|<cx:(?:(?:str|num)Dim|lvl)\\b";

/** A column of a reference's range, and the texts of its cells from the first row on. */
interface Column {
  letter: string;
  texts: string[];
}

/** What a chart remembers of a range of its workbook; several columns are levels of categories, the innermost first. */
interface Reference {
  element: MarkupElement;
  range: ChartRange;
  columns: Column[];
}

/** A loop over rows of a chart's data: its tags, and the texts of the cells without them. */
interface RowLoop {
  open: Tag;
  close: Tag;
}

/** Numbers of a chart are numbers or nothing. */
const numberPrinter: Printer = {
  print: (value) => {
    const number = typeof value === "number" ? value : Number(toText(value).replace(/[\s,]/g, ""));
    return Number.isFinite(number) && toText(value).trim() !== "" ? String(number) : "";
  },
};

/**
 * Binds the tags in a chart's data: they are in the cells of its workbook, whose texts its caches repeat. A loop that
 * opens and closes in one row repeats the row: all series get a point for each item.
 */
export function bindChartData(root: MarkupElement, part: string, workbook: SheetCells, register: TagRegister): boolean {
  const references = referencesOf(root, workbook);
  if (workbook.size > 0) keepCaches(root, references);
  const hasTags = ({ columns }: Reference) => columns.some(({ texts }) => texts.some((text) => text.includes("{")));
  if (!references.some(hasTags)) return false;
  const loops = rowLoops(references, register, part);
  for (const reference of references) {
    writeReference(reference, new PointWriter(reference, loops, register, part));
    const { element } = reference;
    replace(element, new MarkupText(`${MARK_START}k`), element, new MarkupText(MARK_END));
  }
  return true;
}

/** Puts the points of its columns in place of what a reference remembers. */
function writeReference({ element, columns }: Reference, writer: PointWriter): void {
  const cache = cacheOf(element);
  if (element.name.startsWith("cx:")) {
    const kept = element.children.filter((child) => !("name" in child && child.name === "cx:lvl"));
    const lists = columns.map(({ texts }, level) => {
      const own = element.children.filter((child) => "name" in child && child.name === "cx:lvl")[level];
      const format = own && /\sformatCode="[^"]*"/.exec(toXml(own))?.[0];
      const open = new MarkupText(`<cx:lvl ptCount="0"${format ?? ""}>`);
      return [open, ...writer.points(texts, ["<cx:pt idx", "</cx:pt>"]), new MarkupText("</cx:lvl>")];
    });
    element.children = [];
    append(element, kept, lists.flat());
    return;
  }
  if (cache?.kind !== "element") return;
  const format = childElement(cache, "c:formatCode");
  cache.children = [];
  if (format) append(cache, new MarkupText(toXml(format)));
  append(cache, new MarkupText('<c:ptCount val="0"/>'));
  const isLeveled = element.name === "c:multiLvlStrRef";
  for (const { texts } of columns) {
    if (isLeveled) append(cache, new MarkupText("<c:lvl>"));
    append(cache, writer.points(texts, ["<c:pt idx", "</c:v></c:pt>"]));
    if (isLeveled) append(cache, new MarkupText("</c:lvl>"));
  }
}

/** Writes the points of one reference; rows with a loop are repeated. */
class PointWriter {
  readonly #reference: Reference;
  readonly #loops: ReadonlyMap<string, RowLoop>;
  readonly #register: TagRegister;
  readonly #part: string;

  constructor(reference: Reference, loops: ReadonlyMap<string, RowLoop>, register: TagRegister, part: string) {
    this.#reference = reference;
    this.#loops = loops;
    this.#register = register;
    this.#part = part;
  }

  points(texts: readonly string[], [start, end]: readonly [start: string, end: string]): MarkupNode[] {
    const { range, element } = this.#reference;
    const isNumber = element.name === "c:numRef" || element.name === "cx:numDim";
    const value = start.startsWith("<c:") ? "<c:v>" : "";
    return texts.flatMap((text, index): MarkupNode[] => {
      const loop = this.#loops.get(`${range.sheet}!${range.firstRow + index}`);
      const place = { part: this.#part, where: () => "the data of a chart" };
      const template = this.#register.textTemplate(loop ? withoutLoop(text, loop) : text, place);
      const expression: Expression = template ?? {
        kind: "literal",
        at: 0,
        value: loop ? withoutLoop(text, loop) : text,
      };
      const output: Tag = { role: "output", at: expression.at, source: text, expression, raw: false };
      const point = [
        new MarkupText(`${start}="${index}">${value}`),
        new TagMark(output, isNumber ? numberPrinter : valuePrinter),
        new MarkupText(end),
      ];
      if (!loop) return text === "" ? [] : point;
      const block = new BlockMark([new TagMark(loop.open), new TagMark(loop.close)]);
      append(present(block.branches[0]), ...point);
      return [block];
    });
  }
}

/** If the workbook says what is in the cells, what a chart remembers of others is not a template. */
function keepCaches(root: MarkupElement, references: readonly Reference[]): void {
  const bound = new Set(references.map(({ element }) => element));
  for (const node of [...descendants(root)])
    if (
      node.kind === "element" &&
      CACHE.test(node.name) &&
      !(node.parent?.kind === "element" && bound.has(node.parent))
    )
      replace(node, new MarkupText(toXml(node)));
}

const CACHE = /^(?:c:(?:str|num|multiLvlStr)Cache|cx:lvl)$/;

const cacheOf = (element: MarkupElement): MarkupNode | undefined =>
  element.children.find((child) => "name" in child && CACHE.test(child.name));

function referencesOf(root: MarkupElement, workbook: SheetCells): Reference[] {
  return [...descendants(root)].flatMap((element): Reference[] => {
    if (element.kind !== "element" || !/^(?:c:(?:str|num|multiLvlStr)Ref|cx:(?:str|num)Dim)$/.test(element.name))
      return [];
    const formula = childElement(element, element.name.startsWith("cx:") ? "cx:f" : "c:f");
    const range = formula && parseRange(decodeXmlText(toXml(formula).replace(/<[^>]*>/g, "")));
    const isLeveled = element.name === "c:multiLvlStrRef" || element.name === "cx:strDim";
    if (!range || cacheOf(element)?.kind !== "element" || (!isLeveled && range.column !== range.lastColumn)) return [];
    const [first, last] = [columnNumber(range.column), columnNumber(range.lastColumn)];
    if (last < first || last - first >= MAX_LEVELS) return [];
    const levels = levelsOf(element);
    const columns = Array.from({ length: last - first + 1 }, (_, level): Column => {
      const letter = columnName(last - level);
      return { letter, texts: textsOf({ ...range, column: letter }, levels[level] ?? "", workbook) };
    });
    return [{ element, range, columns }];
  });
}

const MAX_LEVELS = 10;

/** What is remembered of each column of a range. */
function levelsOf(element: MarkupElement): string[] {
  const xml = toXml(element);
  const levels = xml.match(/<(cx?:lvl)\b[^>]*(?<!\/)>[\s\S]*?<\/\1>/g);
  return levels ?? [xml];
}

/** Texts of a range: from the workbook, where tags are; from the cache for what the workbook does not have. */
function textsOf(range: ChartRange, cache: string, workbook: SheetCells): string[] {
  const cached = new Map(
    Array.from(
      cache.matchAll(
        /<(?:c:pt\b[^>]*? idx="(\d+)"[^>]*(?<!\/)>[\s\S]*?<c:v>|cx:pt\b[^>]*? idx="(\d+)"[^>]*>)([^<]*)</g,
      ),
      ([, index, newIndex, text]) => [Number(index ?? newIndex), decodeXmlText(present(text))] as const,
    ),
  );
  const cells = workbook.get(range.sheet);
  const count = Math.min(10_000, range.lastRow - range.firstRow + 1);
  return Array.from({ length: count }, (_, index) => {
    const text = cells?.get(`${range.column}${range.firstRow + index}`);
    const cachedValues = cached.get(index) ?? "";
    // A tag that is no longer in the workbook was removed from it.
    return text ?? (cells && cachedValues.includes("{") ? "" : cachedValues);
  });
}

/** Rows whose cells, read from left to right, begin with a loop and end with its end. */
function rowLoops(references: readonly Reference[], register: TagRegister, part: string): Map<string, RowLoop> {
  const rows = new Map<string, Map<string, string>>();
  for (const { range, columns } of references)
    for (const { letter, texts } of columns)
      texts.forEach((text, index) => {
        const key = `${range.sheet}!${range.firstRow + index}`;
        rows.set(key, (rows.get(key) ?? new Map()).set(letter.padStart(3), text));
      });
  const loops = new Map<string, RowLoop>();
  for (const [key, cells] of rows) {
    const ordered = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    const [first = ""] = ordered;
    const last = ordered.at(-1) ?? "";
    const opening = /^\s*(\{(?:foreach|tablerow)\s[^}]*\})/.exec(first)?.[1];
    const closing = /(\{\/(?:foreach|tablerow)?\s*\})\s*$/.exec(last)?.[1];
    if (!opening || !closing) continue;
    const place = { part, where: () => "the data of a chart" };
    const open = register.parse(opening.slice(1, -1), opening, place);
    if (open?.role !== "open" || !isLoop(open.block)) continue;
    loops.set(key, { open, close: { role: "close", at: open.at, source: closing, name: open.name } });
  }
  return loops;
}

const isLoop = (block: BlockSpec): boolean => block.kind === "loop";

function withoutLoop(text: string, { open, close }: RowLoop): string {
  const start = text.trimStart().startsWith(open.source) ? text.indexOf(open.source) + open.source.length : 0;
  const end = text.trimEnd().endsWith(close.source) ? text.lastIndexOf(close.source) : text.length;
  return text.slice(start, Math.max(start, end));
}

/** Brings a rendered reference in order: points numbered and counted, the range as long as they need. */
export function finalizeChartReference(xml: string): string {
  let most = 0;
  const level = (points: string): { text: string; count: number } => {
    let count = 0;
    const text = points.replace(
      /(<c:pt idx=|<cx:pt idx=)"\d+">(<c:v>)?([^<]*)((?:<\/c:v>)?<\/cx?:pt>)/g,
      (_, start: string, open = "", value: string, end: string) => {
        const index = count++;
        return value === "" ? "" : `${start}"${index}">${open}${value}${end}`;
      },
    );
    most = Math.max(most, count);
    return { text, count };
  };
  const isLeveled = /<cx?:lvl\b/.test(xml);
  const numbered = isLeveled
    ? xml.replace(/<cx?:lvl\b[^>]*(?<!\/)>[\s\S]*?<\/cx?:lvl>/g, (each) => {
        const { text, count } = level(each);
        return text.replace(' ptCount="0"', ` ptCount="${count}"`);
      })
    : level(xml).text;
  const counted = numbered.replace('<c:ptCount val="0"/>', `<c:ptCount val="${most}"/>`);
  return counted.replace(/(<cx?:f\b[^>]*>)([^<]*)(?=<\/cx?:f>)/, (whole, open: string, formula: string) => {
    const match = /^(.*!\$?[A-Z]{1,3}\$?)(\d+)(?::(\$?[A-Z]{1,3}\$?)\d+)?$/.exec(formula);
    if (!match || most === 0 || (match[3] === undefined && most === 1)) return whole;
    const column = match[3] ?? present(/\$?[A-Z]{1,3}\$?$/.exec(present(match[1])))[0];
    return `${open}${match[1]}${match[2]}:${column}${Number(match[2]) + most - 1}`;
  });
}

/** The cells that a rendered chart shows, for the workbook that goes with it. */
export function chartCells(xml: string): Map<string, Map<string, string | number>> {
  const sheets = new Map<string, Map<string, string | number>>();
  const put = (sheet: string, cell: string, value: string | number) =>
    sheets.set(sheet, (sheets.get(sheet) ?? new Map<string, string | number>()).set(cell, value));
  for (const [whole, name = "", inner = ""] of xml.matchAll(
    /<(c:(?:str|num|multiLvlStr)Ref|cx:(?:str|num)Dim|cx:txData)\b[^>]*(?<!\/)>([\s\S]*?)<\/\1>/g,
  )) {
    const range = parseRange(decodeXmlText(/<cx?:f\b[^>]*>([^<]*)</.exec(inner)?.[1] ?? ""));
    if (!range) continue;
    if (name === "cx:txData") {
      const text = /<cx:v\b[^>]*>([^<]*)</.exec(inner)?.[1];
      if (text !== undefined) put(range.sheet, `${range.column}${range.firstRow}`, decodeXmlText(text));
      continue;
    }
    const levels = whole.match(/<(cx?:lvl)\b[^>]*(?<!\/)>[\s\S]*?<\/\1>/g) ?? [whole];
    levels.forEach((points, level) => {
      const column = columnName(columnNumber(range.lastColumn) - level);
      for (const [, index, newIndex, text = ""] of points.matchAll(
        /<(?:c:pt\b[^>]*? idx="(\d+)"[^>]*(?<!\/)>[\s\S]*?<c:v>|cx:pt\b[^>]*? idx="(\d+)"[^>]*>)([^<]*)</g,
      )) {
        const value = decodeXmlText(text);
        const isNumber = name === "c:numRef" || name === "cx:numDim";
        put(range.sheet, `${column}${range.firstRow + Number(index ?? newIndex)}`, isNumber ? Number(value) : value);
      }
    });
  }
  return sheets;
}
