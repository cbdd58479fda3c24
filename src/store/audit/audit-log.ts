import { and, asc, desc, eq, gt, gte, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AuditEntry, AuditHead, AuditResource } from "../../domain/audit/entry.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import type { Database } from "../database.ts";
import type { Page } from "../page.ts";
import { auditHeads, auditLog, auditRefusals } from "../schema/audit.ts";
import { isChangeable } from "../schema/is-here.ts";

/** An entry of the log, as it is kept. */
export interface StoredEntry {
  seq: number;
  /** Canonical JSON. */
  text: string;
  hash: string;
  /** What filters compare; `text` says the same. */
  columns: { at: number; actor: string; action: string; resourceType: string; resourceId: string };
}

export interface AuditFilter {
  /** Id of a person or key. */
  actor?: string;
  /** `document.updated`, or `document` for everything that is done to documents. */
  action?: string;
  resourceType?: string;
  resourceId?: string;
  from?: Date;
  to?: Date;
}

/** A signed end of a chain, as the service keeps it. */
export interface KeptHead extends AuditHead {
  /** JSON of the signed statement. */
  signed: string;
  at: Date;
}

/** Refused requests of one minute. */
export interface Refusals {
  at: Date;
  network: string;
  /** Of the failure. */
  code: string;
  count: number;
}

const minuteOf = (time: Date): number => Math.floor(time.getTime() / 60_000);

const HEADS = "audit/";
const headKey = (workspaceId: string, seq: number) => `${HEADS}${workspaceId}/${String(seq).padStart(12, "0")}.json`;

/** What the key of a head says after its prefix. */
function seqOf(name: string): number | undefined {
  const [, seq] = /^(\d{12})\.json$/.exec(name) ?? [];
  return seq === undefined ? undefined : Number(seq);
}

/** Names that R2 lists in one call, and heads that are read from it at once. */
const NAMES_AT_ONCE = 1_000;
const HEADS_AT_ONCE = 20;

/**
 * Signed heads that one request reads: there are up to 8,766 in a year, each is a call, and a request has 10,000 calls at most, or 1,000.
 */
export const MOST_HEADS = 500;

/** Whether a blob is the log's own: it is named by no row, on purpose. */
export const isAuditBlob = (key: string): boolean => key.startsWith(HEADS);

