/** Addresses of cells and of ranges of them (OpenDocument 1.3 Part 3, 18.3.1). */
import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { columnName, columnNumber, LAST_COLUMN, LAST_ROW } from "../../spreadsheet/cell-reference.ts";
import type { GridRange } from "../../spreadsheet/grid-range.ts";

export interface CellArea extends GridRange {
  /** Undefined for the sheet that the address stands on. */
  sheet: string | undefined;
}

const MOST_CHARACTERS = 20_000;
const ADDRESSES = /(?:'(?:[^']|'')*'|[^\s'])+/g;
const SHEET = String.raw`(?:\$?('(?:[^']|'')*'|[^'.:$\s]*)\.)?`;
const CELL = String.raw`\$?([A-Z]{1,3})\$?(\d{1,7})`;
const ADDRESS = new RegExp(`^${SHEET}${CELL}(?::${SHEET}${CELL})?$`);
/** Names of sheets of a workbook are no longer. */
const MOST_NAME = 31;

/** @param list `Sheet1.A1:Sheet1.B9 'My sheet'.$C$3`; what is no address is left out, as are areas of several sheets */
export function areasOf(list: string): CellArea[] {
  const written = list.slice(0, MOST_CHARACTERS).match(ADDRESSES) ?? [];
  return written.map(areaOf).filter((area) => area !== undefined);
}

function areaOf(written: string): CellArea | undefined {
  const [, sheet, column = "", row, lastSheet, lastColumn = column, lastRow = row] = ADDRESS.exec(written) ?? [];
  if (column === "" || (lastSheet && plainName(lastSheet) !== plainName(sheet ?? ""))) return undefined;
  const columns = [columnNumber(column), columnNumber(lastColumn)].map((number) => Math.min(number, LAST_COLUMN) - 1);
  const rows = [Number(row), Number(lastRow)].map((number) => Math.max(1, Math.min(number, LAST_ROW)) - 1);
  return {
    sheet: sheet ? plainName(sheet) : undefined,
    top: smallestOf(rows),
    bottom: largestOf(rows),
    left: smallestOf(columns),
    right: largestOf(columns),
  };
}

function plainName(written: string): string {
  return written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written;
}

/** The name that a sheet has in a workbook. */
export function sheetName(name: string): string {
  return name.slice(0, MOST_NAME);
}

/** `'It''s'!` */
export function sheetPrefix(name: string): string {
  return `'${sheetName(name).replaceAll("'", "''")}'!`;
}

/** `A1:B9` */
export function rangeReference({ top, bottom, left, right }: GridRange): string {
  const first = `${columnName(left + 1)}${top + 1}`;
  const last = `${columnName(right + 1)}${bottom + 1}`;
  return first === last ? first : `${first}:${last}`;
}

/** `'Sheet1'!$A$1:$B$9,...`, as names and charts refer to cells; undefined if an area names no sheet, or there is none. */
export function absoluteReference(areas: readonly CellArea[]): string | undefined {
  const references = areas.map(({ sheet, top, bottom, left, right }) => {
    const corner = (row: number, column: number) => `$${columnName(column + 1)}$${row + 1}`;
    return sheet === undefined ? undefined : `${sheetPrefix(sheet)}${corner(top, left)}:${corner(bottom, right)}`;
  });
  return references.length === 0 || references.includes(undefined) ? undefined : references.join(",");
}
