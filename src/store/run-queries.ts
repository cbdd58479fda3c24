import { and, asc, count, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import { mapConcurrent } from "../domain/map-concurrent.ts";
import { joinedData } from "../domain/merge-data.ts";
import type { NamedRun, RunFile, RunSource, RunStatus } from "../domain/run.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import type { DayFile, DayFiles } from "./day-files/day-files.ts";
import { isSame, isWithin } from "./day-files/filed-rows.ts";
import type { FoundRows } from "./day-files/joined-page.ts";
import { isRunSeen } from "./folder-view.ts";
import { idsBefore } from "./ids.ts";
import { afterStart, inOrder, madeAbout, type Page } from "./page.ts";
import { namedRunColumns, toNamedRun, toRunFile } from "./run-rows.ts";
import { keptFiles } from "./schema/day-files.ts";
import { isNotPurged, PURGED, runFiles, runs } from "./schema/runs.ts";

/** So many runs are sorted in a few milliseconds. */
const FEW = 2_000;
/** A run may have the id of when its key was first used, or of the batch whose record it is: a day or more before it was accepted. */
const OLDER_IDS_MS = 7 * 24 * 60 * 60 * 1000;
/** Where nothing is found: no id begins with it, no time is as late. */
const AFTER_ALL_IDS = "~";
const AFTER_ALL_TIMES = Number.MAX_SAFE_INTEGER;

export interface RunFilter {
  documentId?: number;
  routeId?: number;
  parentId?: string;
  status?: RunStatus;
  source?: RunSource;
  test?: boolean;
  requestId?: string;
  /** The code of the failure. */
  code?: string;
  since?: Date;
  until?: Date;
}

/** What can be read of runs, wherever they are. */
export function createRunQueries(database: Database, blobs: Blobs, dayFiles: DayFiles, view: FolderView | undefined) {
  const isSeen = isRunSeen(view, runs);
  const one = (workspaceId: string, id: string) => and(eq(runs.id, id), eq(runs.workspaceId, workspaceId), isSeen);

  /** A replay of a batch has the batch as its parent, too, and is not a record. */
  const recordsOf = (workspaceId: string, batchId: string) =>
    and(eq(runs.parentId, batchId), eq(runs.workspaceId, workspaceId), eq(runs.source, "batch"));

  /** The records of a batch that are in day files. */
  const recordsIn = (files: readonly DayFile[], batchId: string) =>
    dayFiles.pick(files, ({ run }) => run.parentId === batchId && run.source === "batch");

  /** Data as JSON text, of a row and of what it names; undefined if none are kept, or what it names is gone: never a part of them. */
  async function readData(workspaceId: string, key: string | null, own: string | null): Promise<string | undefined> {
    if (!key) return own ?? undefined;
    const bytes = await blobs.get(workspaceId, key);
    return bytes && joinedData(new TextDecoder().decode(bytes), own);
  }

  /** By the time of their acceptance, which their ids contain. */
  async function page(workspaceId: string, filter: RunFilter, asked: Page): Promise<FoundRows<NamedRun>> {
    const conditions: (SQL | undefined)[] = [
      eq(runs.workspaceId, workspaceId),
      isSeen,
      afterStart({ id: runs.id }, asked),
    ];
    if (filter.documentId !== undefined) conditions.push(eq(runs.documentId, filter.documentId));
    if (filter.routeId !== undefined) conditions.push(eq(runs.routeId, filter.routeId));
    if (filter.parentId !== undefined) conditions.push(eq(runs.parentId, filter.parentId));
    if (filter.status !== undefined) conditions.push(eq(runs.status, filter.status));
    if (filter.source !== undefined) conditions.push(eq(runs.source, filter.source));
    if (filter.test !== undefined) conditions.push(eq(runs.test, filter.test));
    if (filter.requestId !== undefined) conditions.push(eq(runs.requestId, filter.requestId));
    if (filter.code !== undefined) conditions.push(sql`${runs.problem} ->> 'code' = ${filter.code}`);
    // An id is no younger than its run: so what is younger need not be looked at, however much that is.
    conditions.push(madeAbout(runs.id, { until: filter.until }));
    const listed = (way: SQL | undefined) =>
      database
        .select(namedRunColumns)
        .from(runs)
        .where(and(...conditions, way))
        .orderBy(...inOrder({ id: runs.id }, asked))
        .limit(asked.limit);

    const { byTime, byId } = waysTo(workspaceId, filter);
    const [found, more, here, next] = await database.batch([
      listed(byTime),
      listed(byId),
      ...dayFiles.forPage(workspaceId, "run", filter, asked),
    ]);
    const rows = [...found, ...more];
    const isFiled = filter.status === undefined || filter.status === "done" || filter.status === "failed";
    const files = isFiled ? { here, next } : { here: [], next: [] };
    return await dayFiles.page("run", asked, rows.map(toNamedRun), files, async (filed) => {
      const found = await dayFiles.named(filed.filter(({ run }) => isWanted(run, filter)));
      return found.map(({ run }) => run);
    });
  }

  return {
    page,

    async byId(workspaceId: string, id: string): Promise<NamedRun | undefined> {
      const [[row], files] = await database.batch([
        database.select(namedRunColumns).from(runs).where(one(workspaceId, id)),
        dayFiles.holding(workspaceId, "run", id),
      ]);
      if (row) return toNamedRun(row);
      const [found] = await dayFiles.named(await dayFiles.pick(files, ({ run }) => run.id === id));
      return found?.run;
    },

    /** A run's files in order, wherever the run is; none if it is another workspace's, or somebody has purged it. */
    async files(workspaceId: string, id: string): Promise<RunFile[]> {
      const isKeptSeen = isRunSeen(view, { documentId: keptFiles.ofDocumentId, routeId: keptFiles.ofRouteId });
      const [rows, kept] = await database.batch([
        database
          .select({ file: runFiles })
          .from(runFiles)
          .innerJoin(runs, eq(runs.id, runFiles.runId))
          .where(and(one(workspaceId, id), isNotPurged))
          .orderBy(asc(runFiles.position)),
        database
          .select()
          .from(keptFiles)
          .where(
            and(
              eq(keptFiles.runId, id),
              eq(keptFiles.workspaceId, workspaceId),
              isKeptSeen,
              sql`${keptFiles.expiresAt} is not ${PURGED}`,
            ),
          )
          .orderBy(asc(keptFiles.position)),
      ]);
      return [...rows.map((row) => row.file), ...kept].map(toRunFile);
    },

    /** The merge data as JSON text; undefined if none was kept, or somebody has purged the run. */
    async data(workspaceId: string, id: string): Promise<string | undefined> {
      const [row] = await database
        .select({ data: runs.data, key: runs.dataKey })
        .from(runs)
        .where(and(one(workspaceId, id), isNotPurged));
      return row && (await readData(workspaceId, row.key, row.data));
    },

    /** The states of a batch's records that were begun, by run, in the records' order. */
    async recordStates(workspaceId: string, batchId: string): Promise<{ id: string; status: RunStatus }[]> {
      const [rows, files] = await database.batch([
        database
          .select({ id: runs.id, status: runs.status })
          .from(runs)
          .where(recordsOf(workspaceId, batchId))
          .orderBy(asc(runs.id)),
        dayFiles.holdingParts(workspaceId, batchId),
      ]);
      const filed = await recordsIn(files, batchId);
      return [...rows, ...filed.map(({ run: { id, status } }) => ({ id, status }))].sort(byIdOf);
    },

    /** The records of a batch that failed, in their order: why, and their data as JSON text while they are kept. */
    async failedRecords(workspaceId: string, batchId: string) {
      const [rows, files] = await database.batch([
        database
          .select({ id: runs.id, problem: runs.problem, data: runs.data, dataKey: runs.dataKey })
          .from(runs)
          .where(and(recordsOf(workspaceId, batchId), eq(runs.status, "failed")))
          .orderBy(asc(runs.id)),
        dayFiles.holdingParts(workspaceId, batchId),
      ]);
      const filed = (await recordsIn(files, batchId)).flatMap(({ run }) => (run.status === "failed" ? [run] : []));
      return await mapConcurrent([...rows, ...filed].sort(byIdOf), 4, async ({ id, problem, data, dataKey }) => {
        return { id, problem, data: await readData(workspaceId, dataKey, data) };
      });
    },

    /**
     * The files of a batch's records that are done, in the records' order, while the batch is under way; and how many of these records do not
     * have all that they made any more.
     */
    async recordFiles(workspaceId: string, batchId: string): Promise<{ files: RunFile[]; incomplete: number }> {
      const isDone = and(recordsOf(workspaceId, batchId), eq(runs.status, "done"));
      const [rows, [lacking]] = await database.batch([
        database
          .select({ file: runFiles })
          .from(runFiles)
          .innerJoin(runs, eq(runs.id, runFiles.runId))
          .where(and(isDone, isNotPurged))
          .orderBy(asc(runs.id), asc(runFiles.position)),
        database
          .select({ records: count() })
          .from(runs)
          .where(
            and(
              isDone,
              sql`json_array_length(${runs.seal}, '$.files') > (
                select count(*) from run_files where run_files.run_id = ${runs.id} and ${isNotPurged})`,
            ),
          ),
      ]);
      return { files: rows.map((row) => toRunFile(row.file)), incomplete: lacking?.records ?? 0 };
    },

    /** How many records of a batch are in each state. */
    async progress(workspaceId: string, batchId: string): Promise<Record<RunStatus, number>> {
      const [rows, files] = await database.batch([
        database
          .select({ status: runs.status, count: count() })
          .from(runs)
          .where(recordsOf(workspaceId, batchId))
          .groupBy(runs.status),
        dayFiles.holdingParts(workspaceId, batchId),
      ]);
      const counts = { accepted: 0, running: 0, done: 0, failed: 0 };
      for (const row of rows) counts[row.status] += row.count;
      for (const { run } of await recordsIn(files, batchId)) counts[run.status]++;
      return counts;
    },

    /** The rows of a page alone: of a list that is short, or looked at from its newest end. */
    async list(workspaceId: string, filter: RunFilter, asked: Page): Promise<NamedRun[]> {
      return (await page(workspaceId, filter, asked)).rows;
    },

    /** Those of the given runs that exist, in no particular order, if they ended only lately. */
    async byIds(workspaceId: string, ids: readonly string[]): Promise<NamedRun[]> {
      if (ids.length === 0) return [];
      const rows = await database
        .select(namedRunColumns)
        .from(runs)
        .where(
          and(
            sql`${runs.id} in (select value from json_each(${JSON.stringify(ids)}))`,
            eq(runs.workspaceId, workspaceId),
          ),
        );
      return rows.map(toNamedRun);
    },
  };
}

/**
 * Two conditions for runs of a time, of which at most one holds. Runs since a time are found by it and sorted by their ids where they
 * are few. Where they are many, a page of them is found sooner in the order of ids, in which SQLite goes through runs when it cannot
 * use the time's index (`+`). Runs of another filter may be as rare as they like: in that order, all might be looked at for a page of them.
 */
function waysTo(workspaceId: string, filter: RunFilter): { byTime: SQL | undefined; byId: SQL } {
  const { since, until, test, ...others } = filter;
  const from = since?.getTime();
  const to = until?.getTime();
  const isOfTime = and(
    from === undefined ? undefined : gte(runs.acceptedAt, from),
    to === undefined ? undefined : lt(runs.acceptedAt, to),
  );
  if (since === undefined || Object.values(others).some((value) => value !== undefined))
    return { byTime: isOfTime, byId: sql`false` };

  const isTest = test === undefined ? undefined : eq(runs.test, test);
  const isWanted = and(eq(runs.workspaceId, workspaceId), isOfTime, isTest);
  const isMany = sql`(select count(*) from (select 1 from ${runs} where ${isWanted} limit ${FEW + 1})) > ${FEW}`;
  // Not beside the other conditions: SQLite would go through all rows of the time, and find for each that it does not hold.
  const byId = and(
    sql`+${runs.acceptedAt} >= ${from}`,
    to === undefined ? undefined : sql`+${runs.acceptedAt} < ${to}`,
    gte(runs.id, sql`iif(${isMany}, ${idsBefore(new Date(since.getTime() - OLDER_IDS_MS))}, ${AFTER_ALL_IDS})`),
  );
  const byTime = and(
    gte(runs.acceptedAt, sql`iif(${isMany}, ${AFTER_ALL_TIMES}, ${from})`),
    to === undefined ? undefined : lt(runs.acceptedAt, to),
  );
  return { byTime, byId: byId ?? isMany };
}

const byIdOf = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** The filter of a list, for a run of a day file. */
function isWanted(run: typeof runs.$inferSelect, filter: RunFilter): boolean {
  const { code, since, until, ...wanted } = filter;
  return (
    isSame(run, wanted) &&
    (code === undefined || run.problem?.code === code) &&
    isWithin(run.acceptedAt, { since, until })
  );
}
