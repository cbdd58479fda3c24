/** Rows with their cells -> `w:tbl` (ECMA-376 part 1, 17.4). */
import { borderXml, NO_BORDER } from "./properties/borders.ts";
import { horizontalPlace, verticalPlace } from "./properties/frame-properties.ts";
import { shadingXml } from "./properties/shadings.ts";
import type { CellProperties, CellSide, RowProperties } from "./properties/table-properties.ts";
import { element, toggle, valued } from "./xml-writer.ts";

/** A row as the text gives it: the blocks of its cells and what its end mark says. */
export interface TableRow {
  cells: string[];
  properties: RowProperties;
}

const CELL_SIDES: readonly CellSide[] = ["top", "left", "bottom", "right"];
const DEFAULT_PADDING_TWIPS = 108;
const DEFAULT_CELL_WIDTH_TWIPS = 1440;
/** Edges of different rows that are closer than this are one column edge. */
const SAME_EDGE_TWIPS = 4;

/** One table, or several where neighboring rows are in different places. */
export function tablesXml(rows: readonly TableRow[], styleIdOf: (style: number) => string | undefined): string {
  const tables: TableRow[][] = [];
  for (const row of rows) {
    const previous = tables.at(-1);
    const before = previous?.at(-1);
    if (previous && before && placeOf(before) === placeOf(row)) previous.push(row);
    else tables.push([row]);
  }
  return tables.map((table) => tableXml(table, styleIdOf)).join("");
}

function placeOf({ properties: { floating, rightToLeft } }: TableRow): string {
  return JSON.stringify([floating, rightToLeft ?? false]);
}

function tableXml(rows: readonly TableRow[], styleIdOf: (style: number) => string | undefined): string {
  const placed = rows.map((row) => ({ ...row, edges: edgesOf(row) }));
  const columns = columnEdges(placed.map((row) => row.edges));
  const first = rows[0]?.properties;
  if (!first) return "";
  const grid = columns.slice(1).map((edge, index) => element("w:gridCol", { "w:w": edge - (columns[index] ?? 0) }));
  const body = placed.map((row) => rowXml(row, row.edges, columns));
  return element(
    "w:tbl",
    {},
    tablePropertiesXml(first, columns, styleIdOf) + element("w:tblGrid", {}, grid.join("")) + body.join(""),
  );
}

/** A row without a definition gets cells of the same width. */
function edgesOf({ cells, properties }: TableRow): number[] {
  const isDefined = (properties.edges.at(-1) ?? 0) - (properties.edges[0] ?? 0) >= cells.length;
  const edges = isDefined ? properties.edges.slice() : [];
  while (edges.length < cells.length + 1)
    edges.push((edges.at(-1) ?? -DEFAULT_CELL_WIDTH_TWIPS) + DEFAULT_CELL_WIDTH_TWIPS);
  for (let index = 1; index < edges.length; index++) edges[index] = Math.max(edges[index] ?? 0, edges[index - 1] ?? 0);
  return edges;
}

function columnEdges(rows: readonly number[][]): number[] {
  const sorted = [...new Set(rows.flat())].sort((first, second) => first - second);
  const columns: number[] = [];
  for (const edge of sorted) {
    const last = columns.at(-1);
    if (last === undefined || edge - last > SAME_EDGE_TWIPS) columns.push(edge);
  }
  return columns;
}

function columnAt(columns: readonly number[], edge: number): number {
  let low = 0;
  let high = columns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((columns[middle] ?? 0) <= edge) low = middle;
    else high = middle - 1;
  }
  return low;
}

function paddingOf({ padding, halfGap }: RowProperties, side: CellSide): number {
  const gap = side === "left" || side === "right" ? (halfGap ?? DEFAULT_PADDING_TWIPS) : 0;
  return padding[side] ?? Math.max(0, gap);
}

function tablePropertiesXml(
  row: RowProperties,
  columns: readonly number[],
  styleIdOf: (style: number) => string | undefined,
): string {
  const left = columns[0] ?? 0;
  const width = (columns.at(-1) ?? 0) - left;
  const padding = CELL_SIDES.map((side) => element(`w:${side}`, { "w:w": paddingOf(row, side), "w:type": "dxa" }));
  return element(
    "w:tblPr",
    {},
    valued("w:tblStyle", row.style === undefined ? undefined : styleIdOf(row.style)) +
      floatingXml(row.floating) +
      toggle("w:bidiVisual", row.rightToLeft) +
      element("w:tblW", { "w:w": width, "w:type": "dxa" }) +
      valued("w:jc", row.alignment) +
      (row.cellSpacing ? element("w:tblCellSpacing", { "w:w": row.cellSpacing / 2, "w:type": "dxa" }) : "") +
      element("w:tblInd", { "w:w": left + paddingOf(row, "left"), "w:type": "dxa" }) +
      tableBordersXml(row) +
      element("w:tblLayout", { "w:type": "fixed" }) +
      element("w:tblCellMar", {}, padding.join("")) +
      valued("w:tblLook", row.appearance?.toString(16).padStart(4, "0")),
  );
}

