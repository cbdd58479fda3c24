import type { Cell, MarkedCell, ReadList } from "./list-calls.ts";

/** A list that is open on the screen, with what was corrected in it. */
export interface OpenList {
  name: string;
  /** Where it came from; undefined for rows that were pasted. */
  file: File | undefined;
  sheets: readonly string[];
  sheet: string;
  headerRow: number;
  headings: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** The rows' numbers in their sheet. */
  numbers: readonly number[];
  /** Cells whose value could not be read, by `row column` as they stand on the screen; a correction takes one away. */
  unknown: ReadonlyMap<string, string>;
  targets: ReadList["targets"];
  suggested: Readonly<Record<string, string>>;
  warnings: readonly string[];
  /** Whether all rows are there; until then it has the first ones. */
  isWhole: boolean;
}

export function openList(read: ReadList, name: string, file: File | undefined): OpenList {
  const places = new Map(read.row_numbers.map((row, index) => [row, index]));
  const unknown = read.problems.filter(({ kind }) => kind === "unknown");
  return {
    name,
    file,
    sheets: read.sheets,
    sheet: read.sheet,
    headerRow: read.header_row,
    headings: read.columns.map(({ heading }) => heading),
    rows: read.rows as Cell[][],
    numbers: read.row_numbers,
    unknown: new Map(unknown.map(({ row, column, message }) => [`${places.get(row) ?? 0} ${column}`, message])),
    targets: read.targets,
    suggested: Object.fromEntries(
      read.columns.flatMap(({ heading, suggested }) => (suggested ? [[heading, suggested]] : [])),
    ),
    warnings: read.warnings,
    isWhole: !read.more,
  };
}

/**
 * The list with all of its rows, and what was corrected in the first ones while they were read.
 * @param first as it was read
 * @param now as it stands on the screen
 */
export function wholeList(first: OpenList, now: OpenList, whole: OpenList): OpenList {
  const isCorrected = (row: number, column: number) =>
    first.numbers[row] === whole.numbers[row] && now.rows[row]?.[column] !== first.rows[row]?.[column];
  const isSame = first.headings.every((heading, column) => heading === whole.headings[column]);
  if (now.rows === first.rows || !isSame) return whole;
  const rows = whole.rows.map((cells, row) =>
    cells.map((cell, column) => (isCorrected(row, column) ? (now.rows[row]?.[column] ?? cell) : cell)),
  );
  const unknown = [...whole.unknown].filter(([place]) => !first.unknown.has(place) || now.unknown.has(place));
  return { ...whole, rows, unknown: new Map(unknown) };
}

/** A cell with another value: a number stays one where a number stood. */
export function correctedList(list: OpenList, row: number, column: number, text: string): OpenList {
  const before = list.rows[row]?.[column];
  const isNumber = typeof before === "number" && /^-?\d+(?:\.\d+)?$/.test(text) && String(Number(text)) === text;
  const cells = (list.rows[row] ?? []).with(column, isNumber ? Number(text) : text);
  const unknown = new Map(list.unknown);
  unknown.delete(`${row} ${column}`);
  return { ...list, rows: list.rows.with(row, cells), unknown };
}

/** What is wrong, by `row column`: what was read of the rows as they stand now, and what could not be read of the file. */
export function marksOf(list: OpenList, problems: readonly MarkedCell[]): Map<string, string> {
  // The headings are the first of the rows that were read.
  const found = problems.map(({ row, column, message }) => [`${row - 2} ${column}`, message] as const);
  return new Map([...found, ...list.unknown]);
}

type Rows = Pick<OpenList, "headings" | "rows">;

/** The places of rows that become one record with a row: its own, or of all with the same value in the column that groups. */
export function placesOfRecord({ headings, rows }: Rows, row: number, groupBy: string): number[] {
  const own = rows[row];
  if (!own) return [];
  const column = headings.indexOf(groupBy);
  const groupOf = (cells: readonly Cell[] | undefined) => String(cells?.[column] ?? "").trim();
  const value = column < 0 ? "" : groupOf(own);
  return value === "" ? [row] : [...rows.keys()].filter((place) => groupOf(rows[place]) === value);
}

/** The rows that become one record with a row. */
export const rowsOfRecord = (list: Rows, row: number, groupBy: string): (readonly Cell[])[] =>
  placesOfRecord(list, row, groupBy).map((place) => list.rows[place] ?? []);
