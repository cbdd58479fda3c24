/** A table at one width: column positions, cell contents, row heights (ECMA-376 part 1, 17.4). */
import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Cell, Paragraph, Row, Table } from "../model/blocks.ts";
import type { Border } from "../model/formatting.ts";
import { cellRotation, liesAcross } from "../model/text-direction.ts";
import type { LineGrid } from "../text/line.ts";
import { lineworkPt } from "./border-strokes.ts";
import { LayoutCache } from "./layout-cache.ts";
import type { LayoutContext } from "./layout-context.ts";
import { type Neighbors, neighborsOfCells } from "./neighbors.ts";
import { isVisibleBorder } from "./paragraph-layout.ts";
import { layoutStack } from "./stack-layout.ts";
import { columnWidths } from "./table-columns.ts";
import type { CellLayout, RowLayout, Stack } from "./table-parts.ts";
import { type TableLayout, TableRows } from "./table-rows.ts";

/** Tables whose layouts are kept. */
const MAX_CACHED_TABLES = 24;
/** By the room and the surroundings that each was laid out for. */
const layouts = new LayoutCache<Table, Map<string, TableLayout>>(MAX_CACHED_TABLES);

const USUAL_DIRECTION = "lrTb";
const ROUNDING_PT = 0.01;

export interface TableSurroundings {
  grid?: LineGrid;
  /** `ST_TextDirection` of the text around the table; undefined for lines that run to the right. */
  direction?: string;
}

/** Layouts are kept for a while: a table may be placed more than once while keeps and columns are tried. */
export function layoutTable(
  table: Table,
  availablePt: number,
  context: LayoutContext,
  around: TableSurroundings,
  neighbors: Neighbors,
): TableLayout {
  const kept = layouts.get(context, table, () => new Map());
  const key = `${availablePt.toFixed(2)}/${around.grid?.pitchPt ?? 0}/${around.direction ?? ""}`;
  const known = kept.get(key);
  if (known) return known;
  const widths = columnWidths(table, availablePt, context);
  const edgesPt = [0];
  for (const width of widths) edgesPt.push((edgesPt[edgesPt.length - 1] ?? 0) + width);
  const widthPt = edgesPt[edgesPt.length - 1] ?? 0;
  const ofCells = neighborsOfCells(table, neighbors);
  const rows = new TableRows(table, (from, to) => {
    const group = table.rows
      .slice(from, to)
      .map((row, index) => layoutRow(table, row, from + index, edgesPt, context, around, ofCells));
    spanRows(group);
    for (const row of group) row.heightPt = rowHeight(row);
    growSpannedRows(group);
    fillTurnedCells(group, context, around, ofCells);
    return group;
  });
  let headerRows = 0;
  while (headerRows < rows.length && table.rows[headerRows]?.format.header) headerRows++;
  if (headerRows === rows.length) headerRows = 0;
  const xPt = tableX(table, widthPt, availablePt, context);
  const layout: TableLayout = { table, xPt, widthPt, edgesPt, rows, headerRows };
  kept.set(key, layout);
  return layout;
}

/** Before Word 2013 the text of the first column was on the margin; since then the table's edge is. */
function tableX(table: Table, widthPt: number, availablePt: number, context: LayoutContext): number {
  const { format } = table;
  if (format.alignment === "center") return (availablePt - widthPt) / 2;
  if (format.alignment === "right" && !format.rightToLeft) return availablePt - widthPt;
  if (format.rightToLeft) return availablePt - widthPt - (format.indentPt ?? 0);
  const outdent = context.isWord2013 ? 0 : (format.cellMargins.left ?? 0);
  return (format.indentPt ?? 0) - outdent;
}

function layoutRow(
  table: Table,
  row: Row,
  rowIndex: number,
  edgesPt: readonly number[],
  context: LayoutContext,
  around: TableSurroundings,
  ofCells: (row: number, cell: number) => Neighbors,
): RowLayout {
  const tableWidth = edgesPt[edgesPt.length - 1] ?? 0;
  const topBorderPt = borderAbovePt(row, table.rows[rowIndex - 1]);
  const isLast = rowIndex === table.rows.length - 1;
  const bottomBorderPt = isLast
    ? largestOf(
        row.cells.map((cell) => visibleWidth(cell.format.borders.bottom)),
        0,
      )
    : 0;
  const cells = row.cells.map((cell, cellIndex): CellLayout => {
    const left = edgesPt[cell.gridStart] ?? 0;
    const right = edgesPt[Math.min(edgesPt.length - 1, cell.gridStart + cell.gridSpan)] ?? left;
    const widthPt = Math.max(1, right - left);
    const { margins, verticalMerge, textDirection } = cell.format;
    const insetLeftPt = margins.left ?? 0;
    const insetRightPt = margins.right ?? 0;
    const rotationDeg = cellRotation(textDirection, around.direction ?? USUAL_DIRECTION);
    const merged = verticalMerge === "continue";
    const innerWidth = Math.max(1, widthPt - insetLeftPt - insetRightPt);
    const turnedWidth = row.format.heightPt > 0 ? row.format.heightPt : 150;
    const stack: Stack = merged
      ? { fragments: [], heightPt: 0 }
      : layoutStack(cell.blocks, liesAcross(rotationDeg) ? turnedWidth : innerWidth, context, {
          ...stackOptions(cell, around, context, ofCells(rowIndex, cellIndex)),
          cellMargins: { leftPt: insetLeftPt, rightPt: insetRightPt, topPt: margins.top ?? 0 },
        });
    return {
      cell,
      xPt: table.format.rightToLeft ? tableWidth - right : left,
      widthPt,
      insetLeftPt,
      insetRightPt,
      insetTopPt: (margins.top ?? 0) + topBorderPt,
      insetBottomPt: (margins.bottom ?? 0) + bottomBorderPt,
      stack,
      rowSpan: 1,
      merged,
      rotationDeg,
    };
  });
  return { row, index: rowIndex, heightPt: 0, cells, keepNext: rowKeepsNext(row) };
}

