import { and, countDistinct, eq, gt, inArray, isNull, lt, lte, max, or, type SQL, sql } from "drizzle-orm";
import { isInObject } from "../domain/access/workspace-place.ts";
import type { DeliveryOwner } from "../domain/delivery/delivery.ts";
import { isAuditBlob } from "./audit/audit-log.ts";
import { dropFromBin } from "./bin/bin.ts";
import { blankLeft, release, unnamed } from "./bin/named-bytes.ts";
import { notUnfinished } from "./bin/unfinished-runs.ts";
import { type Blobs, ownerOf } from "./blobs.ts";
import type { Database } from "./database.ts";
import { POOL_WORK_MS } from "./pool-work.ts";
import { RUN_RESEND_MS } from "./runs.ts";
import { keptFiles } from "./schema/day-files.ts";
import { documents } from "./schema/documents.ts";
import { hookCalls } from "./schema/hooks.ts";
import { isChangeable } from "./schema/is-here.ts";
import { poolWork } from "./schema/pool-work.ts";
import { idempotencyKeys, links, sessions, sweeps } from "./schema/requests.ts";
import { routes } from "./schema/routes.ts";
import { isPart, mailCounts, outbox, PURGED, runFiles, runs } from "./schema/runs.ts";

/** Alerts that belong to no run are kept for so long. */
const ALERT_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Bytes are written before the rows that name them; younger blobs may still be waiting for theirs. */
export const BLOB_GRACE_MS = 24 * 60 * 60 * 1000;
/** How long what was deleted stays in the bin, with all that belongs to it, for somebody to bring it back. */
export const DELETED_GRACE_MS = 30 * 24 * 60 * 60 * 1000;

const HOUR_MS = 60 * 60 * 1000;

/** The most rows or blobs that one call looks at: a cron takes small steps. */
const STEP = 500;
/** The most runs that a statement of a purge marks: D1 ends one that takes half a minute, in which it marks some hundred thousand. */
const MARKED_AT_ONCE = 5_000;
/** The most rows that a statement removes to which nothing else belongs. */
const DROPPED_AT_ONCE = 5_000;
/** The most runs that a purge removes while its caller waits. */
const MAX_PURGED = 5_000;
const BLOB_SWEEP = "blobs";
/** With which keys of R2 begin (`blobs.ts`). */
const KINDS_OF_BYTES = ["d", "f", "h", "i", "r", "t", "u"];

/**
 * Everything that is no longer needed. Deletes go from pointers to rows to bytes (`bin/named-bytes.ts`).
 * @param ownWorkspace whose bytes alone are the database's; without it, all are that belong to no workspace in an object
 */
