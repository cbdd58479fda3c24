import { and, asc, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Database } from "../database.ts";
import { applicationRecords } from "../schema/ways-in.ts";

/** What the authorization server for applications keeps, by keys of its own. */
export function createApplicationRecords(database: Database) {
  const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);
  const isAlive = (now: Date) =>
    or(isNull(applicationRecords.expiresAt), gt(applicationRecords.expiresAt, secondsOf(now)));

  return {
    async get(key: string, now: Date): Promise<string | undefined> {
      const [row] = await database
        .select({ value: applicationRecords.value })
        .from(applicationRecords)
        .where(and(eq(applicationRecords.key, key), isAlive(now)));
      return row?.value;
    },

    /** @param expiresAt seconds since 1970 */
    async put(key: string, value: string, expiresAt: number | undefined): Promise<void> {
      const values = { value, expiresAt: expiresAt ?? null };
      await database
        .insert(applicationRecords)
        .values({ key, ...values })
        .onConflictDoUpdate({ target: applicationRecords.key, set: values });
    },

    /** Writes only over what was read: false if it is another value by now. */
    async replace(key: string, former: string, value: string, expiresAt: number | undefined): Promise<boolean> {
      const replaced = await database
        .update(applicationRecords)
        .set({ value, expiresAt: expiresAt ?? null })
        .where(and(eq(applicationRecords.key, key), eq(applicationRecords.value, former)))
        .returning({ key: applicationRecords.key });
      return replaced.length > 0;
    },

    async remove(key: string): Promise<void> {
      await database.delete(applicationRecords).where(eq(applicationRecords.key, key));
    },

    /** Keys that begin with a text, in their order. @param after the last one of the page before */
    async keys(
      prefix: string,
      after: string | undefined,
      limit: number,
      now: Date,
    ): Promise<{ key: string; expiresAt: number | undefined }[]> {
      const rows = await database
        .select({ key: applicationRecords.key, expiresAt: applicationRecords.expiresAt })
        .from(applicationRecords)
        .where(
          and(gt(applicationRecords.key, after ?? prefix), lt(applicationRecords.key, `${prefix}\uffff`), isAlive(now)),
        )
        .orderBy(asc(applicationRecords.key))
        .limit(limit);
      return rows.map(({ key, expiresAt }) => ({ key, expiresAt: expiresAt ?? undefined }));
    },

    /** Removes what has expired. */
    async sweep(now: Date): Promise<void> {
      await database.delete(applicationRecords).where(lt(applicationRecords.expiresAt, secondsOf(now)));
    },
  };
}
