/** `table:table` (OpenDocument 1.3 Part 3, 9) -> `w:tbl`. */

import { element, toggle, valued } from "../../binary/doc/xml-writer.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
import type { MarkupCount } from "../markup-count.ts";
import { borderXml, padding, type Side, sideBorder } from "../open-document/borders.ts";
import { countOf, percentOf, twipsOf, wholeTwips } from "../open-document/measures.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { backgroundXml } from "./text-format.ts";

/** What a table needs of the text around it. */
export interface TableContext {
  book: StyleBook;
  count: MarkupCount;
  /** Twips from margin to margin. */
  width: number;
  /** Blocks of a cell as markup. @param width twips that its text has */
  cellBlocks(cell: OdfNode, width: number): string;
}

interface Row {
  node: OdfNode;
  isHeader: boolean;
}

/** A cell that goes on in the rows below it. */
interface DownSpan {
  rowsLeft: number;
  columns: number;
  properties: Properties;
}

const SIDES: readonly Side[] = ["top", "left", "bottom", "right"];
/** Word has 63; other programs write some more. */
const MOST_COLUMNS = 200;
const MOST_ROW_REPEATS = 100;
/** Of a column that says nothing, in twips. */
const USUAL_WIDTH = 1_440;
/** Markup around a cell. */
const CELL_LENGTH = 40;
const VERTICALS: Readonly<Record<string, string>> = { middle: "center", bottom: "bottom" };
const DIRECTIONS: Readonly<Record<string, string>> = { "tb-rl": "tbRl", "bt-lr": "btLr" };

/** A paragraph that takes no room: where markup wants one and the text has none. */
export const NO_PARAGRAPH =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr></w:p>';

export function tableXml(table: OdfNode, context: TableContext): string {
  const { book } = context;
  const said = book.whole("table", table.attributes["table:style-name"], "table").attributes;
  const columns = columnsOf(table, book);
  const rows = rowsOf(table, false);
  if (columns.length === 0 || rows.length === 0) return "";
  const { width, left, alignment } = placeOf(said, columns, context.width);
  const widths = widthsOf(columns, width);
  const isMirrored = said["style:writing-mode"] === "rl-tb";
  const cellLeft = leftPadding(rows, book);
  const properties =
    (isMirrored ? "<w:bidiVisual/>" : "") +
    element("w:tblW", { "w:w": sum(widths), "w:type": "dxa" }) +
    valued("w:jc", alignment) +
    (alignment ? "" : element("w:tblInd", { "w:w": left + cellLeft, "w:type": "dxa" })) +
    '<w:tblLayout w:type="fixed"/>' +
    marginsXml("w:tblCellMar", { top: 0, left: cellLeft, bottom: 0, right: cellLeft });
  const grid = widths.map((each) => element("w:gridCol", { "w:w": each })).join("");
  const down = new Map<number, DownSpan>();
  const body = rows
    .map((row) => rowXml(row, { widths, down, background: said["fo:background-color"], context }))
    .join("");
  return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl>`;
}

interface Column {
  width: number | undefined;
  share: number | undefined;
}

function columnsOf(node: OdfNode, book: StyleBook): Column[] {
  const columns: Column[] = [];
  for (const child of elementsOf(node)) {
    if (/^table:table-(?:header-columns|columns|column-group)$/.test(child.name))
      appendAll(columns, columnsOf(child, book));
    if (child.name !== "table:table-column") continue;
    const said = book.whole("table-column", child.attributes["table:style-name"], "table-column").attributes;
    const share = /^(\d{1,9}(?:\.\d+)?)\*$/.exec(said["style:rel-column-width"] ?? "")?.[1];
    const column = {
      width: twipsOf(said["style:column-width"]),
      share: share === undefined ? undefined : Number(share),
    };
    const times = countOf(child.attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1;
    for (let time = 0; time < times; time++) columns.push(column);
  }
  return columns.slice(0, MOST_COLUMNS);
}

function rowsOf(node: OdfNode, isHeader: boolean): Row[] {
  return elementsOf(node).flatMap((child): Row[] => {
    if (child.name === "table:table-header-rows") return rowsOf(child, true);
    if (child.name === "table:table-rows" || child.name === "table:table-row-group") return rowsOf(child, isHeader);
    if (child.name !== "table:table-row") return [];
    const times = countOf(child.attributes["table:number-rows-repeated"], MOST_ROW_REPEATS) ?? 1;
    return Array.from({ length: times }, () => ({ node: child, isHeader }));
  });
}

/** Where the table stands between the margins, in twips. */
function placeOf(
  said: Properties,
  columns: readonly Column[],
  available: number,
): { width: number; left: number; alignment: string | undefined } {
  const left = wholeTwips(said["fo:margin-left"]) ?? 0;
  const right = wholeTwips(said["fo:margin-right"]) ?? 0;
  const share = percentOf(said["style:rel-width"]);
  const own = twipsOf(said["style:width"]);
  const ofColumns = columns.every(({ width }) => width !== undefined)
    ? sum(columns.map(({ width }) => width ?? 0))
    : undefined;
  const fromShare = share === undefined ? undefined : (available * share) / 100;
  const width = Math.max(20, fromShare ?? own ?? ofColumns ?? available - left - right);
  const align = said["table:align"];
  if (align === "margins" || align === undefined) {
    return { width: Math.max(20, available - left - right), left, alignment: undefined };
  }
  return { width, left, alignment: align === "center" || align === "right" ? align : undefined };
}

/** Columns share the width of the table as they say. */
function widthsOf(columns: readonly Column[], width: number): number[] {
  const hasShares = columns.every(({ share }) => share !== undefined);
  const weights = columns.map((column) => Math.max(1, (hasShares ? column.share : column.width) ?? USUAL_WIDTH));
  const whole = sum(weights);
  return weights.map((weight) => Math.max(1, Math.round((weight / whole) * width)));
}

/** Word's tables begin where the text of their first cell does. */
function leftPadding(rows: readonly Row[], book: StyleBook): number {
  const first = elementsOf(rows[0]?.node, "table:table-cell")[0];
  if (!first) return 0;
  return Math.round(insets(cellProperties(first, book)).left);
}

function cellProperties(cell: OdfNode, book: StyleBook): Properties {
  return book.whole("table-cell", cell.attributes["table:style-name"], "table-cell").attributes;
}

function insets(said: Properties): Record<Side, number> {
  const inset = (side: Side) => padding(said, side);
  return { top: inset("top"), left: inset("left"), bottom: inset("bottom"), right: inset("right") };
}

interface RowContext {
  widths: readonly number[];
  down: Map<number, DownSpan>;
  background: string | undefined;
  context: TableContext;
}

function rowXml({ node, isHeader }: Row, row: RowContext): string {
  const { book } = row.context;
  const said = book.whole("table-row", node.attributes["table:style-name"], "table-row").attributes;
  const exact = wholeTwips(said["style:row-height"]);
  const least = wholeTwips(said["style:min-row-height"]);
  const height = exact ?? least;
  const properties =
    (said["fo:keep-together"] === "always" ? "<w:cantSplit/>" : "") +
    (height !== undefined && height > 0
      ? element("w:trHeight", { "w:val": height, "w:hRule": exact === undefined ? "atLeast" : "exact" })
      : "") +
    toggle("w:tblHeader", isHeader || undefined);
  const background = said["fo:background-color"] ?? row.background;
  const cells = cellsXml(node, { ...row, background });
  return cells === "" ? "" : `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
}