export function createGarbage(database: Database, blobs: Blobs, ownWorkspace: string | undefined) {
  const prefixes = ownWorkspace === undefined ? [""] : KINDS_OF_BYTES.map((kind) => `${kind}/${ownWorkspace}/`);

  /**
   * Deletes the next blobs in key order that no row names, and remembers where to continue.
   * @returns whether there may be more of them: where some were, and the list goes on
   */
  async function sweepBlobs(now: Date): Promise<boolean> {
    const [sweep] = await database.select().from(sweeps).where(eq(sweeps.name, BLOB_SWEEP));
    const from = sweep?.cursor ?? "";
    const at = Math.max(
      0,
      prefixes.findLastIndex((prefix) => from.startsWith(prefix)),
    );
    const page = await blobs.list(prefixes[at] ?? "", from, STEP);
    // What another database names is no orphan because this one does not.
    const own = page.filter(({ key }) => ownWorkspace !== undefined || !isInObject(ownerOf(key) ?? ""));
    const old = own.filter(({ writtenAt }) => writtenAt.getTime() <= now.getTime() - BLOB_GRACE_MS);
    const orphans = await unnamed(
      database,
      old.map(({ key }) => key).filter((key) => !isAuditBlob(key)),
    );
    await blobs.delete(orphans);
    await blankLeft(database, blobs, old);

    const cursor = page.length < STEP ? (prefixes[at + 1] ?? "") : (page.at(-1)?.key ?? "");
    await database
      .insert(sweeps)
      .values({ name: BLOB_SWEEP, cursor, updatedAt: now.getTime() })
      .onConflictDoUpdate({ target: sweeps.name, set: { cursor, updatedAt: now.getTime() } });
    return orphans.length > 0 && page.length === STEP;
  }

  /** Removes the data of runs, and their previews, once no delivery needs them. */
  async function expireData(now: Date): Promise<number> {
    const expired = await database
      .select({ id: runs.id, dataKey: runs.dataKey })
      .from(runs)
      .where(and(lte(runs.dataExpiresAt, now.getTime()), isSettled, isChangeable(runs.workspaceId)))
      .orderBy(runs.dataExpiresAt)
      .limit(STEP);
    if (expired.length === 0) return 0;

    const ids = idsIn(expired.map(({ id }) => id));
    await database.batch([
      database.update(outbox).set({ preview: null }).where(sql`${outbox.runId} in ${ids} and status = 'held'`),
      database.update(runs).set({ data: null, dataKey: null, dataExpiresAt: null }).where(sql`${runs.id} in ${ids}`),
    ]);
    await release(
      database,
      blobs,
      expired.flatMap(({ dataKey }) => dataKey ?? []),
    );
    return expired.length;
  }

  /**
   * Removes what has been in the bin for its time, and no unfinished run needs; blobs are swept later.
   * @returns of what it has removed most: documents, routes or rows of the bin
   */
  async function purgeDeleted(now: Date): Promise<number> {
    const before = now.getTime() - DELETED_GRACE_MS;
    const oldDocuments = database
      .select({ id: documents.id })
      .from(documents)
      .where(and(lte(documents.deletedAt, before), notUnfinished(database, documents)))
      .limit(STEP);
    const oldRoutes = database
      .select({ id: routes.id })
      .from(routes)
      .where(and(lte(routes.deletedAt, before), notUnfinished(database, routes)))
      .limit(STEP);

    const [purgedDocuments, purgedRoutes] = await database.batch([
      database.delete(documents).where(inArray(documents.id, oldDocuments)).returning({ id: documents.id }),
      database.delete(routes).where(inArray(routes.id, oldRoutes)).returning({ id: routes.id }),
    ]);
    const dropped = await dropFromBin(database, new Date(before), STEP);
    return Math.max(purgedDocuments.length, purgedRoutes.length, dropped);
  }

  /**
   * Removes links, sessions and idempotency keys whose time is up, some of each at a time: where the cron has not run for a day, a busy
   * service has a million.
   * @returns whether there may be more
   */
  async function dropExpired(now: Date): Promise<boolean> {
    const time = now.getTime();
    const next = (table: typeof links | typeof sessions | typeof idempotencyKeys) =>
      sql`rowid in (select rowid from ${table} where ${lte(table.expiresAt, time)} limit ${DROPPED_AT_ONCE})`;
    const one = { one: sql<number>`1` };
    const dropped = await database.batch([
      database.delete(links).where(next(links)).returning(one),
      database.delete(sessions).where(next(sessions)).returning(one),
      database.delete(idempotencyKeys).where(next(idempotencyKeys)).returning(one),
    ]);
    await database.batch([
      database.delete(poolWork).where(lte(poolWork.startedAt, time - POOL_WORK_MS)),
      database.delete(mailCounts).where(lte(mailCounts.hour, time / HOUR_MS - 24)),
      // Others are there as long as their runs.
      database.delete(outbox).where(and(isNull(outbox.runId), lte(outbox.finishedAt, time - ALERT_KEPT_MS))),
    ]);
    return dropped.some(({ length }) => length === DROPPED_AT_ONCE);
  }

  return {
    /** One step of everything; called by the cron. @returns whether a step has found as much as it takes: the next one may find more */
    async sweep(now: Date): Promise<boolean> {
      const hasExpired = await dropExpired(now);
      const removed = [
        await expireData(now),
        await expireRuns(database, blobs, now),
        await expireKept(database, blobs, now),
        await purgeDeleted(now),
      ];
      const hasBlobs = await sweepBlobs(now);
      return hasBlobs || hasExpired || removed.some((count) => count >= STEP);
    },
  };
}

