import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { Attempt, NewAttempt, NewOutboxEntry, OutboxEntry } from "../domain/delivery/outbox.ts";
import { alertOfDelivery } from "./alerts.ts";
import { jsonChunks, runBatch, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import type { DayFile, DayFiles } from "./day-files/day-files.ts";
import type { FiledRun } from "./day-files/filed-rows.ts";
import { isRunSeen } from "./folder-view.ts";
import { newId } from "./ids.ts";
import { createOutboxLists } from "./outbox-lists.ts";
import { toAttempt, toEntry } from "./outbox-rows.ts";
import { toDate } from "./run-rows.ts";
import { isChangeable } from "./schema/is-here.ts";
import { attempts, deliveryTargets, isNotPurged, outbox, runs } from "./schema/runs.ts";
import { isReady, recordTarget, restOf } from "./targets.ts";

/** How long a worker may take over one try before the delivery is due again. */
export const OUTBOX_LEASE_MS = 2 * 60 * 1000;

/** A delivery that this worker, and no other, now tries. */
export interface LeasedEntry {
  entry: OutboxEntry;
  lease: string;
}

/** What a try has led to: the end, good or bad, or another try. */
export type TryOutcome = { status: "done" | "partial" | "dead" | "held" } | { status: "pending"; dueAt: Date };

/** What else a try has revealed. */
export interface TryFindings {
  /** What was or would be sent. */
  preview?: Record<string, unknown>;
  /** Whether the target answered like one that works; undefined when it was not asked. */
  targetWorks?: boolean;
  /** The target's name, for the record of its failures. */
  target?: string;
  /** Until then data and files of the run stay: somebody may want to try it again, or to look at what was not sent. */
  keepUntil?: Date;
}

/** A row and its workspace, as messages name them. */
export interface OutboxName {
  workspaceId: string;
  id: string;
}

/** How long a message may take through the queue before the cron sends another one. */
export const QUEUE_GRACE_PERIOD_MS = 60 * 1000;
/** The same for what the cron sends, if much is waiting. */
const CRON_GRACE_PERIOD_MS = 5 * 60 * 1000;
/** The longest wait that is left to the queue; for longer ones the cron sends the message. */
export const QUEUE_DELAY_MS = 10 * 60 * 1000;

/** Deliveries to be made and the tries to make them (wire "Deliveries"). Rows are made by `runs.finish`. */
export function createOutbox(database: Database, dayFiles: DayFiles, view?: FolderView) {
  const isSeen =
    view && sql`exists (select 1 from ${runs} where ${runs.id} = ${outbox.runId} and ${isRunSeen(view, runs)})`;
  const one = (workspaceId: string, id: string) => and(eq(outbox.id, id), eq(outbox.workspaceId, workspaceId), isSeen);
  const held = (workspaceId: string, id: string, lease: string) =>
    and(one(workspaceId, id), eq(outbox.lease, lease), eq(outbox.status, "sending"));

  /** A run of the view in one of the files. */
  async function filedRun(files: readonly DayFile[], isWanted: (filed: FiledRun) => boolean) {
    const [found] = await dayFiles.named(await dayFiles.pick(files, isWanted));
    return found?.filed;
  }

  return {
    ...createOutboxLists(database, dayFiles, view),

    /**
     * Takes a due delivery; undefined if it is not due, is final or unknown, another worker tries it, or its target
     * rests or has as many deliveries under way as allowed.
     * @param target where the delivery goes; empty: no matter how many go there
     */
    async claim(workspaceId: string, id: string, now: Date, target = ""): Promise<LeasedEntry | undefined> {
      const lease = newId();
      return leasedEntry(await claiming(database, { workspaceId, id, lease, target }, now, isSeen), lease);
    },

    /**
     * Puts a due delivery off because its target rests or is busy; no try is counted. Undefined if it is not due.
     * @param spreadMs added to the time at which the target may be free again, so that not all return at once
     */
    async defer(
      workspaceId: string,
      id: string,
      target: string,
      spreadMs: number,
      now: Date,
    ): Promise<Date | undefined> {
      const dueAt = sql<number>`max(${now.getTime()}, coalesce(${restOf(workspaceId, target)}, 0)) + ${spreadMs}`;
      const [row] = await database
        .update(outbox)
        .set({ status: "pending", lease: null, dueAt, queuedUntil: sql`${dueAt} + ${QUEUE_GRACE_PERIOD_MS}` })
        .where(and(one(workspaceId, id), lte(outbox.dueAt, now.getTime())))
        .returning({ dueAt: outbox.dueAt });
      return toDate(row?.dueAt ?? null);
    },

    /**
     * Lets a delivery wait for the time at which it is to be sent, and run, data and files with it.
     * @returns whether it still waited for its first try
     */
    async postpone(workspaceId: string, id: string, at: Date, now: Date): Promise<boolean> {
      const preview = sql`json_set(coalesce(${outbox.preview}, '{}'), '$.send_at', ${at.toISOString()})`;
      const isWaiting = and(one(workspaceId, id), eq(outbox.status, "pending"), lte(outbox.dueAt, now.getTime()));
      const rows = await runBatch(
        database,
        [keepingRun(database, isWaiting, at)],
        database
          .update(outbox)
          .set({ dueAt: at.getTime(), queuedUntil: at.getTime(), preview })
          .where(isWaiting)
          .returning({ id: outbox.id }),
      );
      return rows.length > 0;
    },

    /** Has the workspace's next alert tell that a delivery waits, and why. */
    async recordWaiting(workspaceId: string, id: string, why: string, now: Date): Promise<void> {
      const preview = sql`json_set(coalesce(${outbox.preview}, '{}'), '$.waits', ${why})`;
      await runBatch(
        database,
        alertOfDelivery(database, workspaceId, one(workspaceId, id), now),
        database.update(outbox).set({ preview }).where(one(workspaceId, id)).returning({ id: outbox.id }),
      );
    },

    /** Whether a target failed when it was tried last. */
    async isTroubled(workspaceId: string, target: string): Promise<boolean> {
      const [row] = await database
        .select({ failures: deliveryTargets.failures })
        .from(deliveryTargets)
        .where(and(eq(deliveryTargets.workspaceId, workspaceId), eq(deliveryTargets.target, target)));
      return row !== undefined;
    },

    /**
     * Writes one try and what follows from it, in one batch; false if the lease was lost. A delivery that is dead, or
     * reached only some, goes into the workspace's next alert.
     */
    async settle(
      workspaceId: string,
      id: string,
      lease: string,
      attempt: NewAttempt,
      outcome: TryOutcome,
      findings: TryFindings = {},
    ): Promise<boolean> {
      const isFinal = outcome.status !== "pending";
      const wait = outcome.status === "pending" ? outcome.dueAt.getTime() - attempt.finishedAt.getTime() : 0;
      const statements = [
        recordTarget(database, workspaceId, findings, held(workspaceId, id, lease), attempt.finishedAt),
        database.insert(attempts).select(sql`
          select ${newId()}, workspace_id, id, tries, ${attempt.ok ? 1 : 0}, ${attempt.response},
            ${attempt.startedAt.getTime()}, ${attempt.finishedAt.getTime()}
          from outbox where ${held(workspaceId, id, lease)}`),
        ...(findings.keepUntil ? [keepingRun(database, held(workspaceId, id, lease), findings.keepUntil)] : []),
        ...(outcome.status === "dead" || outcome.status === "partial"
          ? alertOfDelivery(database, workspaceId, held(workspaceId, id, lease), attempt.finishedAt)
          : []),
      ];
      const settled = await runBatch(
        database,
        statements,
        database
          .update(outbox)
          .set({
            status: outcome.status,
            lease: null,
            dueAt: outcome.status === "pending" ? outcome.dueAt.getTime() : null,
            queuedUntil:
              outcome.status === "pending" && wait <= QUEUE_DELAY_MS
                ? outcome.dueAt.getTime() + QUEUE_GRACE_PERIOD_MS
                : null,
            ...(findings.preview ? { preview: findings.preview } : {}),
            finishedAt: isFinal ? attempt.finishedAt.getTime() : null,
          })
          .where(held(workspaceId, id, lease))
          .returning({ id: outbox.id }),
      );
      return settled.length > 0;
    },

    /** Makes a final or waiting delivery due at once (retry by a person); false if it is being tried or unknown. */
    async retry(workspaceId: string, id: string, now: Date): Promise<boolean> {
      const retried = await database
        .update(outbox)
        .set({
          status: "pending",
          lease: null,
          dueAt: now.getTime(),
          finishedAt: null,
          queuedUntil: now.getTime() + QUEUE_GRACE_PERIOD_MS,
        })
        .where(
          and(
            one(workspaceId, id),
            or(inArray(outbox.status, ["pending", "done", "partial", "dead", "held"]), isLapsed(now)),
          ),
        )
        .returning({ id: outbox.id });
      return retried.length > 0;
    },

    /** Keeps what would be or was sent, for people to see. */
    async setPreview(workspaceId: string, id: string, preview: Record<string, unknown>): Promise<void> {
      await database.update(outbox).set({ preview }).where(one(workspaceId, id));
    },

    async byId(workspaceId: string, id: string): Promise<OutboxEntry | undefined> {
      const [[row], files] = await database.batch([
        database.select().from(outbox).where(one(workspaceId, id)),
        dayFiles.holding(workspaceId, "entry", id),
      ]);
      if (row) return toEntry(row);
      const filed = await filedRun(files, ({ entries }) => entries.some((entry) => entry.id === id));
      const entry = filed?.entries.find((each) => each.id === id);
      return entry && toFiledEntry(entry);
    },

    /** The delivery that an attempt was made for. */
    async byAttempt(workspaceId: string, attemptId: string): Promise<OutboxEntry | undefined> {
      const [[row], files] = await database.batch([
        database
          .select({ entry: outbox })
          .from(attempts)
          .innerJoin(outbox, eq(outbox.id, attempts.outboxId))
          .where(and(eq(attempts.id, attemptId), eq(outbox.workspaceId, workspaceId), isSeen)),
        dayFiles.holding(workspaceId, "attempt", attemptId),
      ]);
      if (row) return toEntry(row.entry);
      const isIt = ({ id }: { id: string }) => id === attemptId;
      const filed = await filedRun(files, (each) => each.attempts.some(isIt));
      const attempt = filed?.attempts.find(isIt);
      const entry = attempt && filed?.entries.find(({ id }) => id === attempt.outboxId);
      return entry && toFiledEntry(entry);
    },

    /** The deliveries of a run, in the order of their creation. */
    async ofRun(workspaceId: string, runId: string): Promise<OutboxEntry[]> {
      const [rows, files] = await database.batch([
        database
          .select()
          .from(outbox)
          .where(and(eq(outbox.runId, runId), eq(outbox.workspaceId, workspaceId), isSeen))
          .orderBy(asc(outbox.id)),
        dayFiles.holding(workspaceId, "run", runId),
      ]);
      if (rows.length > 0) return rows.map(toEntry);
      return (await filedRun(files, ({ run }) => run.id === runId))?.entries.map(toFiledEntry) ?? [];
    },

    /** All tries for the deliveries of a run, oldest first. */
    async attemptsOfRun(workspaceId: string, runId: string): Promise<Attempt[]> {
      const [rows, files] = await database.batch([
        database
          .select({ attempt: attempts })
          .from(attempts)
          .innerJoin(outbox, eq(outbox.id, attempts.outboxId))
          .where(and(eq(outbox.runId, runId), eq(outbox.workspaceId, workspaceId), isSeen))
          .orderBy(asc(attempts.id)),
        dayFiles.holding(workspaceId, "run", runId),
      ]);
      if (rows.length > 0) return rows.map((row) => toAttempt(row.attempt));
      return (await filedRun(files, ({ run }) => run.id === runId))?.attempts.map(toAttempt) ?? [];
    },
  };
}

/**
 * The statement that keeps data and files of a delivery's run until a time, if they would go earlier. What was purged goes: a try may
 * end after that. An alert needs neither.
 */
const keepingRun = (database: Database, entry: SQL | undefined, until: Date): Statement =>
  database
    .update(runs)
    .set({
      expiresAt: sql`max(${runs.expiresAt}, ${until.getTime()})`,
      dataExpiresAt: sql`max(${runs.dataExpiresAt}, ${until.getTime()})`,
    })
    .where(
      and(
        isNotPurged,
        sql`${runs.id} = (select ${outbox.runId} from ${outbox} where ${entry} and ${outbox.kind} <> 'alert')`,
      ),
    );

/** The statement that takes a due delivery, if `condition` holds, too. */
export function claiming(
  database: Database,
  { workspaceId, id, lease, target }: { workspaceId: string; id: string; lease: string; target: string },
  now: Date,
  condition: SQL | undefined,
) {
  return database
    .update(outbox)
    .set({
      status: "sending",
      lease,
      target,
      tries: sql`${outbox.tries} + 1`,
      dueAt: now.getTime() + OUTBOX_LEASE_MS,
      queuedUntil: null,
    })
    .where(
      and(
        eq(outbox.id, id),
        eq(outbox.workspaceId, workspaceId),
        condition,
        lte(outbox.dueAt, now.getTime()),
        target === "" ? undefined : isReady(workspaceId, target, now),
      ),
    )
    .returning();
}

/** What `claiming` has taken. */
export const leasedEntry = ([row]: (typeof outbox.$inferSelect)[], lease: string): LeasedEntry | undefined =>
  row && { entry: toEntry(row), lease };

/** Deliveries that are due, of all workspaces. */
export function createOutboxUpkeep(database: Database) {
  return {
    /** Deliveries of all workspaces that are due; `claim` decides who tries one. */
    async due(now: Date, limit = 100): Promise<OutboxEntry[]> {
      const rows = await database
        .select()
        .from(outbox)
        .where(lte(outbox.dueAt, now.getTime()))
        .orderBy(asc(outbox.dueAt))
        .limit(limit);
      return rows.map(toEntry);
    },

    /**
     * Due deliveries of all workspaces that no message is under way for, marked as sent to the queue in the same
     * statement: two crons do not send the same ones.
     */
    async takeDue(now: Date, limit: number): Promise<OutboxName[]> {
      const waiting = database
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            lte(outbox.dueAt, now.getTime()),
            or(isNull(outbox.queuedUntil), lte(outbox.queuedUntil, now.getTime())),
            isChangeable(outbox.workspaceId),
          ),
        )
        .orderBy(asc(outbox.dueAt))
        .limit(limit);
      return await database
        .update(outbox)
        .set({ queuedUntil: now.getTime() + CRON_GRACE_PERIOD_MS })
        .where(inArray(outbox.id, waiting))
        .returning({ workspaceId: outbox.workspaceId, id: outbox.id });
    },
  };
}

