import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { FolderView } from "../../domain/access/rights.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
import type { NamedRun } from "../../domain/run.ts";
import type { Blobs } from "../blobs.ts";
import type { Database } from "../database.ts";
import { isRunSeen } from "../folder-view.ts";
import type { Page } from "../page.ts";
import { namedRunColumns, toNamedRun } from "../run-rows.ts";
import { dayFiles } from "../schema/day-files.ts";
import { runs } from "../schema/runs.ts";
import { type FiledRun, readLine } from "./filed-rows.ts";
import { linesOf } from "./gzip.ts";
import { type FilesOfPage, type FoundRows, joinedPage } from "./joined-page.ts";

export type DayFile = typeof dayFiles.$inferSelect;

/** What of a file a list is ordered by. */
export type FiledKind = "run" | "entry" | "attempt";

const FIRST = { run: "firstRun", entry: "firstEntry", attempt: "firstAttempt" } as const;
const LAST = { run: "lastRun", entry: "lastEntry", attempt: "lastAttempt" } as const;

/** Which files can have what a list asks for. */
export interface FileFilter {
  documentId?: number;
  routeId?: number;
  /** Of parts and repetitions. */
  parentId?: string;
  runId?: string;
  since?: Date;
  until?: Date;
}

/** The most files that are read for a page. */
const FILES_OF_A_PAGE = 30;
/** Files that are kept while one request is answered. */
const RECENT = 4;

/** Ids of the parts of a run begin with its id and this, and are before the run's with the one that follows. */
const PARTS = { from: "-", to: "." } as const;

export type DayFiles = ReturnType<typeof createDayFiles>;

/** Runs that were moved to files in R2, with their deliveries and tries: which files there are, and what is in them. */
export function createDayFiles(database: Database, blobs: Blobs, view: FolderView | undefined) {
  const recent = new Map<string, FiledRun[]>();

  /** All that is in a file. It never changes. */
  async function read({ workspaceId, blobKey }: DayFile): Promise<FiledRun[]> {
    const kept = recent.get(blobKey);
    if (kept) return kept;
    const bytes = await blobs.get(workspaceId, blobKey);
    if (!bytes) throw new Error(`The day file ${blobKey} is gone`);
    const content = (await linesOf(bytes)).map(readLine);
    recent.set(blobKey, content);
    const [oldest] = recent.keys();
    if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest);
    return content;
  }

  /** What is in the files of that which `isWanted`. */
  async function pick(files: readonly DayFile[], isWanted: (filed: FiledRun) => boolean): Promise<FiledRun[]> {
    const found: FiledRun[] = [];
    for (const file of files) appendAll(found, (await read(file)).filter(isWanted));
    return found;
  }

  /** Those in the view, with the names of who asked for them, in the same order. */
  async function named(filed: readonly FiledRun[]): Promise<{ filed: FiledRun; run: NamedRun }[]> {
    if (filed.length === 0) return [];
    const given = filed.map(({ run: { id, workspaceId, documentId, routeId, askedBy } }) => ({
      ...{ id, workspaceId, documentId, routeId, askedBy },
    }));
    const rows = await database.all<{ id: string; name: string | null }>(sql`
      with runs as (select value ->> 'id' as id, value ->> 'workspaceId' as workspace_id,
        value ->> 'documentId' as document_id, value ->> 'routeId' as route_id, value -> 'askedBy' as asked_by
        from json_each(${JSON.stringify(given)}))
      select runs.id, ${namedRunColumns.askerName.sql} as name from runs where ${isRunSeen(view, runs) ?? sql`true`}`);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return filed.flatMap((each) => {
      const askerName = names.get(each.run.id);
      return askerName === undefined ? [] : [{ filed: each, run: toNamedRun({ run: each.run, askerName }) }];
    });
  }

  return {
    pick,
    named,

    /** The statement that finds the files that can have something with this id. */
    holding(workspaceId: string, kind: FiledKind, id: string) {
      const [first, last] = [dayFiles[FIRST[kind]], dayFiles[LAST[kind]]];
      return database
        .select()
        .from(dayFiles)
        .where(and(eq(dayFiles.workspaceId, workspaceId), gte(last, id), lte(first, id)));
    },

    /** The statement that finds the files that can have records of a batch. */
    holdingParts(workspaceId: string, runId: string) {
      return database
        .select()
        .from(dayFiles)
        .where(and(eq(dayFiles.workspaceId, workspaceId), hasParts(runId)));
    },

    /** The statements that find the files for a page of a list: those in whose midst it begins, and the next ones, one more than are read. */
    forPage(workspaceId: string, kind: FiledKind, filter: FileFilter, { after, descending = false }: Page) {
      const [first, last] = [dayFiles[FIRST[kind]], dayFiles[LAST[kind]]];
      const [begin, end] = descending ? [last, first] : [first, last];
      const isPast = (column: SQLiteColumn) => after && (descending ? lt(column, after.id) : gt(column, after.id));
      const ofFilter = and(eq(dayFiles.workspaceId, workspaceId), isNotNull(last), ...canHave(filter));
      const select = (condition: SQL | undefined) => database.select().from(dayFiles).where(and(ofFilter, condition));
      const isHere = after ? and(isPast(end), not(isPast(begin) ?? sql`true`)) : sql`false`;
      const inOrder = descending ? desc(begin) : asc(begin);
      return [
        select(isHere).orderBy(inOrder),
        select(isPast(begin))
          .orderBy(inOrder)
          .limit(FILES_OF_A_PAGE + 1),
      ] as const;
    },

    /** A page of what is in the database and in files. @param rowsOf what a list has of a file */
    page<Row extends { id: string }>(
      kind: FiledKind,
      page: Page,
      inDatabase: Row[],
      files: FilesOfPage<DayFile>,
      rowsOf: (filed: readonly FiledRun[]) => Promise<Row[]>,
    ): Promise<FoundRows<Row>> {
      return joinedPage(page, inDatabase, files, {
        most: FILES_OF_A_PAGE,
        endsOf: (file) => ({ first: file[FIRST[kind]] ?? "", last: file[LAST[kind]] ?? "" }),
        rowsOf: async (file) => await rowsOf(await read(file)),
      });
    },
  };
}

/** Whether a file can have parts of a run. */
const hasParts = (runId: string) =>
  and(gte(dayFiles.lastRun, runId + PARTS.from), lt(dayFiles.firstRun, runId + PARTS.to));

/** The conditions that leave out files which cannot have what a filter wants. */
function canHave({ documentId, routeId, parentId, runId, since, until }: FileFilter): (SQL | undefined)[] {
  const has = (ids: SQLiteColumn, id: string | number) =>
    sql`exists (select 1 from json_each(${ids}) where value = ${id})`;
  return [
    documentId === undefined ? undefined : has(dayFiles.documentIds, documentId),
    routeId === undefined ? undefined : has(dayFiles.routeIds, routeId),
    parentId === undefined ? undefined : or(hasParts(parentId), has(dayFiles.parentIds, parentId)),
    runId === undefined ? undefined : and(gte(dayFiles.lastRun, runId), lte(dayFiles.firstRun, runId)),
    since && gte(dayFiles.lastAt, since.getTime()),
    until && lt(dayFiles.firstAt, until.getTime()),
  ];
}
