import { present } from "../../domain/present.ts";
import type { BlockSpec, Expression, Tag } from "../../language/ast.ts";
import { toText } from "../../language/values.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
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

/** The elements of a chart part that are looked into. */
export const CHART_INTEREST = "|<c:(?:(?:str|num)(?:Ref|Cache)|multiLvlStrCache)>";

interface Reference {
  element: MarkupElement;
  cache: MarkupElement;
  range: ChartRange;
  texts: string[];
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
  if (!references.some(({ texts }) => texts.some((text) => text.includes("{")))) return false;
  const place = { part, where: () => "the data of a chart" };
  const loops = rowLoops(references, register, part);
  for (const reference of references) {
    const { cache, range, texts, element } = reference;
    const isNumber = cache.name === "c:numCache";
    const points = texts.map((text, index): MarkupNode[] => {
      const loop = loops.get(`${range.sheet}!${range.firstRow + index}`);
      const template = register.textTemplate(loop ? withoutLoop(text, loop) : text, place);
      const expression: Expression = template ?? { kind: "literal", at: 0, value: text };
      const output: Tag = { role: "output", at: expression.at, source: text, expression, raw: false };
      const point = [
        new MarkupText(`<c:pt idx="${index}"><c:v>`),
        new TagMark(output, isNumber ? numberPrinter : valuePrinter),
        new MarkupText("</c:v></c:pt>"),
      ];
      if (!loop) return text === "" ? [] : point;
      const block = new BlockMark([new TagMark(loop.open), new TagMark(loop.close)]);
      append(present(block.branches[0]), ...point);
      return [block];
    });
    const format = childElement(cache, "c:formatCode");
    cache.children = [];
    if (format) append(cache, new MarkupText(toXml(format)));
    append(cache, new MarkupText('<c:ptCount val="0"/>'), ...points.flat());
    replace(element, new MarkupText(`${MARK_START}k`), element, new MarkupText(MARK_END));
  }
  return true;
}

/** If the workbook says what is in the cells, what a chart remembers of others is not a template. */
function keepCaches(root: MarkupElement, references: readonly Reference[]): void {
  const bound = new Set(references.map(({ cache }) => cache));
  for (const node of [...descendants(root)])
    if (node.kind === "element" && /^c:(?:str|num|multiLvlStr)Cache$/.test(node.name) && !bound.has(node))
      replace(node, new MarkupText(toXml(node)));
}

function referencesOf(root: MarkupElement, workbook: SheetCells): Reference[] {
  return [...descendants(root)].flatMap((element): Reference[] => {
    if (element.kind !== "element" || !/^c:(?:str|num)Ref$/.test(element.name)) return [];
    const formula = childElement(element, "c:f");
    const range = formula && parseRange(decodeXmlText(toXml(formula).replace(/<[^>]*>/g, "")));
    const cache = childElement(element, element.name === "c:strRef" ? "c:strCache" : "c:numCache");
    if (!range || cache?.kind !== "element" || range.column !== range.lastColumn) return [];
    return [{ element, cache, range, texts: textsOf(range, cache, workbook) }];
  });
}

/** Texts of a range: from the workbook, where tags are; from the cache for what the workbook does not have. */
function textsOf(range: ChartRange, cache: MarkupElement, workbook: SheetCells): string[] {
  const cached = new Map(
    Array.from(toXml(cache).matchAll(/<c:pt\b[^>]*? idx="(\d+)"[^>]*>[\s\S]*?<c:v>([^<]*)</g), ([, index, text]) => [
      Number(index),
      decodeXmlText(present(text)),
    ]),
  );
  const cells = workbook.get(range.sheet);
  const count = Math.min(10_000, range.lastRow - range.firstRow + 1);
  return Array.from({ length: count }, (_, index) => {
    const text = cells?.get(`${range.column}${range.firstRow + index}`);
    const remembered = cached.get(index) ?? "";
    // A tag that is no longer in the workbook was removed from it.
    return text ?? (cells && remembered.includes("{") ? "" : remembered);
  });
}

/** Rows whose cells, read from left to right, begin with a loop and end with its end. */
function rowLoops(references: readonly Reference[], register: TagRegister, part: string): Map<string, RowLoop> {
  const rows = new Map<string, Map<string, string>>();
  for (const { range, texts } of references)
    texts.forEach((text, index) => {
      const key = `${range.sheet}!${range.firstRow + index}`;
      rows.set(key, (rows.get(key) ?? new Map()).set(range.column.padStart(3), text));
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
export function settleChartReference(xml: string): string {
  let count = 0;
  const numbered = xml
    .replace(/<c:pt idx="\d+"><c:v>([^<]*)<\/c:v><\/c:pt>/g, (_, value: string) => {
      const index = count++;
      return value === "" ? "" : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`;
    })
    .replace('<c:ptCount val="0"/>', `<c:ptCount val="${count}"/>`);
  return numbered.replace(/<c:f>([^<]*)<\/c:f>/, (whole, formula: string) => {
    const match = /^(.*!\$?[A-Z]{1,3}\$?)(\d+)(?::(\$?[A-Z]{1,3}\$?)\d+)?$/.exec(formula);
    if (!match || count === 0 || (match[3] === undefined && count === 1)) return whole;
    const column = match[3] ?? present(/\$?[A-Z]{1,3}\$?$/.exec(present(match[1])))[0];
    return `<c:f>${match[1]}${match[2]}:${column}${Number(match[2]) + count - 1}</c:f>`;
  });
}

/** The cells that a rendered chart shows, for the workbook that goes with it. */
export function chartCells(xml: string): Map<string, Map<string, string | number>> {
  const sheets = new Map<string, Map<string, string | number>>();
  for (const [, kind, formula = "", cache = ""] of xml.matchAll(
    /<c:(str|num)Ref>\s*<c:f>([^<]*)<\/c:f>([\s\S]*?)<\/c:\1Ref>/g,
  )) {
    const range = parseRange(decodeXmlText(formula));
    if (!range) continue;
    const cells = sheets.get(range.sheet) ?? new Map<string, string | number>();
    sheets.set(range.sheet, cells);
    for (const [, index, text = ""] of cache.matchAll(/<c:pt\b[^>]*? idx="(\d+)"[^>]*>[\s\S]*?<c:v>([^<]*)</g)) {
      const value = decodeXmlText(text);
      cells.set(`${range.column}${range.firstRow + Number(index)}`, kind === "num" ? Number(value) : value);
    }
  }
  return sheets;
}
