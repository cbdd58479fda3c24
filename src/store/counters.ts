import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { counters } from "./schema/workspaces.ts";

export interface MergeCounts {
  merges: number;
  testMerges: number;
}

/** How much a workspace merged (decisions: `GET /api/account`). */
export function createCounters(database: Database) {
  return {
    /** All merges of a workspace, and those of the month (UTC) of `now`. */
    async read(workspaceId: string, now: Date): Promise<{ total: MergeCounts; month: MergeCounts }> {
      const rows = await database.select().from(counters).where(eq(counters.workspaceId, workspaceId));
      const current = rows.filter((row) => row.month === monthOf(now));
      return { total: sum(rows), month: sum(current) };
    },
  };
}

/**
 * The statement that counts the run that `condition` selects, if it merged a document, and its parts; it goes into the
 * batch that makes the run done.
 */
export function countMerges(
  database: Database,
  condition: SQL | undefined,
  parts: readonly { run: { test: boolean }; problem?: unknown }[],
  now: Date,
) {
  const merged = parts.filter(({ problem }) => problem === undefined);
  const testParts = merged.filter(({ run }) => run.test).length;
  const own = sql`(kind = 'document')`;
  return counted(
    database,
    sql`
      select workspace_id, ${monthOf(now)}, iif(test, 0, ${own}) + ${merged.length - testParts},
        iif(test, ${own}, 0) + ${testParts}
      from runs where ${condition}`,
  );
}

/** The statement that counts those of some runs that are not there yet, if `condition` holds. */
export function countNewMerges(
  database: Database,
  workspaceId: string,
  merges: readonly { id: string; test: boolean }[],
  condition: SQL,
  now: Date,
) {
  return counted(
    database,
    sql`
      select ${workspaceId}, ${monthOf(now)}, sum(not merge.value ->> 'test'), sum(merge.value ->> 'test')
      from json_each(${JSON.stringify(merges)}) as merge
      where ${condition} and not exists (select 1 from runs where runs.id = merge.value ->> 'id')
      having count(*) > 0`,
  );
}

/** The statement that counts one merge of a document, if `condition` holds. */
export function countMerge(database: Database, workspaceId: string, test: boolean, condition: SQL, now: Date) {
  return counted(
    database,
    sql`select ${workspaceId}, ${monthOf(now)}, ${test ? 0 : 1}, ${test ? 1 : 0} where ${condition}`,
  );
}

/** The statement that takes back the count of a merge of a document that is done; it goes before the one that removes the run. */
export function uncountMerge(database: Database, workspaceId: string, isRun: SQL | undefined) {
  const month = sql`(select strftime('%Y-%m', finished_at / 1000, 'unixepoch') from runs where ${isRun})`;
  return database
    .update(counters)
    .set({
      merges: sql`${counters.merges} - (select not test from runs where ${isRun})`,
      testMerges: sql`${counters.testMerges} - (select test from runs where ${isRun})`,
    })
    .where(and(eq(counters.workspaceId, workspaceId), eq(counters.month, month)));
}

/** Adds rows of counts to those that are there. */
function counted(database: Database, rows: SQL) {
  return database
    .insert(counters)
    .select(rows)
    .onConflictDoUpdate({
      target: [counters.workspaceId, counters.month],
      set: {
        merges: sql`${counters.merges} + excluded.merges`,
        testMerges: sql`${counters.testMerges} + excluded.test_merges`,
      },
    });
}

const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

function sum(rows: MergeCounts[]): MergeCounts {
  return {
    merges: rows.reduce((total, row) => total + row.merges, 0),
    testMerges: rows.reduce((total, row) => total + row.testMerges, 0),
  };
}