function tableBordersXml({ borders }: RowProperties): string {
  const sides = Object.entries(borders).map(([side, border]) => borderXml(`w:${side}`, border));
  return sides.length > 0 ? element("w:tblBorders", {}, sides.join("")) : "";
}

/** A table floats when it has a place of its own, or is placed by something other than the text. */
export function isPlaced({ x, y, horizontalAnchor, verticalAnchor }: RowProperties["floating"]): boolean {
  return Boolean(x || y) || (horizontalAnchor ?? "text") !== "text" || (verticalAnchor ?? "margin") !== "margin";
}

function floatingXml(floating: RowProperties["floating"]): string {
  const { x, y, horizontalAnchor, verticalAnchor, left, right, top, bottom } = floating;
  if (!isPlaced(floating)) return "";
  const across = horizontalPlace(x ?? 0);
  const down = verticalPlace(y ?? 0);
  return element("w:tblpPr", {
    "w:leftFromText": left,
    "w:rightFromText": right,
    "w:topFromText": top,
    "w:bottomFromText": bottom,
    "w:horzAnchor": horizontalAnchor ?? "text",
    "w:vertAnchor": y ? (verticalAnchor ?? "margin") : "text",
    "w:tblpX": across.twips,
    "w:tblpXSpec": across.side,
    "w:tblpY": down.twips,
    "w:tblpYSpec": down.side,
  });
}

function rowXml({ cells, properties }: TableRow, edges: readonly number[], columns: readonly number[]): string {
  const before = columnAt(columns, edges[0] ?? 0);
  const after = columns.length - 1 - columnAt(columns, edges.at(-1) ?? 0);
  const { height } = properties;
  const rowProperties =
    (before > 0 ? valued("w:gridBefore", before) : "") +
    (after > 0 ? valued("w:gridAfter", after) : "") +
    toggle("w:cantSplit", properties.cantSplit) +
    (height ? element("w:trHeight", { "w:val": Math.abs(height), "w:hRule": height < 0 ? "exact" : "atLeast" }) : "") +
    toggle("w:tblHeader", properties.isHeader);
  let xml = "";
  for (let index = 0; index < cells.length; ) {
    let next = index + 1;
    while (next < cells.length && properties.cells[next]?.mergesLeft) next += 1;
    const start = columnAt(columns, edges[index] ?? 0);
    const end = columnAt(columns, edges[next] ?? 0);
    const width = (edges[next] ?? 0) - (edges[index] ?? 0);
    if (end > start) {
      const cell = withOuterBorders(properties.cells[index], properties, index === 0, next === cells.length);
      xml += element("w:tc", {}, cellPropertiesXml(cell, properties, width, end - start) + (cells[index] ?? ""));
    }
    index = next;
  }
  const exception = element("w:tblPrEx", {}, tableBordersXml(properties));
  return element("w:tr", {}, exception + element("w:trPr", {}, rowProperties) + xml);
}

/** A row that is shorter than others has the outer borders of the table at its own ends. */
function withOuterBorders(
  cell: CellProperties | undefined,
  { borders }: RowProperties,
  isFirst: boolean,
  isLast: boolean,
): CellProperties | undefined {
  if (!cell) return undefined;
  const outer: CellProperties["borders"] = {};
  if (isFirst && borders.left) outer.left = borders.left;
  if (isLast && borders.right) outer.right = borders.right;
  return { ...cell, borders: { ...outer, ...cell.borders } };
}

function cellPropertiesXml(
  cell: CellProperties | undefined,
  row: RowProperties,
  widthTwips: number,
  span: number,
): string {
  let xml = element("w:tcW", { "w:w": widthTwips, "w:type": "dxa" }) + (span > 1 ? valued("w:gridSpan", span) : "");
  if (cell) {
    if (cell.verticalMerge !== "none") xml += valued("w:vMerge", cell.verticalMerge);
    const borders = Object.entries(cell.borders).map(([side, border]) => borderXml(`w:${side}`, border ?? NO_BORDER));
    if (borders.length > 0) xml += element("w:tcBorders", {}, borders.join(""));
    const padding = Object.entries(cell.padding).map(([side, twips]) =>
      element(`w:${side}`, { "w:w": twips, "w:type": "dxa" }),
    );
    if (padding.length > 0) xml += element("w:tcMar", {}, padding.join(""));
    if (cell.verticalAlign !== "top") xml += valued("w:vAlign", cell.verticalAlign);
    xml += valued("w:textDirection", cell.textDirection);
    if (cell.noWrap) xml += toggle("w:noWrap", true);
    if (cell.fitText) xml += toggle("w:tcFitText", true);
    if (cell.hideMark) xml += toggle("w:hideMark", true);
  }
  return element("w:tcPr", {}, xml + shadingXml(cell?.shading ?? row.shading));
}
