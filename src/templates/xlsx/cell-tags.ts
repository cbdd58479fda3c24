import { assembleTemplate } from "../../language/assemble.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Expression, Tag, TemplateNode } from "../../language/ast.ts";
import { plainPrinter } from "../ooxml/printers.ts";
import type { TagPlace } from "../ooxml/tag-place.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { cellPrinter, runMarkup, runPrinter, valueMark } from "./marks.ts";
import type { StringItem } from "./shared-strings.ts";
import type { CellContent } from "./sheet-template.ts";

/** A tag of a cell that is bound to rows, columns or the sheet; `isClosed` marks whole blocks that print nothing. */
export interface RowTag {
  tag: Tag;
  isClosed: boolean;
  /** Something in the cell precedes it. */
  afterContent: boolean;
}

/** A cell's text, its tags sorted by what they are bound to. */
export interface CellTags {
  rowTags: RowTag[];
  /** Absent if the cell holds nothing but such tags. */
  content?: CellContent;
  /** What gives the content its value in each turn. */
  tokens: AssemblyToken[];
}

interface Item {
  text?: string;
  tag?: Tag;
  at: number;
  end: number;
  bound: "cell" | "row";
}

/** Units that are never the text of one cell. */
const STRUCTURAL: ReadonlySet<string> = new Set(["tablerow", "sheet", "column", "slide"]);

/** Cuts the text of a cell into tags of its own and tags of its row; undefined if it has none at all. */
export function readCellTags(
  item: StringItem,
  column: number,
  slot: number,
  register: TagRegister,
  place: TagPlace,
  cellFont: () => string,
): CellTags | undefined {
  const tokens = register.scan(item.text, place);
  if (tokens.every((token) => token.kind === "text" && !token.literal)) return undefined;
  const items: Item[] = [];
  for (const token of tokens) {
    const { at, end } = token;
    if (token.kind === "text") items.push({ text: token.text, at, end, bound: "cell" });
    if (token.kind !== "tag") continue;
    const tag = register.parse(token.body, token.source, place);
    if (tag && tag.role !== "comment") items.push({ tag, at, end, bound: "cell" });
  }
  bindItems(items);
  const hasContent = items.some(
    ({ text, tag, bound }) => bound === "cell" && (text ? text.trim() !== "" : prints(tag)),
  );
  const rowTags: RowTag[] = [];
  let seen = false;
  for (const { text, tag, bound } of items) {
    if (tag && (bound === "row" || !hasContent))
      rowTags.push({ tag, isClosed: bound === "cell", afterContent: seen && hasContent });
    else if (text ? text.trim() !== "" : prints(tag)) seen = true;
  }
  if (!hasContent) return { rowTags, tokens: [] };
  const own = trimmed(
    items.filter(({ bound }) => bound === "cell"),
    rowTags.length > 0,
  );
  return { rowTags, ...contentOf(own, item, column, slot, register, cellFont) };
}

function prints(tag: Tag | undefined): boolean {
  return tag?.role === "output" || tag?.role === "function";
}

/** Blocks with both ends in the cell are text of the cell; the ends of others belong to the row. */
function bindItems(items: readonly Item[]): void {
  const open: Item[][] = [];
  for (const item of items) {
    const { tag } = item;
    if (tag?.role === "open") {
      if (STRUCTURAL.has(tag.name)) item.bound = "row";
      else open.push([item]);
    } else if (tag?.role === "middle") {
      const top = open.at(-1);
      if (top) top.push(item);
      else item.bound = "row";
    } else if (tag?.role === "close") {
      const opening = open.at(-1)?.[0]?.tag;
      if (opening?.role === "open" && (tag.name === "" || tag.name === opening.name)) open.pop();
      else item.bound = "row";
    }
  }
  for (const item of open.flat()) item.bound = "row";
}

/** Blanks between a row's tag and the cell's text are there for the author's eye. */
function trimmed(items: readonly Item[], trims: boolean): Item[] {
  if (!trims) return [...items];
  const last = items.length - 1;
  return items.flatMap((item, index): Item[] => {
    if (item.text === undefined) return [item];
    let { text, at, end } = item;
    if (index === 0) {
      text = text.trimStart();
      at = end - text.length;
    }
    if (index === last) {
      text = text.trimEnd();
      end = at + text.length;
    }
    return text === "" ? [] : [{ ...item, text, at, end }];
  });
}

const CELL_VARIABLE = "#cell";

function contentOf(
  items: readonly Item[],
  item: StringItem,
  column: number,
  slot: number,
  register: TagRegister,
  cellFont: () => string,
): Pick<CellTags, "content" | "tokens"> {
  const printer = cellPrinter(column);
  const source = items.find(({ tag }) => tag)?.tag?.source ?? "";
  const plain = assembleTemplate(
    items.map(
      ({ text, tag }): AssemblyToken =>
        tag ? { kind: "tag", tag, meta: printer } : { kind: "text", text: text ?? "" },
    ),
  );
  register.noteAll(plain.problems);
  const single = singleValue(plain.nodes);
  if (single) {
    const isDirect = isDirectValue(single);
    const properties = runOf(items.find(({ tag }) => prints(tag))?.at ?? 0, item)?.properties ?? "";
    return {
      content: { kind: "value", slot, isDirect, properties },
      tokens: [valueMark(slot, single, source, column)],
    };
  }
  if (item.runs.every(({ properties }) => properties === "") && !items.some(({ tag }) => bringsHtml(tag))) {
    return {
      content: { kind: "text", slot },
      tokens: [valueMark(slot, { kind: "template", at: items[0]?.tag?.at ?? 0, nodes: plain.nodes }, source, column)],
    };
  }
  return { content: { kind: "rich", slot }, tokens: richTokens(items, item, column, slot, source, cellFont) };
}

