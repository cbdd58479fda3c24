import { and, asc, count, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import { mapConcurrent } from "../domain/map-concurrent.ts";
import { joinedData } from "../domain/merge-data.ts";
import type { NamedRun, RunFile, RunSource, RunStatus } from "../domain/run.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { isRunSeen } from "./folder-view.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
import { namedRunColumns, toNamedRun, toRunFile } from "./run-rows.ts";
import { runFiles, runs } from "./schema/runs.ts";

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

/** What can be read of runs. */
export function createRunQueries(database: Database, blobs: Blobs, view: FolderView | undefined) {
  const isSeen = isRunSeen(view, runs);
  const one = (workspaceId: string, id: string) => and(eq(runs.id, id), eq(runs.workspaceId, workspaceId), isSeen);

  /** A replay of a batch has the batch as its parent, too, and is not a record. */
  const recordsOf = (workspaceId: string, batchId: string) =>
    and(eq(runs.parentId, batchId), eq(runs.workspaceId, workspaceId), eq(runs.source, "batch"));

  return {
    async byId(workspaceId: string, id: string): Promise<NamedRun | undefined> {
      const [row] = await database.select(namedRunColumns).from(runs).where(one(workspaceId, id));
      return row && toNamedRun(row);
    },

    /** A run's files in order; none if the run is another workspace's. */
    async files(workspaceId: string, id: string): Promise<RunFile[]> {
      const rows = await database
        .select({ file: runFiles })
        .from(runFiles)
        .innerJoin(runs, eq(runs.id, runFiles.runId))
        .where(one(workspaceId, id))
        .orderBy(asc(runFiles.position));
      return rows.map((row) => toRunFile(row.file));
    },

    /** The merge data as JSON text; undefined if none was kept. */
    async data(workspaceId: string, id: string): Promise<string | undefined> {
      const [row] = await database
        .select({ data: runs.data, key: runs.dataKey })
        .from(runs)
        .where(one(workspaceId, id));
      if (!row?.key) return row?.data ?? undefined;

      const bytes = await blobs.get(workspaceId, row.key);
      return bytes && joinedData(new TextDecoder().decode(bytes), row.data);
    },

    /** The states of a batch's records that were begun, by run, in the records' order. */
    async recordStates(workspaceId: string, batchId: string): Promise<{ id: string; status: RunStatus }[]> {
      return await database
        .select({ id: runs.id, status: runs.status })
        .from(runs)
        .where(recordsOf(workspaceId, batchId))
        .orderBy(asc(runs.id));
    },

    /** The records of a batch that failed, in their order: why, and their data as JSON text while they are kept. */
    async failedRecords(workspaceId: string, batchId: string) {
      const rows = await database
        .select({ id: runs.id, problem: runs.problem, data: runs.data, dataKey: runs.dataKey })
        .from(runs)
        .where(and(recordsOf(workspaceId, batchId), eq(runs.status, "failed")))
        .orderBy(asc(runs.id));
      return await mapConcurrent(rows, 4, async ({ id, problem, data, dataKey }) => {
        const bytes = dataKey ? await blobs.get(workspaceId, dataKey) : undefined;
        return { id, problem, data: bytes ? new TextDecoder().decode(bytes) : (data ?? undefined) };
      });
    },

    /** The files of a batch's records that are done, in the records' order. */
    async recordFiles(workspaceId: string, batchId: string): Promise<RunFile[]> {
      const rows = await database
        .select({ file: runFiles })
        .from(runFiles)
        .innerJoin(runs, eq(runs.id, runFiles.runId))
        .where(and(recordsOf(workspaceId, batchId), eq(runs.status, "done")))
        .orderBy(asc(runs.id), asc(runFiles.position));
      return rows.map((row) => toRunFile(row.file));
    },

    /** How many records of a batch are in each state. */
    async progress(workspaceId: string, batchId: string): Promise<Record<RunStatus, number>> {
      const rows = await database
        .select({ status: runs.status, count: count() })
        .from(runs)
        .where(recordsOf(workspaceId, batchId))
        .groupBy(runs.status);
      const none = { accepted: 0, running: 0, done: 0, failed: 0 };
      return Object.assign(none, Object.fromEntries(rows.map((row) => [row.status, row.count])));
    },

    /** By the time of their acceptance, which their ids contain. */
    async list(workspaceId: string, filter: RunFilter, page: Page): Promise<NamedRun[]> {
      const conditions: (SQL | undefined)[] = [
        eq(runs.workspaceId, workspaceId),
        isSeen,
        afterStart({ id: runs.id }, page),
      ];
      if (filter.documentId !== undefined) conditions.push(eq(runs.documentId, filter.documentId));
      if (filter.routeId !== undefined) conditions.push(eq(runs.routeId, filter.routeId));
      if (filter.parentId !== undefined) conditions.push(eq(runs.parentId, filter.parentId));
      if (filter.status !== undefined) conditions.push(eq(runs.status, filter.status));
      if (filter.source !== undefined) conditions.push(eq(runs.source, filter.source));
      if (filter.test !== undefined) conditions.push(eq(runs.test, filter.test));
      if (filter.requestId !== undefined) conditions.push(eq(runs.requestId, filter.requestId));
      if (filter.code !== undefined) conditions.push(sql`${runs.problem} ->> 'code' = ${filter.code}`);
      if (filter.since !== undefined) conditions.push(gte(runs.acceptedAt, filter.since.getTime()));
      if (filter.until !== undefined) conditions.push(lt(runs.acceptedAt, filter.until.getTime()));

      const rows = await database
        .select(namedRunColumns)
        .from(runs)
        .where(and(...conditions))
        .orderBy(...inOrder({ id: runs.id }, page))
        .limit(page.limit);
      return rows.map(toNamedRun);
    },

    /** Those of the given runs that exist, in no particular order. */
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
