/** Widths of a table's columns: fixed layout, and Word's autofit between minimum and preferred widths. */
import type { Block, Cell, Table } from "../model/blocks.ts";
import type { LayoutContext } from "./layout-context.ts";
import { contentWidths } from "./paragraph-items.ts";

const MIN_COLUMN_PT = 4;

export interface ColumnWidths {
  minPt: number;
  maxPt: number;
  /** Width that a cell asks for, else that of the stored grid. */
  preferredPt: number | undefined;
}

function columnCount(table: Table): number {
  let columns = table.gridPt.length;
  for (const row of table.rows) {
    const last = row.cells[row.cells.length - 1];
    columns = Math.max(columns, last ? last.gridStart + last.gridSpan : 0);
  }
  return Math.max(1, columns);
}

/**
 * Target width of the table in points; undefined when its content decides. Before Word 2013 a share counted in the text
 * width with the margins of the outer cells, which are outside the text.
 */
function targetWidth(table: Table, availablePt: number, context: LayoutContext): number | undefined {
  const { width, cellMargins } = table.format;
  if (width.kind === "points") return width.value;
  if (width.kind !== "share") return undefined;
  const outside = context.isWord2013 ? 0 : (cellMargins.left ?? 0) + (cellMargins.right ?? 0);
  return width.value * (availablePt + outside);
}

export function columnWidths(table: Table, availablePt: number, context: LayoutContext): number[] {
  const columns = columnCount(table);
  const targetPt = targetWidth(table, availablePt, context);
  const fromCells = preferredByCells(table, columns, targetPt ?? availablePt);
  const hasGrid = table.gridPt.length >= columns && table.gridPt.every((width) => width > 0);
  const gridSum = table.gridPt.reduce((sum, width) => sum + width, 0);
  const gridAgrees = targetPt === undefined || Math.abs(gridSum - targetPt) <= targetPt * 0.03;
  if (table.format.fixedLayout) {
    const widths = Array.from(
      { length: columns },
      (_, index) => fromCells[index] ?? (hasGrid ? table.gridPt[index] : undefined) ?? availablePt / columns,
    );
    if (targetPt !== undefined && table.format.width.kind === "share") return scaleTo(widths, targetPt);
    return targetPt === undefined ? widths : withinTarget(widths, targetPt, columnMargins(table, columns));
  }
  const columnWidths = columnContentWidths(table, columns, availablePt, context);
  for (let index = 0; index < columns; index++) {
    const column = columnWidths[index];
    if (column) column.preferredPt = fromCells[index] ?? (hasGrid ? table.gridPt[index] : undefined);
  }
  return autofit(columnWidths, targetPt, hasGrid && gridAgrees ? Math.max(availablePt, gridSum) : availablePt);
}

/** The margins of each column, the widest of its cells. */
function columnMargins(table: Table, columns: number): number[] {
  const margins: number[] = Array.from({ length: columns }, () => 0);
  for (const row of table.rows) {
    for (const { format, gridSpan, gridStart } of row.cells) {
      if (gridSpan !== 1) continue;
      const sum = (format.margins.left ?? 0) + (format.margins.right ?? 0);
      margins[gridStart] = Math.max(margins[gridStart] ?? 0, sum);
    }
  }
  return margins;
}

/** Columns that ask for more than the table has: the room of their contents shrinks in one proportion. */
function withinTarget(widths: readonly number[], targetPt: number, marginsPt: readonly number[]): number[] {
  const sum = widths.reduce((total, width) => total + width, 0);
  const margins = marginsPt.reduce((total, margin) => total + margin, 0);
  if (sum <= targetPt + 0.01 || sum <= margins || targetPt <= margins) return [...widths];
  const share = (targetPt - margins) / (sum - margins);
  return widths.map((width, index) => {
    const margin = marginsPt[index] ?? 0;
    return margin + Math.max(0, width - margin) * share;
  });
}

function scaleTo(widths: readonly number[], targetPt: number): number[] {
  const sum = widths.reduce((total, width) => total + width, 0);
  return sum > 0 ? widths.map((width) => (width * targetPt) / sum) : [...widths];
}

