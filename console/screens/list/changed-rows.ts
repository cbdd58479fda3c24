import type { Cell, MarkedCell, ReadList } from "./list-calls.ts";
import { type OpenList, placesOfRecord } from "./open-list.ts";

/** What was found in a list. */
export type Found = Pick<ReadList, "problems" | "problem_count" | "record_count">;

/** A list, and how its columns were filled in. */
export interface ColumnedList {
  list: Pick<OpenList, "headings" | "rows">;
  mapping: Readonly<Record<string, string>>;
  groupBy: string;
}

/** Who corrects more than these at once has done something else than type. */
const MAX_CHANGED = 20;
/** The headings are the first of the rows that are sent, and rows are counted from 1. */
const FIRST_ROW = 2;

const isEmpty = (cells: readonly Cell[] | undefined): boolean =>
  cells?.every((cell) => typeof cell === "string" && cell.trim() === "") ?? true;

/**
 * The places of the rows to be read again where a few cells were corrected since the list was read: with each, the others of its
 * record. Undefined if all have to be: other columns, other records, or cells to look at that were counted and not named.
 */
export function changedRows(before: ColumnedList & { found: Found }, now: ColumnedList): number[] | undefined {
  const { list, found } = before;
  const { headings, rows } = now.list;
  const isSame = list.headings === headings && before.mapping === now.mapping && before.groupBy === now.groupBy;
  if (!isSame || list.rows.length !== rows.length || found.problem_count !== found.problems.length) return undefined;
  const changed = [...rows.keys()].filter((place) => rows[place] !== list.rows[place]);
  const group = headings.indexOf(now.groupBy);
  const isRecordsOwn = (place: number): boolean =>
    // a row that becomes empty, or is it no more, is one record less or more
    !isEmpty(rows[place]) &&
    !isEmpty(list.rows[place]) &&
    (group < 0 || rows[place]?.[group] === list.rows[place]?.[group]);
  if (changed.length === 0 || changed.length > MAX_CHANGED || !changed.every(isRecordsOwn)) return undefined;

  const places = new Set(changed.flatMap((place) => placesOfRecord(now.list, place, now.groupBy)));
  return [...places].sort((one, other) => one - other);
}

/** What is found in the whole list, where only the rows at these places were read again. */
export function foundAgain(before: Found, places: readonly number[], again: Found): Found {
  const isRead = new Set(places.map((place) => place + FIRST_ROW));
  const kept = before.problems.filter(({ row }) => !isRead.has(row));
  const moved = again.problems.map((cell): MarkedCell => ({ ...cell, row: rowAt(places, cell.row) }));
  return {
    problems: [...kept, ...moved],
    problem_count: kept.length + again.problem_count,
    record_count: before.record_count,
  };
}

const rowAt = (places: readonly number[], row: number): number => (places[row - FIRST_ROW] ?? 0) + FIRST_ROW;
