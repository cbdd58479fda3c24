import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./database.ts";

/** A statement that can be part of an atomic batch. */
export type Statement = BatchItem<"sqlite">;

/**
 * Runs statements in order as one transaction; `last` is the one whose rows are wanted. It may not select columns of the
 * same name from two tables: D1 answers batches with objects, in which only one of them survives.
 */
export async function runBatch<Last extends Statement>(
  database: Database,
  statements: readonly Statement[],
  last: Last,
): Promise<Last["_"]["result"]> {
  const [first, ...rest] = [...statements, last];
  const results = await database.batch([first as Statement, ...rest]);
  return results.at(-1) as Last["_"]["result"];
}