/** Whether what a tag prints may be html: then the cell is rich text, whatever it is in the template. */
function bringsHtml(tag: Tag | undefined): boolean {
  if (!tag || tag.role === "comment") return false;
  return /\|\s*(?:html|nl2br)\b/i.test(tag.source) || (tag.role === "open" && tag.name === "html");
}

function runOf(at: number, { runs }: StringItem): StringItem["runs"][number] | undefined {
  let end = 0;
  return runs.find(({ text }) => at < (end += text.length));
}

/** The expression of a cell that holds only one placeholder, also in the branches of one {if}. */
function singleValue(nodes: readonly TemplateNode[]): Expression | undefined {
  const visible = nodes.filter((node) => node.kind !== "text" || node.text.trim() !== "");
  const [node] = visible;
  if (visible.length !== 1 || !node) return undefined;
  if (node.kind === "output") return node.expression;
  if (node.kind === "function" && (node.name === "counter" || node.name === "math"))
    return { kind: "template", at: node.site.at, nodes: [node] };
  if (node.kind !== "if") return undefined;
  let chosen: Expression | undefined = { kind: "literal", at: node.site.at, value: null };
  for (const branch of [...node.branches].reverse()) {
    const isEmpty = branch.body.every((each) => each.kind === "text" && each.text.trim() === "");
    const value: Expression | undefined = isEmpty
      ? { kind: "literal", at: branch.site.at, value: null }
      : (singleValue(branch.body) ?? numberLiteral(branch.body, branch.site.at));
    if (!value || !chosen) return undefined;
    chosen = branch.test
      ? // biome-ignore lint/suspicious/noThenProperty: a node of the language's tree
        { kind: "conditional", at: branch.site.at, test: branch.test, then: value, otherwise: chosen }
      : value;
  }
  return chosen;
}

function numberLiteral(nodes: readonly TemplateNode[], at: number): Expression | undefined {
  const [node] = nodes;
  if (nodes.length !== 1 || node?.kind !== "text" || !/^\s*-?\d+(?:\.\d+)?\s*$/.test(node.text)) return undefined;
  return { kind: "literal", at, value: Number(node.text) };
}

/** Whether a value comes from the data as it is: a text made by a modifier stays a text. */
function isDirectValue(expression: Expression): boolean {
  switch (expression.kind) {
    case "modifier":
      return expression.name === "default" && isDirectValue(expression.operand);
    case "conditional":
      return (!expression.then || isDirectValue(expression.then)) && isDirectValue(expression.otherwise);
    case "interpolation":
    case "call":
      return false;
    case "literal":
      return typeof expression.value !== "string";
    default:
      return true;
  }
}

/** The cell as a captured text made of runs; each piece takes the properties of the run it is in. */
function richTokens(
  items: readonly Item[],
  item: StringItem,
  column: number,
  slot: number,
  source: string,
  cellFont: () => string,
): AssemblyToken[] {
  const runs: { properties: string; start: number; end: number }[] = [];
  for (const { properties, text } of item.runs) {
    const start = runs.at(-1)?.end ?? 0;
    runs.push({ properties, start, end: start + text.length });
  }
  const at = items[0]?.tag?.at ?? 0;
  const name: Expression = { kind: "literal", at, value: CELL_VARIABLE };
  const tokens: AssemblyToken[] = [
    {
      kind: "tag",
      tag: { role: "open", at, source, name: "capture", block: { kind: "capture", spec: { assign: name } } },
    },
  ];
  // What is in a {html} block is html, not yet runs: the block's own printer makes them.
  let htmlBlocks = 0;
  for (const each of items) {
    const { tag } = each;
    const isHtml = (tag?.role === "open" || tag?.role === "close") && tag.name === "html";
    if (isHtml && tag.role === "close") htmlBlocks--;
    if (htmlBlocks > 0) {
      if (tag) tokens.push({ kind: "tag", tag, meta: plainPrinter });
      else tokens.push({ kind: "text", text: each.text ?? "", literal: true });
    }
    if (isHtml && tag.role === "open") htmlBlocks++;
    if (htmlBlocks > (isHtml && tag.role === "open" ? 1 : 0)) continue;
    if (each.tag) {
      const printer = runPrinter(runOf(each.at, item)?.properties ?? "", column, cellFont());
      tokens.push({ kind: "tag", tag: each.tag, meta: printer });
      continue;
    }
    for (const run of runs) {
      const [start, end] = [Math.max(run.start, each.at), Math.min(run.end, each.end)];
      // A literal's text is shorter than its place only by the tags around it, which are tokens of their own.
      if (start < end)
        tokens.push({ kind: "text", text: runMarkup(run.properties, item.text.slice(start, end)), literal: true });
    }
  }
  tokens.push({ kind: "tag", tag: { role: "close", at, source, name: "capture" } });
  tokens.push(valueMark(slot, { kind: "variable", at, name: CELL_VARIABLE }, source));
  return tokens;
}
