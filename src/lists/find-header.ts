import type { CellValue } from "./list-table.ts";

/** Rows from the first one on among which the headings are looked for. */
const LOOKED_AT = 30;
/** A row of headings names most of the columns that are in use. */
const LEAST_SHARE = 0.6;

interface FilledRow {
  row: number;
  cells: ReadonlyMap<number, CellValue>;
}

/**
 * The row of the headings: the first that names most columns, each otherwise and with a text; titles and notes above it are
 * shorter. Undefined if there is no row.
 * @param isUnfit rows that cannot hold headings
 */
export function headerRowOf(rows: readonly FilledRow[], isUnfit: (row: number) => boolean): number | undefined {
  const looked = rows.slice(0, LOOKED_AT);
  const widest = looked.reduce((most, { cells }) => Math.max(most, cells.size), 0);
  const wide = looked.filter(({ cells }) => cells.size >= widest * LEAST_SHARE);
  const fit = wide.filter(({ row }) => !isUnfit(row));
  return (fit.find(hasNames) ?? fit[0] ?? wide[0] ?? looked[0])?.row;
}

function hasNames({ cells }: FilledRow): boolean {
  const values = [...cells.values()];
  const names = values.map((value) => String(value).trim().toLowerCase());
  return values.every(isName) && new Set(names).size === names.length;
}

const isName = (value: CellValue): boolean => typeof value === "string" && !/^[\d.,:%/ -]*$/.test(value);