/** A run's deliveries, due now; columns as in the schema. */
export const outboxRows = (runId: string, entries: readonly NewOutboxEntry[], now: Date) =>
  entries.map((entry) => ({
    ...entry,
    runId,
    id: entry.id ?? newId(),
    dueAt: entry.status === "pending" ? now.getTime() : null,
    finishedAt: entry.status === "pending" ? null : now.getTime(),
    queuedUntil: entry.status === "pending" ? now.getTime() + QUEUE_GRACE_PERIOD_MS : null,
  }));

/** The statements that write deliveries when `condition` holds. */
export function insertOutbox(
  database: Database,
  workspaceId: string,
  rows: ReturnType<typeof outboxRows>,
  condition: SQL,
  now: Date,
): Statement[] {
  return jsonChunks(rows).map((chunk) =>
    database
      .insert(outbox)
      .select(sql`
        select entry.value ->> 'id', ${workspaceId}, entry.value ->> 'runId', entry.value ->> 'deliveryId',
          entry.value ->> 'kind', entry.value ->> 'name', entry.value -> 'settings', '', entry.value ->> 'status', null, 0,
          null, entry.value ->> 'dueAt', ${now.getTime()}, entry.value ->> 'finishedAt', entry.value ->> 'queuedUntil', null
        from json_each(${chunk}) as entry where ${condition}`)
      .onConflictDoNothing(),
  );
}

/** A delivery of a day file: it is over for good. */
const toFiledEntry = (row: typeof outbox.$inferSelect): OutboxEntry => ({ ...toEntry(row), isFiled: true });

const isLapsed = (now: Date) => and(eq(outbox.status, "sending"), lte(outbox.dueAt, now.getTime()));
