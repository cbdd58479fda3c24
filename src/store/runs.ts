import { Buffer } from "node:buffer";
import { and, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { NewOutboxEntry } from "../domain/delivery/outbox.ts";
import type { NewRun, Run, RunPart, RunProblem, RunResult } from "../domain/run.ts";
import type { RouteSteps } from "../domain/run-task.ts";
import { alertOfRun } from "./alerts.ts";
import { runBatch, runBatchWithFirst, type Statement } from "./batch.ts";
import type { Blobs } from "./blobs.ts";
import { countMerge, countMerges, countNewMerges, uncountMerge } from "./counters.ts";
import type { Database } from "./database.ts";
import type { DayFiles } from "./day-files/day-files.ts";
import { selectDeliveries, toDelivery } from "./deliveries.ts";
import { storedBytesOf } from "./document-rows.ts";
import { type HeldAgainst, holdWrite } from "./held-writes.ts";
import { newId } from "./ids.ts";
import { insertOutbox, outboxRows } from "./outbox.ts";
import { DAY_MS, insertParts, retentionOf, sealedParts, sealOf, storePartData } from "./run-parts.ts";
import { createRunQueries } from "./run-queries.ts";
import { INLINE_DATA_LENGTH, insertRowIf, insertRunFiles, runFileRows, toRun } from "./run-rows.ts";
import { taskColumns } from "./run-tasks.ts";
import { isChangeable } from "./schema/is-here.ts";
import { idempotencyKeys } from "./schema/requests.ts";
import { runs } from "./schema/runs.ts";
import { selectWorkspace, toWorkspaceWithFonts, type WorkspaceWithDeliveries } from "./workspaces.ts";

/** How long a worker may take over a run before another one takes it up. */
export const RUN_LEASE_MS = 2 * 60 * 1000;
/** How long an accepted run may wait in the queue before it is sent again. */
export const RUN_RESEND_MS = 60 * 1000;
/** The same for what the cron has sent, if much is waiting: each time that it is sent makes the queue longer. */
const RUN_RESENT_MS = 5 * 60 * 1000;

/** How long the data of a failed run stays for a replay, unless otherwise specified. */
export const FAILED_DATA_MS = 7 * 24 * 60 * 60 * 1000;

/** A column of the statement that ends runs: their events for hooks, as triggers wrote them a statement before. */
const waitingHookCalls = (runIds: readonly string[]) =>
  sql<string>`(select json_group_array(id) from hook_calls
    where run_id in (select value from json_each(${JSON.stringify(runIds)}))
    and status = 'pending' and tries = 0 and queued_until is null)`
    .mapWith((json: string): string[] => JSON.parse(json))
    .as("hook_calls");

const retentionDays = retentionOf(sql`${runs.workspaceId}`, sql`${runs.documentId}`, sql`${runs.routeId}`);

/** A batch that is paused is taken up by nobody. */
const NOT_PAUSED = sql`${runs.task} ->> '$.paused' is null`;

/** A batch is begun at its time, whoever asks for it before. Times of this form are in order as text. */
const isTimeCome = (now: Date) => sql`coalesce(${runs.task} ->> '$.runAt', '') <= ${now.toISOString()}`;

/** Passwords and keys of a request stay for its work only, and so does what its steps have made. */
const AT_ITS_END = sql`json_remove(${runs.task}, '$.secrets', '$.steps')`;

/** How a run ends. */
export interface RunEnd {
  lease: string;
  result: RunResult;
  deliveries?: readonly NewOutboxEntry[];
  /** Runs of their own that end with it. */
  parts?: readonly RunPart[];
  now: Date;
}

/** A run that has ended. */
export interface EndedRun {
  /** Ids of what hooks are to be told of it and its parts, where nobody has begun to. */
  hookCalls: readonly string[];
}

const startedRun = ([row]: (typeof runs.$inferSelect)[], lease: string): StartedRun | undefined =>
  row && { run: toRun(row), lease, data: row.data ?? undefined };

/** A merge that is over, and in no row yet. */
export interface FinishedRun extends HeldAgainst {
  run: NewRun & { id: string };
  result: RunResult;
  /** Why it failed. */
  problem?: RunProblem;
  deliveries?: readonly NewOutboxEntry[];
  begun: Date;
  now: Date;
}

/** A run that this worker, and no other, now works on. */
export interface LeasedRun {
  run: Run;
  lease: string;
}

/** The same for one that was accepted before. */
export interface StartedRun extends LeasedRun {
  /** The merge data as JSON text, if they were read with the run. */
  data: string | undefined;
}

/**
 * Runs. `accept` writes the row before anything is merged; `start` gives it to exactly one worker; `finish` writes the
 * result, its files and its deliveries in one batch, and only for the worker that still holds the lease.
 */
export function createRuns(
  database: Database,
  blobs: Blobs,
  dayFiles: DayFiles,
  internalHosts: string | undefined,
  view?: FolderView,
) {
  const one = (workspaceId: string, id: string) => and(eq(runs.id, id), eq(runs.workspaceId, workspaceId));
  const held = (workspaceId: string, id: string, lease: string) =>
    and(one(workspaceId, id), eq(runs.lease, lease), eq(runs.status, "running"));

  /** The row of a run that is accepted, or, with a lease, begun. Data too large for it are stored first. */
  async function acceptedRow(
    workspaceId: string,
    run: NewRun & { id: string },
    lease: string | undefined,
    now: Date,
  ): Promise<typeof runs.$inferInsert> {
    const { id } = run;
    const large = (run.data?.length ?? 0) > INLINE_DATA_LENGTH;
    const dataKey = large && run.data !== undefined ? await blobs.putData(workspaceId, id, run.data) : null;
    const wait = lease ? RUN_LEASE_MS : RUN_RESEND_MS;
    return {
      id,
      workspaceId,
      ...taskColumns(run.task),
      parentId: run.parentId,
      source: run.source,
      status: lease ? "running" : "accepted",
      test: run.test,
      data: large ? null : run.data,
      dataKey,
      dataBytes: Buffer.byteLength(run.data ?? ""),
      byAddress: run.byAddress ?? false,
      requestId: run.requestId,
      askedBy: run.askedBy,
      tries: lease ? 1 : 0,
      lease,
      dueAt: run.startAt?.getTime() ?? now.getTime() + wait,
      acceptedAt: now.getTime(),
      startedAt: lease ? now.getTime() : null,
      warnings: [],
      expiresAt: run.expiresAt?.getTime(),
    };
  }

  /** Undefined if a run with the caller's own id already exists. */
  async function insert(
    workspaceId: string,
    run: NewRun,
    lease: string | undefined,
    now: Date,
  ): Promise<Run | undefined> {
    const [row] = await database
      .insert(runs)
      .values(await acceptedRow(workspaceId, { ...run, id: run.id ?? newId() }, lease, now))
      .onConflictDoNothing({ target: runs.id })
      .returning();
    return row && toRun(row);
  }

  /** Undefined if the lease was lost. */
  async function endFailed(
    workspaceId: string,
    id: string,
    lease: string,
    problem: RunProblem,
    now: Date,
    before: readonly Statement[] = [],
  ): Promise<EndedRun | undefined> {
    const failing = database
      .update(runs)
      .set({
        status: "failed",
        dueAt: null,
        finishedAt: now.getTime(),
        task: AT_ITS_END,
        problem,
        expiresAt: sql`coalesce(${runs.expiresAt}, ${now.getTime() + FAILED_DATA_MS})`,
      })
      .where(held(workspaceId, id, lease));
    const ended = database
      .select({ hookCalls: waitingHookCalls([id]) })
      .from(runs)
      .where(and(one(workspaceId, id), eq(runs.lease, lease), eq(runs.status, "failed")));
    return (await runBatch(database, [...before, failing], ended))[0];
  }

  /** The statement that takes a run up. */
  const taking = (workspaceId: string, id: string, lease: string, now: Date) =>
    database
      .update(runs)
      .set({
        status: "running",
        lease,
        tries: sql`${runs.tries} + 1`,
        startedAt: now.getTime(),
        dueAt: now.getTime() + RUN_LEASE_MS,
      })
      .where(
        and(
          one(workspaceId, id),
          NOT_PAUSED,
          isTimeCome(now),
          or(eq(runs.status, "accepted"), and(eq(runs.status, "running"), lte(runs.dueAt, now.getTime()))),
        ),
      )
      .returning();

  const queries = createRunQueries(database, blobs, dayFiles, view);

  return {
    ...queries,

    /** Accepts a merge for a worker to take up later; returns the run with that id if there already is one. */
    async accept(workspaceId: string, run: NewRun, now: Date): Promise<Run> {
      const accepted =
        (await insert(workspaceId, run, undefined, now)) ?? (run.id && (await queries.byId(workspaceId, run.id)));
      if (!accepted) throw new Error("An accepted run is not there");
      return accepted;
    },

    /**
     * Accepts a merge whose document was read earlier, if everything is still as it was. Calling it again with the same id changes nothing.
     * @returns with `storedBytes`, what the workspace keeps now; undefined if something was changed, or another request has the
     * Idempotency-Key: nothing is written
     */
    async acceptHeld(
      workspaceId: string,
      run: NewRun & { id: string },
      against: HeldAgainst,
      now: Date,
    ): Promise<{ storedBytes: number } | undefined> {
      const { id } = run;
      const row = await acceptedRow(workspaceId, run, undefined, now);
      const hold = await holdWrite({ database, blobs }, { workspaceId, runId: id, now }, against);
      const [written] = await runBatch(
        database,
        [...hold.first, insertRowIf(database, row, hold.isUnchanged), ...hold.last],
        database
          .select({ storedBytes: storedBytesOf(runs.workspaceId).as("stored_bytes") })
          .from(runs)
          .where(one(workspaceId, id)),
      );
      if (row.dataKey && !written) await blobs.delete([row.dataKey]);
      return written;
    },

    /** Accepts a merge that this worker does immediately. */
    async acceptAndStart(workspaceId: string, run: NewRun, now: Date): Promise<LeasedRun> {
      const leased = await this.acceptAndStartOnce(workspaceId, run, now);
      if (!leased) throw new Error(`There is a run ${run.id} already`);
      return leased;
    },

    /** The same; undefined if a run with that id already exists. */
    async acceptAndStartOnce(workspaceId: string, run: NewRun, now: Date): Promise<LeasedRun | undefined> {
      const lease = newId();
      const started = await insert(workspaceId, run, lease, now);
      return started && { run: started, lease };
    },

    /** Takes a run up; undefined if it is final or unknown, or another worker holds it. */
    async start(workspaceId: string, id: string, now: Date): Promise<StartedRun | undefined> {
      const lease = newId();
      return startedRun(await taking(workspaceId, id, lease, now), lease);
    },

    /** The same, with what merges of its document read beside it (`workspaces.withDeliveries`), in one call. */
    async startAndRead(
      workspaceId: string,
      id: string,
      now: Date,
    ): Promise<(StartedRun & WorkspaceWithDeliveries) | undefined> {
      const lease = newId();
      const documentId = sql<number>`(select document_id from runs where id = ${id} and workspace_id = ${workspaceId})`;
      const [taken, [workspace], deliveryRows] = await database.batch([
        taking(workspaceId, id, lease, now),
        selectWorkspace(database, workspaceId),
        selectDeliveries(database, workspaceId, { documentId }),
      ]);
      const started = startedRun(taken, lease);
      return (
        started && {
          ...started,
          workspace: workspace && toWorkspaceWithFonts(workspace, internalHosts),
          deliveries: deliveryRows.map(toDelivery),
        }
      );
    },

    /** Lengthens a lease while a long run makes progress; false if the lease is lost. */
    async renew(workspaceId: string, id: string, lease: string, now: Date): Promise<boolean> {
      const renewed = await database
        .update(runs)
        .set({ dueAt: now.getTime() + RUN_LEASE_MS })
        .where(held(workspaceId, id, lease))
        .returning({ id: runs.id });
      return renewed.length > 0;
    },

    /**
     * Makes a run done with its parts: their files, their deliveries and the counter, all in one batch. Calling it
     * again with the same lease changes nothing. Data stay as long as deliveries need them, longer only if retention
     * says so.
     * @returns undefined if the lease was lost; the files then belong to nobody and are swept
     */
    async finish(
      workspaceId: string,
      id: string,
      { lease, result, deliveries = [], parts = [], now }: RunEnd,
    ): Promise<EndedRun | undefined> {
      const isMine = sql`exists (select 1 from runs where id = ${id} and lease = ${lease} and status = 'done')`;
      const stored = await storePartData(blobs, workspaceId, parts);
      const files = [
        ...runFileRows(id, result.files),
        ...parts.flatMap((part) => runFileRows(part.run.id, part.result.files)),
      ];
      const entries = [
        ...outboxRows(id, deliveries, now),
        ...parts.flatMap((part) => outboxRows(part.run.id, part.deliveries, now)),
      ];

      const last = database
        .select({ dataKey: runs.dataKey, hookCalls: waitingHookCalls([id, ...parts.map(({ run }) => run.id)]) })
        .from(runs)
        .where(and(one(workspaceId, id), eq(runs.lease, lease), eq(runs.status, "done")));
      const [before, after] = await runBatchWithFirst(
        database,
        database.select({ dataKey: runs.dataKey }).from(runs).where(one(workspaceId, id)),
        [
          countMerges(database, held(workspaceId, id, lease), parts, now),
          database
            .update(runs)
            .set({
              status: "done",
              dueAt: null,
              finishedAt: now.getTime(),
              task: AT_ITS_END,
              timings: result.timings,
              fields: result.fields,
              warnings: result.warnings,
              renderer: result.renderer ?? null,
              seal: sealOf(sql`${runs.versionId}`, sql`${JSON.stringify(sealedParts(result))}`),
              expiresAt: sql`coalesce(${runs.expiresAt}, ${now.getTime()} + ${retentionDays} * ${DAY_MS})`,
              ...(deliveries.length > 0
                ? { dataExpiresAt: sql`iif(${retentionDays} > 0, null, ${now.getTime()})` }
                : {
                    data: sql`iif(${retentionDays} > 0, ${runs.data}, null)`,
                    dataKey: sql`iif(${retentionDays} > 0, ${runs.dataKey}, null)`,
                  }),
            })
            .where(held(workspaceId, id, lease)),
          ...insertParts(database, workspaceId, id, stored, isMine, now),
          ...insertRunFiles(database, files, isMine),
          ...insertOutbox(database, workspaceId, entries, isMine, now),
        ],
        last,
      );

      const [ended] = after;
      const dataKey = before[0]?.dataKey;
      if (dataKey && ended?.dataKey === null) await blobs.delete([dataKey]);
      return ended && { hookCalls: ended.hookCalls };
    },

    /**
     * Writes parts of a run that goes on, such as records of a batch: runs that are over, their files, their deliveries and the
     * counter in one batch, which lengthens the run's lease. A part that is there already stays as it is.
     * @returns whether the run was paused meanwhile; undefined if the lease was lost: nothing is written
     */
    async addParts(
      workspaceId: string,
      id: string,
      { lease, parts, now }: { lease: string; parts: readonly RunPart[]; now: Date },
    ): Promise<(EndedRun & { isPaused: boolean }) | undefined> {
      const isHeld = sql`exists (select 1 from runs where id = ${id} and lease = ${lease} and status = 'running')`;
      const stored = await storePartData(blobs, workspaceId, parts);
      const merges = parts.map(({ run }) => ({ id: run.id, test: run.test }));
      const files = parts.flatMap((part) => runFileRows(part.run.id, part.result.files));
      const entries = parts.flatMap((part) => outboxRows(part.run.id, part.deliveries, now));
      const [ended] = await runBatch(
        database,
        [
          countNewMerges(database, workspaceId, merges, isHeld, now),
          ...insertParts(database, workspaceId, id, stored, isHeld, now),
          ...insertRunFiles(database, files, isHeld),
          ...insertOutbox(database, workspaceId, entries, isHeld, now),
          database
            .update(runs)
            .set({ dueAt: now.getTime() + RUN_LEASE_MS })
            .where(held(workspaceId, id, lease)),
        ],
        database
          .select({
            hookCalls: waitingHookCalls(parts.map(({ run }) => run.id)),
            isPaused: sql<number>`${runs.task} ->> '$.paused' is not null`.as("is_paused"),
          })
          .from(runs)
          .where(held(workspaceId, id, lease)),
      );
      return ended && { ...ended, isPaused: ended.isPaused === 1 };
    },

    /**
     * Writes a merge of a document that is over: run, files, deliveries and counter in one batch, if everything that it read is still
     * as it was. Calling it again with the same id changes nothing.
     * @returns with `storedBytes`, what the workspace keeps now; undefined if something was changed, or another request has the
     * Idempotency-Key: nothing is written, and the files belong to nobody and are swept
     */
    async record(
      workspaceId: string,
      { run, result, problem, deliveries = [], begun, now, ...against }: FinishedRun,
    ): Promise<(EndedRun & { storedBytes: number }) | undefined> {
      const { id } = run;
      const expiresAt = run.expiresAt ?? (problem ? new Date(now.getTime() + FAILED_DATA_MS) : undefined);
      const stored = await storePartData(blobs, workspaceId, [
        { run: { ...run, expiresAt }, result, problem, deliveries },
      ]);
      const { first, last, isUnchanged } = await holdWrite(
        { database, blobs },
        { workspaceId, runId: id, now },
        against,
      );
      const isNew = sql`${isUnchanged} and not exists (select 1 from runs where id = ${id})`;
      const isWritten = sql`exists (select 1 from runs where id = ${id} and workspace_id = ${workspaceId})`;
      const [written] = await runBatch(
        database,
        [
          ...first,
          ...(problem ? [] : [countMerge(database, workspaceId, run.test, isNew, now)]),
          ...insertParts(database, workspaceId, null, stored, isUnchanged, now, begun),
          ...insertRunFiles(database, runFileRows(id, result.files), isWritten),
          ...insertOutbox(database, workspaceId, outboxRows(id, deliveries, now), isWritten, now),
          ...last,
        ],
        database
          .select({
            dataKey: runs.dataKey,
            storedBytes: storedBytesOf(runs.workspaceId).as("stored_bytes"),
            hookCalls: waitingHookCalls([id]),
          })
          .from(runs)
          .where(one(workspaceId, id)),
      );
      const dataKey = stored[0]?.dataKey;
      if (dataKey && !written?.dataKey) await blobs.delete([dataKey]);
      return written && { storedBytes: written.storedBytes, hookCalls: written.hookCalls };
    },

    /**
     * Removes a merge that `record` wrote, whose file could not be stored: nobody was told of it, and it delivers nothing. One whose file is
     * another one, or that delivers, stays as it is.
     * @param freesKey also its Idempotency-Key, so that another request may begin with it
     * @returns whether it was removed
     */
    async takeBack(
      workspaceId: string,
      id: string,
      { blobKey, freesKey }: { blobKey: string; freesKey: boolean },
    ): Promise<boolean> {
      const isTaken = and(
        one(workspaceId, id),
        eq(runs.status, "done"),
        sql`exists (select 1 from run_files where run_id = ${id} and blob_key = ${blobKey})`,
        sql`not exists (select 1 from outbox where run_id = ${id})`,
      );
      const isFree = sql`${idempotencyKeys.runId} = ${id} and exists (select 1 from runs where ${isTaken})`;
      const removed = await runBatch(
        database,
        [
          uncountMerge(database, workspaceId, isTaken),
          ...(freesKey ? [database.delete(idempotencyKeys).where(isFree)] : []),
        ],
        database.delete(runs).where(isTaken).returning({ id: runs.id }),
      );
      return removed.length > 0;
    },

    /**
     * Marks a run whose caller waits and is told as failed for good; undefined if the lease was lost. Its data stays, for a
     * replay, until it expires.
     */
    fail: (workspaceId: string, id: string, lease: string, problem: RunProblem, now: Date) =>
      endFailed(workspaceId, id, lease, problem, now),

    /** The same for a run that nobody waits for: it goes into the workspace's next alert. */
    giveUp: (workspaceId: string, id: string, lease: string, problem: RunProblem, now: Date) =>
      endFailed(
        workspaceId,
        id,
        lease,
        problem,
        now,
        alertOfRun(database, workspaceId, held(workspaceId, id, lease), now),
      ),

    /**
     * Marks a run that is not final as failed, and the records of a batch with it; a worker on one of them has lost its
     * lease.
     * @returns how many runs
     */
    async cancel(workspaceId: string, id: string, problem: RunProblem, now: Date): Promise<number> {
      const isRecord = and(eq(runs.parentId, id), eq(runs.source, "batch"));
      const cancelled = await database
        .update(runs)
        .set({
          status: "failed",
          lease: null,
          dueAt: null,
          finishedAt: now.getTime(),
          task: AT_ITS_END,
          problem,
          expiresAt: sql`coalesce(${runs.expiresAt}, ${now.getTime() + FAILED_DATA_MS})`,
        })
        .where(
          and(
            eq(runs.workspaceId, workspaceId),
            or(eq(runs.id, id), isRecord),
            inArray(runs.status, ["accepted", "running"]),
          ),
        )
        .returning({ id: runs.id });
      return cancelled.length;
    },

    /**
     * Has no further record of a batch begun, or has them begun again. Records that a worker is doing are finished first.
     * @returns the batch, or undefined if it is final or unknown
     */
    async setPaused(workspaceId: string, id: string, paused: boolean, now: Date): Promise<Run | undefined> {
      const [row] = await database
        .update(runs)
        .set({
          task: paused
            ? sql`json_set(${runs.task}, '$.paused', json('true'))`
            : sql`json_remove(${runs.task}, '$.paused')`,
          dueAt: sql`iif(${runs.status} = 'accepted', max(${runs.dueAt}, ${now.getTime() + RUN_RESEND_MS}), ${runs.dueAt})`,
        })
        .where(and(one(workspaceId, id), eq(runs.kind, "batch"), inArray(runs.status, ["accepted", "running"])))
        .returning();
      return row && toRun(row);
    },

    /** Returns a run, to be taken up again at `dueAt` or when the queue delivers it. */
    async release(workspaceId: string, id: string, lease: string, dueAt: Date): Promise<void> {
      await database
        .update(runs)
        .set({ status: "accepted", lease: null, dueAt: dueAt.getTime() })
        .where(held(workspaceId, id, lease));
    },

    /**
     * Returns a run of which a step is over, with what its steps have made: the next one goes on from there.
     * @returns false if the lease was lost: nothing is written
     */
    async releaseStep(workspaceId: string, id: string, lease: string, steps: RouteSteps, now: Date): Promise<boolean> {
      const released = await database
        .update(runs)
        .set({
          status: "accepted",
          lease: null,
          dueAt: now.getTime(),
          task: sql`json_set(${runs.task}, '$.steps', json(${JSON.stringify(steps)}))`,
        })
        .where(held(workspaceId, id, lease))
        .returning({ id: runs.id });
      return released.length > 0;
    },

    /** Returns a run whose worker has died. One that is not dead after all finds that it has lost its lease. */
    async releaseLost(workspaceId: string, id: string, now: Date): Promise<void> {
      await database
        .update(runs)
        .set({ status: "accepted", lease: null, dueAt: now.getTime() + RUN_RESEND_MS })
        .where(and(one(workspaceId, id), eq(runs.status, "running")));
    },
  };
}

/** A run that is to be sent again. */
type DueRun = Pick<typeof runs.$inferSelect, "id" | "workspaceId" | "kind">;

/** Runs that are late, of all workspaces. */
export function createRunUpkeep(database: Database) {
  return {
    /**
     * Runs of all workspaces that nobody finished in time: dropped by the queue, or their worker died. They are accepted
     * again, and due again later, so that two crons do not send the same run.
     */
    async dueForResend(now: Date, limit = 100): Promise<DueRun[]> {
      const due = database
        .select({ id: runs.id })
        .from(runs)
        .where(and(lte(runs.dueAt, now.getTime()), NOT_PAUSED, isChangeable(runs.workspaceId)))
        .orderBy(runs.dueAt)
        .limit(limit);
      return await database
        .update(runs)
        .set({ status: "accepted", lease: null, dueAt: now.getTime() + RUN_RESENT_MS })
        .where(inArray(runs.id, due))
        .returning({ id: runs.id, workspaceId: runs.workspaceId, kind: runs.kind });
    },
  };
}
