import { FormulaError } from "../../../spreadsheet/formula/formula-error.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import type { Aggregate, SimplePivot } from "./read-pivot.ts";

/** The rows of a pivot's source, and the items of the fields that list theirs. */
export interface PivotRecords {
  rows: readonly (readonly Scalar[])[];
  /** By field: its items in ascending order, and the item of each row. */
  items: ReadonlyMap<number, FieldItems>;
}

export interface FieldItems {
  values: readonly Scalar[];
  /** Index of the item, by row. */
  ofRow: readonly number[];
}

/** A row or a column of a pivot table. */
export interface PivotLine {
  /** Items of the fields, outermost first, by their place in the order of the table; none for the total. */
  path: readonly number[];
}

/** A pivot table's content. */
export interface PivotResult {
  /** Items of a field as the table orders them: indexes into its values. */
  orders: ReadonlyMap<number, readonly number[]>;
  rows: readonly PivotLine[];
  columns: readonly PivotLine[];
  /** By row, then by column, then by data field. */
  values: readonly (readonly (readonly (number | undefined)[])[])[];
}

/** More than this is left to Excel. */
const MAX_LINES = 5_000;
const MAX_COLUMNS = 500;

class Accumulator {
  rows = 0;
  filled = 0;
  numbers = 0;
  sum = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;

  add(value: Scalar): void {
    this.rows++;
    if (value !== null && value !== "") this.filled++;
    if (typeof value !== "number") return;
    this.numbers++;
    this.sum += value;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }

  value(aggregate: Aggregate): number | undefined {
    if (this.rows === 0) return undefined;
    switch (aggregate) {
      case "sum":
        return this.sum;
      case "count":
        return this.filled;
      case "countNums":
        return this.numbers;
      case "average":
        return this.numbers > 0 ? this.sum / this.numbers : undefined;
      case "min":
        return this.numbers > 0 ? this.min : 0;
      case "max":
        return this.numbers > 0 ? this.max : 0;
    }
  }
}

/** Which items a field has; texts that differ only in case are one. Undefined if one of them is an error. */
export function fieldItems(rows: readonly (readonly Scalar[])[], field: number): FieldItems | undefined {
  const found = new Map<string, Scalar>();
  const keys: string[] = [];
  for (const row of rows) {
    const value = row[field] ?? null;
    if (value instanceof FormulaError) return undefined;
    const key = keyOf(value);
    if (!found.has(key)) found.set(key, value === "" ? null : value);
    keys.push(key);
  }
  const sorted = [...found].sort(([, a], [, b]) => compareItems(a, b));
  const index = new Map(sorted.map(([key], place) => [key, place]));
  return { values: sorted.map(([, value]) => value), ofRow: keys.map((key) => index.get(key) ?? 0) };
}

const keyOf = (value: Scalar): string =>
  value === null || value === "" ? "" : `${typeof value} ${String(value).toLowerCase()}`;

/** Numbers, texts, truth values, blanks. */
const rankOf = (value: Scalar): number =>
  typeof value === "number" ? 0 : typeof value === "string" ? 1 : typeof value === "boolean" ? 2 : 3;

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: false });

function compareItems(a: Scalar, b: Scalar): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return rankOf(a) - rankOf(b);
}

/** Calculates a pivot table; undefined if it gets too large, or its values cannot be added. */
export function pivotValues(pivot: SimplePivot, records: PivotRecords): PivotResult | undefined {
  const { rowFields, columnField, data } = pivot;
  if (records.rows.some((row) => data.some(({ field }) => row[field] instanceof FormulaError))) return undefined;
  const orders = new Map<number, readonly number[]>();
  const places = new Map<number, readonly number[]>();
  for (const [field, { values }] of records.items) {
    const order = [...values.keys()];
    if (pivot.descending.has(field)) order.reverse();
    orders.set(field, order);
    const place: number[] = [];
    for (const [at, item] of order.entries()) place[item] = at;
    places.set(field, place);
  }
  const placeOf = (field: number, row: number): number =>
    places.get(field)?.[records.items.get(field)?.ofRow[row] ?? 0] ?? 0;

  const lines = new Map<string, { line: PivotLine; cells: Map<number, Accumulator[]> }>();
  const columns = new Set<number>();
  for (const [index, row] of records.rows.entries()) {
    const column = columnField === undefined ? TOTAL : placeOf(columnField, index);
    columns.add(column);
    const path: number[] = [];
    for (let depth = 0; depth <= rowFields.length; depth++) {
      const field = rowFields[depth - 1];
      if (field !== undefined) path.push(placeOf(field, index));
      const key = path.join();
      let found = lines.get(key);
      if (!found) lines.set(key, (found = { line: { path: [...path] }, cells: new Map() }));
      for (const at of column === TOTAL ? [TOTAL] : [column, TOTAL]) {
        let cells = found.cells.get(at);
        if (!cells) found.cells.set(at, (cells = data.map(() => new Accumulator())));
        for (const [which, { field: measured }] of data.entries()) cells[which]?.add(row[measured] ?? null);
      }
    }
    if (lines.size > MAX_LINES || columns.size > MAX_COLUMNS) return undefined;
  }
  const ordered = [...lines.values()].filter(({ line }) => line.path.length > 0 || pivot.hasTotalRow);
  ordered.sort((a, b) => comparePaths(a.line.path, b.line.path));
  const columnLines: PivotLine[] =
    columnField === undefined ? [{ path: [] }] : [...columns].sort((a, b) => a - b).map((place) => ({ path: [place] }));
  if (pivot.hasTotalColumn) columnLines.push({ path: [] });
  return {
    orders,
    rows: ordered.map(({ line }) => line),
    columns: columnLines,
    values: ordered.map(({ cells }) =>
      columnLines.map(({ path }) =>
        data.map(({ aggregate }, which) => cells.get(path[0] ?? TOTAL)?.[which]?.value(aggregate)),
      ),
    ),
  };
}

const TOTAL = -1;

/** A line comes before those below it; the total is last. */
function comparePaths(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let depth = 0; depth < Math.min(a.length, b.length); depth++) {
    const difference = (a[depth] ?? 0) - (b[depth] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
