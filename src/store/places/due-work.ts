import { isNotNull, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { hookCalls } from "../schema/hooks.ts";
import { outbox, runs } from "../schema/runs.ts";

/** Runs, deliveries and events that are under way or wait for their time. */
export function createDueWork(database: Database) {
  return {
    async isThere(): Promise<boolean> {
      const found = await database.batch([
        database.select({ is: sql`1` }).from(runs).where(isNotNull(runs.dueAt)).limit(1),
        database.select({ is: sql`1` }).from(outbox).where(isNotNull(outbox.dueAt)).limit(1),
        database.select({ is: sql`1` }).from(hookCalls).where(isNotNull(hookCalls.dueAt)).limit(1),
      ]);
      return found.some((rows) => rows.length > 0);
    },
  };
}
