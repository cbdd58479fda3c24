import { and, gte, lt, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { idsBefore } from "./ids.ts";

/** An id and the time that is kept beside it may come from two clocks, and a try's id is made at its end. */
const SLACK_MS = 60 * 60 * 1000;

/**
 * Ids of rows that were made within two times, and somewhat earlier and later. Lists go through ids in their order: rows of other
 * times need not be looked at, however many they are. What is asked for exactly is a condition beside it.
 */
export function madeAbout(id: AnySQLiteColumn, { since, until }: { since?: Date; until?: Date }): SQL | undefined {
  return and(
    since && gte(id, idsBefore(new Date(since.getTime() - SLACK_MS))),
    until && lt(id, idsBefore(new Date(until.getTime() + SLACK_MS))),
  );
}
