/** The rows of a table, laid out when they are asked for: those of a long table are never all in memory. */
import type { Row, Table } from "../model/blocks.ts";
import type { RowLayout } from "./table-parts.ts";

/** Shorter tables are laid out as a whole. */
const LONG_ROWS = 120;
const GROUP_ROWS = 40;
/** Groups that are kept beside the first, which holds the header rows: a placer goes back a few rows at most. */
const CACHED_GROUPS = 3;

export interface TableLayout {
  table: Table;
  xPt: number;
  widthPt: number;
  /** Left edges of the grid columns and the right edge of the last one. */
  edgesPt: number[];
  rows: TableRows;
  headerRows: number;
}

interface Group {
  from: number;
  rows: readonly RowLayout[];
}

export class TableRows {
  readonly length: number;
  /** First rows of groups that no merged cell reaches out of. */
  readonly #starts: readonly number[];
  readonly #layOut: (from: number, to: number) => readonly RowLayout[];
  #first: Group | undefined;
  readonly #kept: Group[] = [];

  /** @param layOut lays out rows that no merged cell reaches out of */
  constructor(table: Table, layOut: (from: number, to: number) => readonly RowLayout[]) {
    this.length = table.rows.length;
    this.#starts = groupStarts(table.rows);
    this.#layOut = layOut;
  }

  at(index: number): RowLayout | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { from, rows } = this.#groupOf(index);
    return rows[index - from];
  }

  slice(from: number, to: number): RowLayout[] {
    const rows: RowLayout[] = [];
    for (let index = from; index < to; index++) {
      const row = this.at(index);
      if (row) rows.push(row);
    }
    return rows;
  }

  all(): RowLayout[] {
    return this.slice(0, this.length);
  }

  #groupOf(index: number): Group {
    for (const group of this.#kept) {
      if (index >= group.from && index < group.from + group.rows.length) return group;
    }
    const place = this.#starts.findLastIndex((start) => start <= index);
    const from = this.#starts[place] ?? 0;
    const group = (from === 0 && this.#first) || {
      from,
      rows: this.#layOut(from, this.#starts[place + 1] ?? this.length),
    };
    if (from === 0) this.#first = group;
    this.#kept.push(group);
    if (this.#kept.length > CACHED_GROUPS) this.#kept.shift();
    return group;
  }
}

function groupStarts(rows: readonly Row[]): number[] {
  const starts = [0];
  if (rows.length <= LONG_ROWS) return starts;
  let last = 0;
  for (const [index, { cells }] of rows.entries()) {
    if (index - last < GROUP_ROWS || cells.some(({ format }) => format.verticalMerge === "continue")) continue;
    starts.push(index);
    last = index;
  }
  return starts;
}
