import { and, asc, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { idsBefore } from "./ids.ts";

/** An id and the time that is kept beside it may come from two clocks, and a try's id is made at its end. */
const ID_SLACK_MS = 60 * 60 * 1000;

/** Which rows of a list are asked for. */
export interface Page<Order extends string = string> {
  limit: number;
  /** The last row of the page before: its value in the list's order, and its id. */
  after?: { value?: string | number; id: string };
  order?: Order;
  descending?: boolean;
}

/** What a list is ordered by, and the id that distinguishes rows of equal value. */
interface Keys {
  id: AnySQLiteColumn;
  /** Left out if ids themselves are the order. */
  by?: AnySQLiteColumn | SQL;
}

/** The condition that leaves out everything up to the end of the page before. */
export function afterStart({ id, by }: Keys, { after, descending = false }: Page): SQL | undefined {
  if (after === undefined) return undefined;
  const sign = sql.raw(descending ? "<" : ">");
  const lastId = id.dataType === "number" ? Number(after.id) : after.id;

  return by === undefined
    ? sql`${id} ${sign} ${lastId}`
    : sql`(${by}, ${id}) ${sign} (${after.value ?? null}, ${lastId})`;
}

/** What to order by. */
export function inOrder({ id, by }: Keys, { descending = false }: Page): SQL[] {
  const columns = by === undefined ? [id] : [by, id];
  return columns.map((column) => (descending ? desc(column) : asc(column)));
}

/**
 * Ids of rows that were made within two times, and somewhat earlier and later. Lists go through ids in their order: rows of other
 * times need not be looked at, however many they are. What is asked for exactly is a condition beside it.
 */
export function madeAbout(id: AnySQLiteColumn, { since, until }: { since?: Date; until?: Date }): SQL | undefined {
  return and(
    since && gte(id, idsBefore(new Date(since.getTime() - ID_SLACK_MS))),
    until && lt(id, idsBefore(new Date(until.getTime() + ID_SLACK_MS))),
  );
}
