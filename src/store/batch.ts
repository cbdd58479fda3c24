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

/** Like `runBatch`, for a batch whose first statement's rows are wanted, too. */
export async function runBatchWithFirst<First extends Statement, Last extends Statement>(
  database: Database,
  first: First,
  statements: readonly Statement[],
  last: Last,
): Promise<[First["_"]["result"], Last["_"]["result"]]> {
  const results = await database.batch([first as Statement, ...statements, last]);
  return [results[0] as First["_"]["result"], results.at(-1) as Last["_"]["result"]];
}

/** A bound parameter is a string of at most 2 MB. */
const CHUNK_LENGTH = 500_000;

/** Rows as JSON arrays for `json_each`, as few as the length of parameters allows. */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[][] = [];
  let length = CHUNK_LENGTH;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (length + json.length > CHUNK_LENGTH) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(json);
    length += json.length;
  }
  return chunks.map((chunk) => `[${chunk.join(",")}]`);
}