/** Purges of runs, as people ask for them. */
export function createPurges(database: Database, blobs: Blobs) {
  /** The log's entry is written with the first of them: it goes by whether the last statement of a batch has changed something. */
  async function markRuns(workspaceId: string, ids: readonly string[], now: Date): Promise<number> {
    const isOf = and(sql`${runs.id} in ${idsIn(ids)}`, eq(runs.workspaceId, workspaceId), isNull(runs.dueAt));
    const purged = sql`(select id from runs where ${isOf})`;
    const [, , , , marked] = await database.batch([
      database
        .update(outbox)
        .set({ status: "dead", lease: null, dueAt: null, finishedAt: now.getTime() })
        .where(sql`${outbox.runId} in ${purged} and ${outbox.dueAt} is not null and ${outbox.kind} <> 'alert'`),
      database.delete(links).where(sql`${links.runId} in ${purged}`),
      database.delete(hookCalls).where(sql`${hookCalls.runId} in ${purged}`),
      takeBatchesBack(database, purged, now),
      database.update(runs).set({ expiresAt: PURGED }).where(isOf).returning({ id: runs.id }),
    ]);
    return marked.length;
  }

  /** @returns how many runs have files among them */
  async function markKept(workspaceId: string, of: SQL | undefined): Promise<number> {
    const isOf = and(eq(keptFiles.workspaceId, workspaceId), of);
    const [counted] = await database
      .select({ runs: countDistinct(keptFiles.runId) })
      .from(keptFiles)
      .where(isOf);
    for (let marked = MARKED_AT_ONCE; counted && counted.runs > 0 && marked === MARKED_AT_ONCE; ) {
      const next = sql`(select run_id, position from kept_files
        where ${and(isOf, sql`${keptFiles.expiresAt} is not ${PURGED}`)} limit ${MARKED_AT_ONCE})`;
      const [, rows] = await database.batch([
        database.delete(links).where(sql`${links.runId} in (select run_id from ${next})`),
        database
          .update(keptFiles)
          .set({ expiresAt: PURGED })
          .where(sql`(${keptFiles.runId}, ${keptFiles.position}) in ${next}`)
          .returning({ runId: keptFiles.runId }),
      ]);
      marked = rows.length;
    }
    return counted?.runs ?? 0;
  }

  return {
    /**
     * Removes data, files, links and previews of final runs and of their parts now, and gives up their open deliveries. Of many runs it marks
     * some at a time, and those that are accepted meanwhile stay; one that has died before its end is finished by the same purge again.
     * @returns how many runs were purged; after `MAX_PURGED` the cron does the rest
     */
    async purge(workspaceId: string, of: { runId: string } | DeliveryOwner, now: Date): Promise<number> {
      const own = "runId" in of ? eq(runs.id, of.runId) : ownedBy(of);
      let marked = 0;
      for await (const ids of runsToPurge(database, workspaceId, own)) marked += await markRuns(workspaceId, ids, now);
      // Afterwards: a run that has gone to a day file meanwhile could not be marked, those that are marked stay.
      const filed = await markKept(workspaceId, keptOf(of));
      for (let done = 0; done < Math.min(marked, MAX_PURGED); done += STEP) await expireRuns(database, blobs, now);
      for (let done = 0; done < Math.min(filed, MAX_PURGED); done += STEP) await expireKept(database, blobs, now);
      return marked + filed;
    },
  };
}

/** The runs of a purge that are there when it begins, final or not, and all that are parts of them, some at a time. */
async function* runsToPurge(database: Database, workspaceId: string, own: SQL): AsyncGenerator<string[]> {
  const [last] = await database
    .select({ acceptedAt: max(runs.acceptedAt) })
    .from(runs)
    .where(eq(runs.workspaceId, workspaceId));
  const isThere = and(eq(runs.workspaceId, workspaceId), lte(runs.acceptedAt, last?.acceptedAt ?? 0));
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: { id: string }[] = await database
      .select({ id: runs.id })
      .from(runs)
      .where(and(own, isThere, gt(runs.id, after)))
      .orderBy(runs.id)
      .limit(MARKED_AT_ONCE);
    const ids = page.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    yield* partsOf(database, ids, and(isThere, sql`(${own}) is not true`));
    after = ids.length === MARKED_AT_ONCE ? ids.at(-1) : undefined;
  }
}

/** The parts of runs, and theirs: documents of a data route, records of a batch, further documents of a mail. */
async function* partsOf(
  database: Database,
  wholeIds: readonly string[],
  condition: SQL | undefined,
): AsyncGenerator<string[]> {
  let last = { wholeId: "", id: "" };
  for (let wholes = wholeIds; wholes.length > 0; ) {
    const page = await database
      .select({ wholeId: sql<string>`${runs.parentId}`.as("whole_id"), id: runs.id })
      .from(runs)
      .where(
        and(
          sql`${runs.parentId} in ${idsIn(wholes)}`,
          isPart(sql`runs`),
          condition,
          or(gt(runs.parentId, last.wholeId), and(eq(runs.parentId, last.wholeId), gt(runs.id, last.id))),
        ),
      )
      .orderBy(runs.parentId, runs.id)
      .limit(MARKED_AT_ONCE);
    const ids = page.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    yield* partsOf(database, ids, condition);
    last = page.at(-1) ?? last;
    wholes = page.length === MARKED_AT_ONCE ? wholes.filter((id) => id >= last.wholeId) : [];
  }
}

/** Nothing of the run is under way: it is final, and so are its deliveries and what hooks are told of it. An alert needs neither data nor files. */
const isSettled = and(
  isNull(runs.dueAt),
  sql`not exists (
    select 1 from outbox where run_id = ${runs.id} and outbox.due_at is not null and outbox.kind <> 'alert')`,
  sql`not exists (select 1 from hook_calls where hook_calls.run_id = ${runs.id} and hook_calls.due_at is not null)`,
);

