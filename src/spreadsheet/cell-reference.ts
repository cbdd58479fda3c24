/** Last row and column of a sheet (ECMA-376 Part 1, 18.3.1.73 and 18.3.1.4; Excel's own limits). */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;

const names: string[] = [];

/** Letters of a 1-based column: 1 is `A`, 27 is `AA`. */
export function columnName(column: number): string {
  const known = names[column];
  if (known !== undefined) return known;
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  if (column <= LAST_COLUMN) names[column] = name;
  return name;
}

/** 1-based number of a column's letters, in either case. */
export function columnNumber(name: string): number {
  let number = 0;
  for (let index = 0; index < name.length; index++) number = number * 26 + (name.charCodeAt(index) & 31);
  return number;
}

/** A rectangle of cells, 1-based and inclusive. */
export interface CellRange {
  row1: number;
  column1: number;
  row2: number;
  column2: number;
}

const CELL_OR_RANGE = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?$/;

/** Reads `B7` or `B7:D9`; undefined for anything else. */
export function parseRange(text: string): CellRange | undefined {
  const match = CELL_OR_RANGE.exec(text);
  if (!match) return undefined;
  const [, letters1 = "", digits1, letters2, digits2] = match;
  const [column1, row1] = [columnNumber(letters1), Number(digits1)];
  const [column2, row2] = letters2 ? [columnNumber(letters2), Number(digits2)] : [column1, row1];
  if (row1 < 1 || row2 < 1 || Math.max(row1, row2) > LAST_ROW || Math.max(column1, column2) > LAST_COLUMN)
    return undefined;
  return {
    row1: Math.min(row1, row2),
    column1: Math.min(column1, column2),
    row2: Math.max(row1, row2),
    column2: Math.max(column1, column2),
  };
}

/** `B7`, or `B7:D9` for more than one cell. */
export function formatRange({ row1, column1, row2, column2 }: CellRange): string {
  const first = columnName(column1) + row1;
  return row1 === row2 && column1 === column2 ? first : `${first}:${columnName(column2)}${row2}`;
}

/** A sheet's name as formulas write it, quoted where necessary. */
export function quoteSheetName(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^(?:[A-Za-z]{1,3}\d+|[rRcC]\d*|true|false)$/i.test(name);
  return isPlain ? name : `'${name.replaceAll("'", "''")}'`;
}