/** Gives each column its wish; an excess is taken where there is slack over the minimum, the rest is spread. */
export function autofit(
  columnWidths: readonly ColumnWidths[],
  targetPt: number | undefined,
  availablePt: number,
): number[] {
  const minimum = columnWidths.map((column) => Math.max(MIN_COLUMN_PT, column.minPt));
  const widths = columnWidths.map((column, index) => Math.max(minimum[index] ?? 0, column.preferredPt ?? column.maxPt));
  const sum = widths.reduce((total, width) => total + width, 0);
  const limit = targetPt ?? availablePt;
  if (sum > limit + 0.01) {
    const slack = widths.map((width, index) => width - (minimum[index] ?? 0));
    const totalSlack = slack.reduce((total, value) => total + value, 0);
    if (totalSlack <= 0) return widths;
    const take = Math.min(sum - limit, totalSlack);
    return widths.map((width, index) => width - (take * (slack[index] ?? 0)) / totalSlack);
  }
  if (targetPt !== undefined && sum < targetPt - 0.01) {
    const flexible = columnWidths.map((column, index) => (column.preferredPt === undefined ? (widths[index] ?? 0) : 0));
    const flexibleSum = flexible.reduce((total, value) => total + value, 0);
    const extra = targetPt - sum;
    if (flexibleSum > 0) return widths.map((width, index) => width + (extra * (flexible[index] ?? 0)) / flexibleSum);
    return scaleTo(widths, targetPt);
  }
  return widths;
}

/** The largest width that single-column cells ask for, shares of the table's own; wider cells fill what is still open. */
function preferredByCells(table: Table, columns: number, tablePt: number): (number | undefined)[] {
  const preferred: (number | undefined)[] = Array.from({ length: columns });
  const widthOf = (cell: Cell) => {
    const { width } = cell.format;
    return width.kind === "points" ? width.value : width.kind === "share" ? width.value * tablePt : undefined;
  };
  for (const row of table.rows) {
    for (const cell of row.cells) {
      const width = widthOf(cell);
      if (cell.gridSpan === 1 && width !== undefined) {
        preferred[cell.gridStart] = Math.max(preferred[cell.gridStart] ?? 0, width);
      }
    }
  }
  for (const row of table.rows) {
    for (const cell of row.cells) {
      const width = widthOf(cell);
      if (cell.gridSpan === 1 || width === undefined) continue;
      const open: number[] = [];
      let taken = 0;
      for (let index = cell.gridStart; index < cell.gridStart + cell.gridSpan; index++) {
        const known = preferred[index];
        if (known === undefined) open.push(index);
        else taken += known;
      }
      for (const index of open) preferred[index] = Math.max(MIN_COLUMN_PT, (width - taken) / open.length);
    }
  }
  return preferred;
}

const MAX_MEASURED_ROWS = 400;

function columnContentWidths(
  table: Table,
  columns: number,
  availablePt: number,
  context: LayoutContext,
): ColumnWidths[] {
  const columnWidths: ColumnWidths[] = Array.from({ length: columns }, () => ({
    minPt: 0,
    maxPt: 0,
    preferredPt: undefined,
  }));
  for (const row of table.rows.slice(0, MAX_MEASURED_ROWS)) {
    for (const cell of row.cells) {
      if (cell.gridSpan !== 1) continue;
      const column = columnWidths[cell.gridStart];
      if (!column) continue;
      const margins = (cell.format.margins.left ?? 0) + (cell.format.margins.right ?? 0);
      const widths = blockWidths(cell.blocks, availablePt, context);
      column.minPt = Math.max(column.minPt, widths.minPt + margins);
      column.maxPt = Math.max(column.maxPt, widths.maxPt + margins);
    }
  }
  return columnWidths;
}

function blockWidths(
  blocks: readonly Block[],
  availablePt: number,
  context: LayoutContext,
): { minPt: number; maxPt: number } {
  let minPt = 0;
  let maxPt = 0;
  for (const block of blocks) {
    if (block.kind === "paragraph") {
      const widths = contentWidths(block, context);
      minPt = Math.max(minPt, widths.minPt);
      maxPt = Math.max(maxPt, widths.maxPt);
    } else if (block.kind === "table") {
      const sum = columnWidths(block, availablePt, context).reduce((total, width) => total + width, 0);
      const isFlexible = block.format.width.kind === "share";
      minPt = Math.max(minPt, isFlexible ? 0 : sum);
      maxPt = Math.max(maxPt, sum);
    }
  }
  return { minPt, maxPt };
}