/** The run is no record of a batch that is under way: the file of all records is made of their files. */
const isOfNothingUnderWay = sql`not exists (
  select 1 from runs as whole where whole.id = ${runs.parentId} and whole.due_at is not null)`;

/**
 * Takes from their workers the batches that have records with files among the purged runs: one that has read these files already would
 * join them. The batch is taken up again, and goes on without them.
 */
const takeBatchesBack = (database: Database, purged: SQL, now: Date) =>
  database
    .update(runs)
    .set({ status: "accepted", lease: null, dueAt: now.getTime() + RUN_RESEND_MS })
    .where(
      and(
        eq(runs.kind, "batch"),
        eq(runs.status, "running"),
        sql`${runs.id} in (select record.parent_id from runs as record where record.id in ${purged} and record.source = 'batch'
          and exists (select 1 from run_files where run_files.run_id = record.id))`,
      ),
    );

/**
 * Removes data and files of runs whose time is up; the runs themselves stay, as history. Those of a batch's records stay until it is over,
 * unless somebody has purged them.
 */
async function expireRuns(database: Database, blobs: Blobs, now: Date): Promise<number> {
  const isOver = and(
    lte(runs.expiresAt, now.getTime()),
    or(eq(runs.expiresAt, PURGED), isOfNothingUnderWay),
    isSettled,
    isChangeable(runs.workspaceId),
  );
  const expired = await database
    .select({ id: runs.id, dataKey: runs.dataKey })
    .from(runs)
    .where(isOver)
    .orderBy(runs.expiresAt)
    .limit(STEP);
  if (expired.length === 0) return 0;

  const ids = idsIn(expired.map(({ id }) => id));
  // Answers that were kept show what was merged: they are made from the run again, which has nothing to show any more.
  const storedOnes = sql`${idempotencyKeys.runId} in ${ids} and ${idempotencyKeys.status} is not null`;
  const [files, answers] = await database.batch([
    database.delete(runFiles).where(sql`${runFiles.runId} in ${ids}`).returning({ blobKey: runFiles.blobKey }),
    database.select({ bodyKey: idempotencyKeys.bodyKey }).from(idempotencyKeys).where(storedOnes),
    database.update(idempotencyKeys).set({ headers: null, body: null, bodyKey: null }).where(storedOnes),
    database
      .update(runs)
      // The delivery of a tool's run is its own, with its secrets: nothing needs it any more.
      .set({
        data: null,
        dataKey: null,
        expiresAt: null,
        dataExpiresAt: null,
        task: sql`json_remove(${runs.task}, '$.secrets', '$.delivery')`,
      })
      .where(sql`${runs.id} in ${ids}`),
    database.update(outbox).set({ preview: null }).where(sql`${outbox.runId} in ${ids}`),
  ]);
  const keys = [...files.map(({ blobKey }) => blobKey), ...expired.flatMap(({ dataKey }) => dataKey ?? [])];
  await release(database, blobs, [...keys, ...answers.flatMap(({ bodyKey }) => bodyKey ?? [])]);
  return expired.length;
}

/** Removes files of runs in day files whose time is up. @returns how many */
async function expireKept(database: Database, blobs: Blobs, now: Date): Promise<number> {
  const over = database
    .select({ runId: keptFiles.runId, position: keptFiles.position })
    .from(keptFiles)
    .where(and(lte(keptFiles.expiresAt, now.getTime()), isChangeable(keptFiles.workspaceId)))
    .orderBy(keptFiles.expiresAt)
    .limit(STEP);
  const removed = await database
    .delete(keptFiles)
    .where(sql`(${keptFiles.runId}, ${keptFiles.position}) in ${over}`)
    .returning({ blobKey: keptFiles.blobKey });
  await release(
    database,
    blobs,
    removed.map(({ blobKey }) => blobKey),
  );
  return removed.length;
}

/** The files of runs in day files that a purge is about: as with runs, those of their parts, too. */
function keptOf(of: { runId: string } | DeliveryOwner): SQL | undefined {
  // The ids of parts, and of theirs, begin with the run's.
  const isWithin = (id: string) => and(gt(keptFiles.runId, `${id}-`), lt(keptFiles.runId, `${id}.`));
  if ("runId" in of) return or(eq(keptFiles.runId, of.runId), eq(keptFiles.wholeId, of.runId), isWithin(of.runId));
  if ("documentId" in of) return eq(keptFiles.ofDocumentId, of.documentId);
  return or(eq(keptFiles.ofRouteId, of.routeId), eq(keptFiles.wholeRouteId, of.routeId));
}

const ownedBy = (owner: DeliveryOwner): SQL =>
  "documentId" in owner ? eq(runs.documentId, owner.documentId) : eq(runs.routeId, owner.routeId);

/** Many ids as one bound parameter. */
const idsIn = (ids: readonly string[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`;
