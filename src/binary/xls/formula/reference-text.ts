/** A1 references as formulas write them. Rows and columns count from zero. */
import { columnName } from "../../../spreadsheet/cell-reference.ts";
import type { GridRange } from "../../../spreadsheet/grid-range.ts";

/** How many rows and columns a sheet has. */
interface SheetSize {
  rows: number;
  columns: number;
}

/** Of Excel 97-2003. */
export const BIFF_SIZE: SheetSize = { rows: 65_536, columns: 256 };
/** Of Excel 2007 and later. */
export const LARGE_SIZE: SheetSize = { rows: 1_048_576, columns: 16_384 };

export interface CellPlace {
  row: number;
  column: number;
  rowIsRelative: boolean;
  columnIsRelative: boolean;
}

const columnText = (place: CellPlace) => `${place.columnIsRelative ? "" : "$"}${columnName(place.column + 1)}`;
const rowText = (place: CellPlace) => `${place.rowIsRelative ? "" : "$"}${place.row + 1}`;

export function cellText(place: CellPlace): string {
  return columnText(place) + rowText(place);
}

/** Whole rows and whole columns are written as such: newer sheets are larger. */
export function areaText(from: CellPlace, to: CellPlace, { rows, columns }: SheetSize): string {
  if (from.row === 0 && to.row === rows - 1) return `${columnText(from)}:${columnText(to)}`;
  if (from.column === 0 && to.column === columns - 1) return `${rowText(from)}:${rowText(to)}`;
  return `${cellText(from)}:${cellText(to)}`;
}

/** A sheet's name before a reference, in quotes if it needs them. */
export function sheetPrefix(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^[A-Za-z]{1,3}\d+$/.test(name)
    ? `${name}!`
    : `'${name.replaceAll("'", "''")}'!`;
}

/** A range without sheet and dollar signs, as lists of ranges (`sqref`) have them. */
export function rangeReference({ top, left, bottom, right }: GridRange): string {
  const first = columnName(left + 1) + (top + 1);
  return top === bottom && left === right ? first : `${first}:${columnName(right + 1)}${bottom + 1}`;
}
