import { and, eq, sql } from "drizzle-orm";
import { runBatchWithFirst } from "../batch.ts";
import type { Database } from "../database.ts";
import { newId } from "../ids.ts";
import { insertLinks, type NewLinks } from "../links.ts";
import { claiming, type LeasedEntry, leasedEntry } from "../outbox.ts";
import { outbox } from "../schema/runs.ts";
import { countMail, fitsHour } from "./mail-counts.ts";

/** What a delivery takes along when it goes. */
export interface ClaimTerms {
  /** Where it goes; empty: no matter how many go there. */
  target: string;
  /** Recipients of a mail, which must fit into the workspace's hour. */
  mails?: { recipients: number; limit: number };
  /** Links to be written. */
  links?: NewLinks;
}

/** The delivery is this worker's; or it is not, perhaps because the workspace has sent too many mails in this hour. */
export type Claimed = { claim: LeasedEntry } | { claim: undefined; isHourFull: boolean };

/** Takes deliveries with all that has to be written before they go, in one call. */
export function createClaims(database: Database) {
  return {
    /** Takes a due delivery (`outbox.claim`), counts its recipients and writes its links: all of it, or nothing. */
    async take(
      workspaceId: string,
      outboxId: string,
      now: Date,
      { target, mails, links }: ClaimTerms,
    ): Promise<Claimed> {
      const lease = newId();
      const fits = mails && fitsHour(workspaceId, mails.recipients, mails.limit, now);
      const isMine = sql`exists (select 1 from outbox where id = ${outboxId} and lease = ${lease})`;
      const [claimed, [rest]] = await runBatchWithFirst(
        database,
        claiming(database, { workspaceId, id: outboxId, lease, target }, now, fits),
        [
          ...(mails ? [countMail(database, workspaceId, mails.recipients, isMine, now)] : []),
          ...(links ? await insertLinks(database, workspaceId, links, isMine) : []),
        ],
        database
          .select({
            isHourFull: fits ? sql<number>`not ${fits}`.as("is_hour_full") : sql<number>`0`.as("is_hour_full"),
          })
          .from(outbox)
          .where(and(eq(outbox.id, outboxId), eq(outbox.workspaceId, workspaceId))),
      );
      const claim = leasedEntry(claimed, lease);
      return claim ? { claim } : { claim, isHourFull: rest?.isHourFull === 1 };
    },
  };
}