/** The log of what was done. Entries are written by the change that they tell of (`recording.ts`). */
export function createAuditLog(database: Database, bucket: R2Bucket) {
  const ofWorkspace = (workspaceId: string) => eq(auditLog.workspaceId, workspaceId);

  return {
    async list(workspaceId: string, filter: AuditFilter, page: Page): Promise<StoredEntry[]> {
      const { actor, action, resourceType, resourceId, from, to } = filter;
      const { after, descending = false, limit } = page;
      const start = after && (descending ? lt : gt)(auditLog.seq, Number(after.id));
      const rows = await database
        .select()
        .from(auditLog)
        .where(
          and(
            ofWorkspace(workspaceId),
            actor === undefined ? undefined : eq(auditLog.actor, actor),
            action === undefined ? undefined : matchesAction(action),
            resourceType === undefined ? undefined : eq(auditLog.resourceType, resourceType),
            resourceId === undefined ? undefined : eq(auditLog.resourceId, resourceId),
            from && gte(auditLog.at, from.getTime()),
            to && lte(auditLog.at, to.getTime()),
            start,
          ),
        )
        .orderBy(descending ? desc(auditLog.seq) : asc(auditLog.seq))
        .limit(limit);
      return rows.map(toStored);
    },

    /** The newest entry about each of some resources, of those that have one. @param except actions that do not count */
    async latestOf(
      workspaceId: string,
      resources: readonly Pick<AuditResource, "type" | "id">[],
      except: readonly string[] = [],
    ): Promise<StoredEntry[]> {
      if (resources.length === 0) return [];
      const asked = JSON.stringify(resources.map(({ type, id }) => [type, id]));
      const latest = sql`(select max(seq) from audit_log as newest where newest.workspace_id = ${workspaceId}
        and newest.resource_type = asked.value ->> 0 and newest.resource_id = asked.value ->> 1
        and newest.action not in (select value from json_each(${JSON.stringify(except)})))`;
      const rows = await database
        .select()
        .from(auditLog)
        .where(
          and(ofWorkspace(workspaceId), sql`${auditLog.seq} in (select ${latest} from json_each(${asked}) as asked)`),
        );
      return rows.map(toStored);
    },

    async head(workspaceId: string): Promise<AuditHead> {
      const [row] = await database
        .select({ seq: auditLog.seq, hash: auditLog.hash })
        .from(auditLog)
        .where(ofWorkspace(workspaceId))
        .orderBy(desc(auditLog.seq))
        .limit(1);
      return row ?? { seq: 0, hash: "" };
    },

    /** Keeps a signed head: outside of the database first, where whoever writes the database cannot change it. */
    async keepHead(workspaceId: string, { seq, hash, signed, at }: KeptHead): Promise<void> {
      await bucket.put(headKey(workspaceId, seq), signed, { onlyIf: { etagDoesNotMatch: "*" } });
      await database
        .insert(auditHeads)
        .values({ workspaceId, seq, hash, signed, at: at.getTime() })
        .onConflictDoNothing();
    },

    /**
     * The entries whose signed heads are kept outside of the database, in their order. Only the names of the heads are read.
     * @param after the entry before the first one that is asked for
     * @param most how many are asked for
     */
    async headsOutside(workspaceId: string, after = 0, most = Number.POSITIVE_INFINITY): Promise<number[]> {
      const prefix = `${HEADS}${workspaceId}/`;
      const seqs: number[] = [];
      for (let startAfter = headKey(workspaceId, after); ; ) {
        const limit = Math.min(NAMES_AT_ONCE, most - seqs.length);
        const { objects, truncated } = await bucket.list({ prefix, startAfter, limit });
        // Whatever else may lie there is no head.
        appendAll(
          seqs,
          objects.flatMap(({ key }) => seqOf(key.slice(prefix.length)) ?? []),
        );
        const last = objects.at(-1);
        if (!truncated || !last || seqs.length >= most) return seqs;
        startAfter = last.key;
      }
    },

    /** The signed heads of entries as they are kept outside of the database, except those that are gone. Each is a call of its own. */
    async signedOutside(workspaceId: string, seqs: readonly number[]): Promise<string[]> {
      const texts = await mapConcurrent(seqs, HEADS_AT_ONCE, async (seq) =>
        (await bucket.get(headKey(workspaceId, seq)))?.text(),
      );
      return texts.filter((text) => text !== undefined);
    },

    /** Heads of a workspace that its auditor has not got yet, oldest first. */
    async unsentHeads(workspaceId: string): Promise<KeptHead[]> {
      const rows = await database
        .select()
        .from(auditHeads)
        .where(and(eq(auditHeads.workspaceId, workspaceId), isNull(auditHeads.sentAt)))
        .orderBy(asc(auditHeads.seq));
      return rows.map(({ seq, hash, signed, at }) => ({ seq, hash, signed, at: new Date(at) }));
    },

    async headSent(workspaceId: string, seq: number, now: Date): Promise<void> {
      await database
        .update(auditHeads)
        .set({ sentAt: now.getTime() })
        .where(and(eq(auditHeads.workspaceId, workspaceId), eq(auditHeads.seq, seq)));
    },

    /**
     * The last entry from before a time whose signed head is kept: what follows it begins with the hash that the head
     * states, and can be proven without it. Undefined if there is none.
     */
    async lastProvenBefore(workspaceId: string, time: Date): Promise<number | undefined> {
      const [found] = await database
        .select({ seq: auditHeads.seq })
        .from(auditHeads)
        .innerJoin(auditLog, and(eq(auditLog.workspaceId, auditHeads.workspaceId), eq(auditLog.seq, auditHeads.seq)))
        .where(and(eq(auditHeads.workspaceId, workspaceId), lt(auditLog.at, time.getTime())))
        .orderBy(desc(auditHeads.seq))
        .limit(1);
      return found?.seq;
    },

    /** Removes the entries up to this one. */
    async removeUpTo(workspaceId: string, seq: number): Promise<void> {
      await database.delete(auditLog).where(and(ofWorkspace(workspaceId), lte(auditLog.seq, seq)));
    },

    /** Counts a request whose credentials were refused. @param workspaceId whose key was named; empty for nobody's */
    async countRefusal(workspaceId: string, network: string, code: string, now: Date): Promise<void> {
      await database
        .insert(auditRefusals)
        .values({ minute: minuteOf(now), workspaceId, network, code, count: 1 })
        .onConflictDoUpdate({
          target: [auditRefusals.workspaceId, auditRefusals.minute, auditRefusals.network, auditRefusals.code],
          set: { count: sql`${auditRefusals.count} + 1` },
        });
    },

    /** Requests that named a key of the workspace and were refused, newest first. */
    async refusals(workspaceId: string, since: Date, limit: number): Promise<Refusals[]> {
      const rows = await database
        .select()
        .from(auditRefusals)
        .where(and(eq(auditRefusals.workspaceId, workspaceId), gte(auditRefusals.minute, minuteOf(since))))
        .orderBy(desc(auditRefusals.minute))
        .limit(limit);
      return rows.map(({ minute, network, code, count }) => ({ at: new Date(minute * 60_000), network, code, count }));
    },
  };
}

/** The logs of all workspaces. */
export function createAuditUpkeep(database: Database) {
  return {
    /** The ends of chains that have grown since a head was kept, where that was before `before`. */
    async headsToKeep(before: Date): Promise<(AuditHead & { workspaceId: string })[]> {
      return database.all<AuditHead & { workspaceId: string }>(sql`
        select log.workspace_id as workspaceId, log.seq as seq, log.hash as hash
        from (select workspace_id, max(seq) as seq from audit_log group by workspace_id) as latest
        join audit_log as log on log.workspace_id = latest.workspace_id and log.seq = latest.seq
        where ${isChangeable(sql`log.workspace_id`)}
          and not exists (select 1 from audit_heads where audit_heads.workspace_id = log.workspace_id
          and (audit_heads.seq >= log.seq or audit_heads.at > ${before.getTime()}))`);
    },

    async dropRefusals(before: Date): Promise<void> {
      await database.delete(auditRefusals).where(lt(auditRefusals.minute, minuteOf(before)));
    },
  };
}

function matchesAction(action: string): SQL {
  return action.includes(".")
    ? eq(auditLog.action, action)
    : sql`substr(${auditLog.action}, 1, ${action.length + 1}) = ${`${action}.`}`;
}

function toStored({ seq, entry, hash, workspaceId: _, ...columns }: typeof auditLog.$inferSelect): StoredEntry {
  return { seq, text: entry, hash, columns };
}

/** What an entry says. */
export const readEntry = ({ text }: Pick<StoredEntry, "text">): AuditEntry => JSON.parse(text) as AuditEntry;
