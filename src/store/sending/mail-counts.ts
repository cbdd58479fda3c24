import { and, eq, lte, or, type SQL, sql } from "drizzle-orm";
import type { Statement } from "../batch.ts";
import type { Database } from "../database.ts";
import { mailCounts } from "../schema/runs.ts";

const HOUR_MS = 60 * 60 * 1000;

const hourOf = (now: Date): number => Math.floor(now.getTime() / HOUR_MS);

/** When the next hour begins, and with it another bound. */
export const nextHour = (now: Date): Date => new Date((hourOf(now) + 1) * HOUR_MS);

/** Recipients of the mails that a workspace sends, counted by the hour (UTC): mail is no relay. */
export function createMailCounts(database: Database) {
  const ofHour = (workspaceId: string, now: Date) =>
    and(eq(mailCounts.workspaceId, workspaceId), eq(mailCounts.hour, hourOf(now)));

  return {
    /** Counts recipients if they fit into the hour; the first mail of an hour always does. False if they do not. */
    async take(workspaceId: string, recipients: number, limit: number, now: Date): Promise<boolean> {
      const taken = await database
        .insert(mailCounts)
        .values({ workspaceId, hour: hourOf(now), recipients })
        .onConflictDoUpdate({
          target: [mailCounts.hour, mailCounts.workspaceId],
          set: { recipients: sql`${mailCounts.recipients} + ${recipients}` },
          setWhere: or(eq(mailCounts.recipients, 0), lte(sql`${mailCounts.recipients} + ${recipients}`, limit)),
        })
        .returning({ recipients: mailCounts.recipients });
      return taken.length > 0;
    },

    /** Takes back what was counted for a mail that somebody else sends. */
    async giveBack(workspaceId: string, recipients: number, now: Date): Promise<void> {
      await database
        .update(mailCounts)
        .set({ recipients: sql`max(0, ${mailCounts.recipients} - ${recipients})` })
        .where(ofHour(workspaceId, now));
    },

    /** True once in an hour: for whoever tells the workspace that its bound is reached. */
    async isFirstBeyond(workspaceId: string, now: Date): Promise<boolean> {
      const marked = await database
        .update(mailCounts)
        .set({ reported: true })
        .where(and(ofHour(workspaceId, now), eq(mailCounts.reported, false)))
        .returning({ hour: mailCounts.hour });
      return marked.length > 0;
    },
  };
}

/** Whether recipients fit into the hour, as `take` decides it. */
export function fitsHour(workspaceId: string, recipients: number, limit: number, now: Date): SQL {
  return sql`not exists (select 1 from mail_counts where hour = ${hourOf(now)} and workspace_id = ${workspaceId}
    and recipients > 0 and recipients + ${recipients} > ${limit})`;
}

/** The statement that counts recipients if `condition` holds. */
export function countMail(
  database: Database,
  workspaceId: string,
  recipients: number,
  condition: SQL,
  now: Date,
): Statement {
  return database
    .insert(mailCounts)
    .select(sql`select ${workspaceId}, ${hourOf(now)}, ${recipients}, 0 where ${condition}`)
    .onConflictDoUpdate({
      target: [mailCounts.hour, mailCounts.workspaceId],
      set: { recipients: sql`${mailCounts.recipients} + ${recipients}` },
    });
}
