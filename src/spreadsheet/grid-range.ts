/** A1 references (ECMA-376 part 1, 18.18.62). Rows and columns count from zero. */

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

export interface CellPosition {
  row: number;
  column: number;
}

/** Inclusive on all sides. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** `A` -> 0, `AA` -> 26. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export function columnName(column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function parseCell(reference: string): CellPosition | undefined {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!match) return undefined;
  const position = { row: Number(match[2]) - 1, column: columnIndex(match[1] ?? "") };
  return position.row < 0 || position.row >= MAX_ROWS || position.column >= MAX_COLUMNS ? undefined : position;
}

/** One cell, `A1:B2`, whole columns `A:C` or whole rows `1:3`; a sheet name in front is ignored. */
export function parseRange(reference: string): CellRange | undefined {
  const local = reference.slice(reference.lastIndexOf("!") + 1).trim();
  const [first = "", last = first] = local.split(":");
  const from = parseCell(first);
  const to = parseCell(last);
  if (from && to) {
    return {
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    };
  }
  const columns = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/.exec(local);
  if (columns) {
    return {
      top: 0,
      bottom: MAX_ROWS - 1,
      left: columnIndex(columns[1] ?? "A"),
      right: Math.min(MAX_COLUMNS - 1, columnIndex(columns[2] ?? "A")),
    };
  }
  const rows = /^\$?(\d{1,7}):\$?(\d{1,7})$/.exec(local);
  if (rows) {
    return {
      top: Number(rows[1]) - 1,
      bottom: Math.min(MAX_ROWS, Number(rows[2])) - 1,
      left: 0,
      right: MAX_COLUMNS - 1,
    };
  }
  return undefined;
}

/** `sqref`: ranges parted by spaces. */
export function parseRangeList(references: string | undefined): CellRange[] {
  return (references ?? "")
    .split(/\s+/)
    .map(parseRange)
    .filter((range) => range !== undefined);
}

/** The value of a defined name such as `_xlnm.Print_Area`: ranges parted by commas outside of quoted sheet names. */
export function parseAreaList(formula: string): CellRange[] {
  return (formula.match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? [])
    .map((part) => parseRange(part.trim()))
    .filter((range) => range !== undefined);
}

export function contains(range: CellRange, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** One number per cell, for maps and sets. */
export function cellKey(row: number, column: number): number {
  return row * MAX_COLUMNS + column;
}
