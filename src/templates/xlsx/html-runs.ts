import { appendAll } from "../../domain/collections/long-lists.ts";
import { Markup } from "../../language/values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseRichText, type RichBlock, type RichFormat, type RichInline } from "../ooxml/html/rich-text.ts";
import { normalizeLines } from "../ooxml/text-markup.ts";
import { toExcelText } from "./shared-strings.ts";

/** The text that a value brings as html, if it does: `|html` and `|nl2br`. */
export function htmlOf(value: unknown): string | undefined {
  return value instanceof Markup && (value.origin === "html" || value.origin === "nl2br") ? value.html : undefined;
}

/** A stretch of a cell's text with one format. */
interface Piece {
  text: string;
  format: RichFormat;
}

/** What html is in a cell: a text with formats, and the first address that it links to. */
export interface CellHtml {
  pieces: readonly Piece[];
  isFormatted: boolean;
  href: string | undefined;
}

/** Reads html for a cell: paragraphs and items of lists are lines, the cells of a row stand beside each other. */
export function cellHtml(html: string): CellHtml {
  const pieces: Piece[] = [];
  linesOf(parseRichText(html).blocks, new Map()).forEach((line, index) => {
    if (index > 0) pieces.push({ text: "\n", format: {} });
    appendAll(pieces, line);
  });
  const isFormatted = pieces.some(({ format }) => changesLetters(format));
  return { pieces, isFormatted, href: pieces.find(({ format }) => format.href !== undefined)?.format.href };
}

function linesOf(blocks: readonly RichBlock[], numbers: Map<number, number>): Piece[][] {
  return blocks.flatMap((block): Piece[][] => {
    if (block.kind === "table")
      return block.rows.map(({ cells }) =>
        cells.flatMap((cell, index) => {
          const lines = linesOf(cell.blocks, numbers).flat();
          return index > 0 ? [{ text: " | ", format: {} }, ...lines] : lines;
        }),
      );
    const pieces = block.inlines.map((inline) => pieceOf(inline, block.heading !== undefined));
    const { list } = block;
    if (!list) return [pieces];
    const number = numbers.get(list.id) ?? (list.start ?? 1) - 1;
    if (!list.continued) numbers.set(list.id, number + 1);
    const mark = list.continued ? "   " : list.ordered ? `${number + 1}. ` : "• ";
    return [[{ text: "   ".repeat(list.depth) + mark, format: {} }, ...pieces]];
  });
}

function pieceOf(inline: RichInline, isHeading: boolean): Piece {
  if (inline.kind === "break") return { text: "\n", format: {} };
  if (inline.kind === "image") return { text: inline.alt, format: {} };
  return { text: inline.text, format: isHeading ? { ...inline.format, bold: true } : inline.format };
}

const changesLetters = ({
  bold,
  italic,
  underline,
  strike,
  vertical,
  monospace,
  color,
  halfPoints,
  font,
  href,
}: RichFormat) =>
  Boolean(bold || italic || underline || strike || vertical || monospace || color || halfPoints || font || href);

/** The text without its formats. */
export const textOfHtml = ({ pieces }: CellHtml): string => pieces.map(({ text }) => text).join("");

/**
 * Html as runs of rich text (ECMA-376 Part 1, 18.4.4).
 * @param properties `<rPr>` of the run that holds the tag; empty if it has none
 * @param cellFont the content of `<rPr>` that says what the cell's own font is: a run says all or nothing
 */
export function htmlRuns({ pieces }: CellHtml, properties: string, cellFont: string): string {
  const own = properties === "" ? cellFont : properties.replace(/^<rPr[^>]*>|<\/rPr>$/g, "");
  const runs: { properties: string; text: string }[] = [];
  for (const { text, format } of pieces) {
    const changed = changesLetters(format) ? `<rPr>${withFormat(own, format)}</rPr>` : properties;
    const last = runs.at(-1);
    if (last?.properties === changed) last.text += text;
    else if (text !== "") runs.push({ properties: changed, text });
  }
  return runs
    .map(
      (run) =>
        `<r>${run.properties}<t xml:space="preserve">${escapeXmlText(toExcelText(normalizeLines(run.text)))}</t></r>`,
    )
    .join("");
}

const without = (properties: string, name: string): string =>
  properties.replace(new RegExp(`<${name}(?:\\s[^>]*)?/>|<${name}(?:\\s[^>]*)?>[\\s\\S]*?</${name}>`, "g"), "");

const LINK_COLOR = "0563C1";

/** Properties of a run with those of the html in place of them, in the order in which Excel writes them. */
function withFormat(properties: string, format: RichFormat): string {
  const before: string[] = [];
  let own = properties;
  const set = (name: string, xml: string | undefined, isFirst = true) => {
    if (xml === undefined) return;
    own = without(own, name);
    if (isFirst) before.push(xml);
    else own += xml;
  };
  const isLink = format.href !== undefined;
  const color = format.color ?? (isLink ? LINK_COLOR : undefined);
  const font = format.font ?? (format.monospace ? "Courier New" : undefined);
  set("b", format.bold ? "<b/>" : undefined);
  set("i", format.italic ? "<i/>" : undefined);
  set("strike", format.strike ? "<strike/>" : undefined);
  set("u", format.underline || isLink ? "<u/>" : undefined, false);
  set("vertAlign", format.vertical ? `<vertAlign val="${format.vertical}"/>` : undefined, false);
  set("sz", format.halfPoints ? `<sz val="${format.halfPoints / 2}"/>` : undefined, false);
  set("color", color ? `<color rgb="FF${color}"/>` : undefined, false);
  if (font !== undefined) {
    own = without(without(own, "scheme"), "family");
    set("rFont", `<rFont val="${escapeXmlText(font)}"/>`, false);
  }
  return before.join("") + own;
}