function cellsXml(node: OdfNode, row: RowContext): string {
  const { widths, down, context } = row;
  let markup = "";
  let column = 0;
  for (const cell of elementsOf(node)) {
    const isCovered = cell.name === "table:covered-table-cell";
    if (!isCovered && cell.name !== "table:table-cell") continue;
    const times = countOf(cell.attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1;
    for (let time = 0; time < times && column < widths.length; time++) {
      const above = down.get(column);
      if (isCovered) {
        if (!above) {
          column++;
          continue;
        }
        markup += cellXml(
          { said: above.properties, from: column, columns: above.columns, merge: "continue" },
          row,
          NO_PARAGRAPH,
        );
        if (--above.rowsLeft === 0) down.delete(column);
        column++;
        continue;
      }
      const said = cellProperties(cell, context.book);
      const spanned = countOf(cell.attributes["table:number-columns-spanned"], MOST_COLUMNS) ?? 1;
      const columns = Math.max(1, Math.min(widths.length - column, spanned));
      const rows = countOf(cell.attributes["table:number-rows-spanned"], 100_000) ?? 1;
      if (rows > 1) down.set(column, { rowsLeft: rows - 1, columns, properties: said });
      const { left, right } = insets(said);
      const width = sum(widths.slice(column, column + columns)) - left - right;
      const blocks = context.cellBlocks(cell, Math.max(20, width));
      markup += cellXml({ said, from: column, columns, merge: rows > 1 ? "restart" : "" }, row, blocks);
      column++;
    }
  }
  return markup;
}

interface Cell {
  said: Properties;
  from: number;
  columns: number;
  merge: "" | "restart" | "continue";
}

function cellXml(
  { said, from, columns, merge }: Cell,
  { widths, background, context }: RowContext,
  blocks: string,
): string {
  const lines = SIDES.map((side) => borderXml(`w:${side}`, sideBorder(said, side))).join("");
  const properties =
    element("w:tcW", { "w:w": sum(widths.slice(from, from + columns)), "w:type": "dxa" }) +
    valued("w:gridSpan", columns > 1 ? columns : undefined) +
    (merge === "" ? "" : element("w:vMerge", { "w:val": merge === "restart" ? merge : undefined })) +
    (lines === "" ? "" : `<w:tcBorders>${lines}</w:tcBorders>`) +
    backgroundXml(
      said["fo:background-color"] === "transparent" ? background : (said["fo:background-color"] ?? background),
    ) +
    marginsXml("w:tcMar", insets(said)) +
    valued("w:textDirection", DIRECTIONS[said["style:writing-mode"] ?? ""]) +
    valued("w:vAlign", VERTICALS[said["style:vertical-align"] ?? ""]);
  context.count.add(properties.length + CELL_LENGTH);
  const content = blocks === "" ? "<w:p/>" : blocks.endsWith("</w:tbl>") ? blocks + NO_PARAGRAPH : blocks;
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
}

function marginsXml(name: string, widths: Readonly<Record<Side, number>>): string {
  return element(
    name,
    {},
    SIDES.map((side) => element(`w:${side}`, { "w:w": Math.round(widths[side]), "w:type": "dxa" })).join(""),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