function stackOptions(cell: Cell, around: TableSurroundings, context: LayoutContext, inCell: Neighbors) {
  const { grid, direction = USUAL_DIRECTION } = around;
  return {
    direction: cell.format.textDirection ?? direction,
    inCell,
    ...(grid && context.document.settings.compat.has("adjustLineHeightInTable") ? { grid } : {}),
  };
}

/** Lines that run up or down are as long as their row turned out to be high, and aligned within that. */
function fillTurnedCells(
  rows: readonly RowLayout[],
  context: LayoutContext,
  around: TableSurroundings,
  ofCells: (row: number, cell: number) => Neighbors,
): void {
  rows.forEach((row, index) => {
    row.cells.forEach((layout, cellIndex) => {
      if (!liesAcross(layout.rotationDeg) || layout.merged) return;
      const heightPt = rows.slice(index, index + layout.rowSpan).reduce((sum, { heightPt }) => sum + heightPt, 0);
      // What fits by a hair fits when it is laid out again.
      const lengthPt = Math.max(1, heightPt - layout.insetTopPt - layout.insetBottomPt) + ROUNDING_PT;
      const options = stackOptions(layout.cell, around, context, ofCells(row.index, cellIndex));
      layout.stack = layoutStack(layout.cell.blocks, lengthPt, context, options);
    });
  });
}

/** Room for the widest line above a row: its own, or the one below the row above where that is drawn (17.4.66). */
export function borderAbovePt(row: Row, above: Row | undefined): number {
  const own = row.cells.map((cell) => visibleWidth(cell.format.borders.top));
  const covered = above?.cells.filter((cell) => !continuesBelow(cell, row)) ?? [];
  return largestOf([...own, ...covered.map((cell) => visibleWidth(cell.format.borders.bottom))], 0);
}

function continuesBelow(cell: Cell, below: Row): boolean {
  return below.cells.some(
    (candidate) => candidate.gridStart === cell.gridStart && candidate.format.verticalMerge === "continue",
  );
}

function visibleWidth(border: Border | undefined): number {
  return isVisibleBorder(border) ? lineworkPt(border) : 0;
}

/** A row stays with what follows when its first paragraph does. */
export function rowKeepsNext(row: Row): boolean {
  const first = row.cells[0]?.blocks.find((block): block is Paragraph => block.kind === "paragraph");
  return first?.format.keepNext ?? false;
}

/** Counts the rows of vertically merged cells by their grid column. */
function spanRows(rows: readonly RowLayout[]): void {
  const open = new Map<number, CellLayout>();
  for (const row of rows) {
    const seen = new Set<number>();
    for (const layout of row.cells) {
      const { gridStart, format } = layout.cell;
      seen.add(gridStart);
      const above = open.get(gridStart);
      if (format.verticalMerge === "continue" && above) above.rowSpan += 1;
      else if (format.verticalMerge === "restart") open.set(gridStart, layout);
      else {
        open.delete(gridStart);
        layout.merged = false;
      }
    }
    for (const column of [...open.keys()]) if (!seen.has(column)) open.delete(column);
  }
}

function contentHeight(layout: CellLayout): number {
  if (liesAcross(layout.rotationDeg)) {
    let longest = 0;
    for (const fragment of layout.stack.fragments) {
      if (fragment.kind === "paragraph") for (const line of fragment.lines) longest = Math.max(longest, line.widthPt);
    }
    return longest + layout.insetTopPt + layout.insetBottomPt;
  }
  return layout.stack.heightPt + layout.insetTopPt + layout.insetBottomPt;
}

function rowHeight(row: RowLayout): number {
  const { heightPt, heightRule } = row.row.format;
  if (heightRule === "exact" && heightPt > 0) return heightPt;
  // The lines of the table and the margins of its cells are outside the height that a row asks for.
  const outsidePt = largestOf(
    row.cells.map(({ insetTopPt, insetBottomPt }) => insetTopPt + insetBottomPt),
    0,
  );
  let height = heightRule === "atLeast" ? heightPt + outsidePt : 0;
  for (const layout of row.cells) {
    if (layout.rowSpan === 1 && !layout.merged) height = Math.max(height, contentHeight(layout));
  }
  return height;
}

/** What does not fit into a merged cell makes its last row taller. */
function growSpannedRows(rows: readonly RowLayout[]): void {
  rows.forEach((row, index) => {
    for (const layout of row.cells) {
      if (layout.rowSpan === 1) continue;
      const spanned = rows.slice(index, index + layout.rowSpan);
      const total = spanned.reduce((sum, candidate) => sum + candidate.heightPt, 0);
      const last = spanned[spanned.length - 1];
      const missing = contentHeight(layout) - total;
      if (last && missing > 0 && last.row.format.heightRule !== "exact") last.heightPt += missing;
    }
  });
}
