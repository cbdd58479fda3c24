/**
 * Cells by their place in a grid: rows and columns count from zero. References count from one (cell-reference.ts); this
 * file converts one into the other.
 */

import { columnNumber, LAST_COLUMN, LAST_ROW, parseRange } from "./cell-reference.ts";

export interface GridPosition {
  row: number;
  column: number;
}

/** Inclusive on all sides. */
export interface GridRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export function parseGridCell(reference: string): GridPosition | undefined {
  const range = reference.includes(":") ? undefined : parseRange(reference);
  return range && { row: range.row1 - 1, column: range.column1 - 1 };
}

/** One cell, `A1:B2`, whole columns `A:C` or whole rows `1:3`; a sheet name in front is ignored. */
export function parseGridRange(reference: string): GridRange | undefined {
  const local = reference.slice(reference.lastIndexOf("!") + 1).trim();
  const cells = parseRange(local);
  if (cells) {
    const { row1, column1, row2, column2 } = cells;
    return { top: row1 - 1, left: column1 - 1, bottom: row2 - 1, right: column2 - 1 };
  }
  const columns = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/.exec(local);
  if (columns) {
    const [, first = "A", last = "A"] = columns;
    const right = Math.min(LAST_COLUMN, columnNumber(last)) - 1;
    return { top: 0, bottom: LAST_ROW - 1, left: columnNumber(first) - 1, right };
  }
  const rows = /^\$?(\d{1,7}):\$?(\d{1,7})$/.exec(local);
  if (rows) {
    const [, first, last] = rows;
    return { top: Number(first) - 1, bottom: Math.min(LAST_ROW, Number(last)) - 1, left: 0, right: LAST_COLUMN - 1 };
  }
  return undefined;
}

/** `sqref`: ranges separated by spaces. */
export function parseGridRanges(references: string | undefined): GridRange[] {
  return (references ?? "")
    .split(/\s+/)
    .map(parseGridRange)
    .filter((range) => range !== undefined);
}

/** The value of a defined name such as `_xlnm.Print_Area`: ranges separated by commas outside of quoted sheet names. */
export function parseGridAreas(formula: string): GridRange[] {
  return (formula.match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? [])
    .map((part) => parseGridRange(part.trim()))
    .filter((range) => range !== undefined);
}

export function contains(range: GridRange, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** One number per cell, for maps and sets. */
export function cellKey(row: number, column: number): number {
  return row * LAST_COLUMN + column;
}
