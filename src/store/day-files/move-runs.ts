import { Buffer } from "node:buffer";
import { and, asc, eq, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { runBatch } from "../batch.ts";
import type { Blobs } from "../blobs.ts";
import type { Database } from "../database.ts";
import { idsBefore } from "../ids.ts";
import { dayCounts, dayFiles, keptFiles } from "../schema/day-files.ts";
import { isChangeable } from "../schema/is-here.ts";
import { sweeps } from "../schema/requests.ts";
import { isPart, runs } from "../schema/runs.ts";
import { workspaces } from "../schema/workspaces.ts";
import { dayFileRow } from "./day-file-row.ts";
import { lineOfRun, readLine } from "./filed-rows.ts";
import { gzipLines } from "./gzip.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whole days (UTC) for which a run stays in the database at least. One that failed keeps its data for a week, to be repeated: after that
 * nobody works with a run that has no data.
 */
export const DAYS_IN_DATABASE = 8;

/** The most runs of a file: a page needs one or two files. */
const MOST_RUNS = 500;
/** Fewer stay where they are, until there are so many: a file for each of them would make lists slow. */
export const LEAST_RUNS = 100;
/** Bytes of a file's lines as one bound parameter, of which D1 takes 2 MB. */
const MOST_BYTES = 1_500_000;

/** How often one step looks for runs, and at how many rows at most: a cron takes small steps. */
const LOOKS_A_STEP = 10;
const ROWS_A_LOOK = 5_000;

const PASS = "day_files";
/** Stands for the end of a pass. The next one begins on another day, so that a file has what became old in a day. */
const ENDED = "";

/** The place of a row in the order in which a pass looks at them. */
interface Place {
  workspaceId: string;
  id: string;
}

const BEGIN: Place = { workspaceId: "", id: "" };

/** A row that can be moved. */
interface Movable extends Place {
  acceptedAt: number;
  line: string;
  bytes: number;
}

/** Moves runs with which nobody works any more from the database to files in R2 (docs/decisions/day-files.md). */
export function createDayFileUpkeep(database: Database, blobs: Blobs) {
  /** The next runs that can be moved, by the file that they would go into, and where to go on after them; nowhere at the end. */
  async function look(from: Place, before: number): Promise<{ groups: Movable[][]; next: Place | undefined }> {
    // By workspace, so that the younger runs of each are skipped and not looked at.
    const isOfWorkspace = eq(runs.workspaceId, workspaces.id);
    const isAfter = and(
      gte(workspaces.id, from.workspaceId),
      gt(runs.id, sql`iif(${workspaces.id} = ${from.workspaceId}, ${from.id}, '')`),
    );
    const idOfBefore = idsBefore(new Date(before));
    const inOrder = [asc(workspaces.id), asc(runs.id)];
    const [end] = await database
      .select({ workspaceId: runs.workspaceId, id: runs.id })
      .from(workspaces)
      .crossJoin(runs)
      .where(and(isOfWorkspace, isAfter, lt(runs.id, idOfBefore), isSettled))
      .orderBy(...inOrder)
      .limit(1)
      .offset(ROWS_A_LOOK - 1);
    const isNear = end
      ? and(
          lte(workspaces.id, end.workspaceId),
          lte(runs.id, sql`iif(${workspaces.id} = ${end.workspaceId}, ${end.id}, ${idOfBefore})`),
        )
      : lt(runs.id, idOfBefore);
    const found = await database
      .select({ workspaceId: runs.workspaceId, id: runs.id, acceptedAt: runs.acceptedAt, line: lineOfRun.as("line") })
      .from(workspaces)
      .crossJoin(runs)
      .where(and(isOfWorkspace, isAfter, isNear, isMovable(before)))
      .orderBy(...inOrder)
      .limit(MOST_RUNS);
    // A line is one of many in a parameter.
    const rows = found.map((row) => ({ ...row, bytes: Buffer.byteLength(JSON.stringify(row.line)) + 1 }));
    const groups = groupsOf(rows);
    if (found.length < MOST_RUNS) return { groups, next: end };
    // There may be more for the last one.
    const whole = groups.length > 1 ? groups.slice(0, -1) : groups;
    return { groups: whole, next: whole.at(-1)?.at(-1) };
  }

  /** Writes runs into a file and removes them, if they are still as they were read. @returns how many were moved */
  async function move(workspaceId: string, group: readonly Movable[], before: number): Promise<number> {
    const lines = group.map(({ line }) => line);
    const filed = lines.map(readLine);
    const row = { ...dayFileRow(filed), workspaceId };
    const blobKey = await blobs.putDayFile(workspaceId, row.day, await gzipLines(lines));

    const isSame = sql`${lines.length} = (
      select count(*) from json_each(${JSON.stringify(lines)}) as line
        cross join runs on runs.id = line.value ->> '$[0][0].id'
      where runs.workspace_id = ${workspaceId} and ${isMovable(before)} and ${lineOfRun} = line.value)`;
    const isFiled = sql`exists (select 1 from day_files where blob_key = ${blobKey})`;
    const isOfFile = sql`runs.id in (select value from json_each(${JSON.stringify(filed.map(({ run }) => run.id))}))`;
    const removed = await runBatch(
      database,
      [
        database.insert(dayFiles).select(sql`
          select ${blobKey}, ${workspaceId}, ${row.day}, ${row.runs}, ${row.firstRun}, ${row.lastRun}, ${row.firstEntry},
            ${row.lastEntry}, ${row.firstAttempt}, ${row.lastAttempt}, ${row.firstAt}, ${row.lastAt},
            ${JSON.stringify(row.documentIds)}, ${JSON.stringify(row.routeIds)}, ${JSON.stringify(row.parentIds)}
          where ${isSame}`),
        database
          .insert(dayCounts)
          .select(sql`
            select workspace_id, strftime('%Y-%m-%d', accepted_at / 1000, 'unixepoch'), document_id,
              sum(status = 'done' and not test), sum(status = 'done' and test), sum(status = 'failed')
            from runs where ${isOfFile} and document_id is not null and ${isFiled} group by 1, 2, 3`)
          .onConflictDoUpdate({
            target: [dayCounts.workspaceId, dayCounts.day, dayCounts.documentId],
            set: {
              merges: sql`${dayCounts.merges} + excluded.merges`,
              testMerges: sql`${dayCounts.testMerges} + excluded.test_merges`,
              failed: sql`${dayCounts.failed} + excluded.failed`,
            },
          }),
        // A part goes before the run that it is a part of.
        database.insert(keptFiles).select(sql`
          select run_files.run_id, position, runs.workspace_id, runs.document_id, runs.route_id, whole.id, whole.route_id, name, media_type,
            size_bytes, sha256, blob_key, run_files.document_id, rule_id, null
          from runs join run_files on run_files.run_id = runs.id
            left join runs as whole on whole.id = runs.parent_id and ${isPart(sql`runs`)}
          where ${isOfFile} and ${isFiled}`),
      ],
      database.delete(runs).where(and(isOfFile, isFiled)).returning({ id: runs.id }),
    );
    if (removed.length === 0) await blobs.delete([blobKey]);
    return removed.length;
  }

  return {
    /** One step of a pass through all runs; called by the cron. @returns how many runs were moved */
    async moveOldRuns(now: Date): Promise<number> {
      const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
      const before = today - DAYS_IN_DATABASE * DAY_MS;
      const [sweep] = await database.select().from(sweeps).where(eq(sweeps.name, PASS));
      if (sweep?.cursor === ENDED && sweep.updatedAt >= today) return 0;

      let place: Place | undefined = placeOf(sweep?.cursor ?? ENDED);
      let moved = 0;
      for (let looks = 0; looks < LOOKS_A_STEP && place; looks++) {
        const { groups, next }: Awaited<ReturnType<typeof look>> = await look(place, before);
        for (const group of groups)
          if (group[0] && isEnough(group)) moved += await move(group[0].workspaceId, group, before);
        place = next;
      }
      const cursor = place ? `${place.workspaceId}/${place.id}` : ENDED;
      await database
        .insert(sweeps)
        .values({ name: PASS, cursor, updatedAt: now.getTime() })
        .onConflictDoUpdate({ target: sweeps.name, set: { cursor, updatedAt: now.getTime() } });
      return moved;
    },
  };
}

function placeOf(cursor: string): Place {
  if (cursor === ENDED) return BEGIN;
  const [workspaceId = "", ...id] = cursor.split("/");
  return { workspaceId, id: id.join("/") };
}

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Rows by the file that they go into: of one workspace, and of one day where that has enough of them. */
function groupsOf(rows: readonly Movable[]): Movable[][] {
  const groups: Movable[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isOfGroup =
      first?.workspaceId === row.workspaceId &&
      (dayOf(first.acceptedAt) === dayOf(row.acceptedAt) || !isEnough(group ?? [])) &&
      bytesOf([...(group ?? []), row]) <= MOST_BYTES;
    if (group && isOfGroup) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

const bytesOf = (group: readonly Movable[]): number => group.reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether they are worth a file: many, or large. */
function isEnough(group: readonly Movable[]): boolean {
  const bytes = bytesOf(group);
  return bytes <= MOST_BYTES && (group.length >= LEAST_RUNS || bytes > MOST_BYTES / 2);
}

/** Whether nothing of a run is waited for, and nothing is left that retention would remove: as the index says it. */
const isSettled = sql`(runs.due_at is null and runs.data is null and runs.data_key is null and runs.expires_at is null
  and runs.data_expires_at is null)`;

/**
 * Whether a run has ended, has nothing left that retention or a purge would remove but its files, and nothing in the database points at it: no link,
 * no kept answer, no event of a hook, no alert of another run, and its workspace is not on its way elsewhere. A part goes when its run has ended, a run after its parts; the last run of
 * a document stays for the list of documents.
 */
const isMovable = (before: number): SQL => sql`(
  ${isChangeable(sql`runs.workspace_id`)} and runs.accepted_at < ${before} and ${isSettled} and runs.status in ('done', 'failed')
  and runs.options ->> '$.secrets' is null and runs.options -> '$.delivery' is null
  and not exists (select 1 from links where links.run_id = runs.id)
  and not exists (select 1 from hook_calls where hook_calls.run_id = runs.id)
  and not exists (select 1 from idempotency_keys where idempotency_keys.run_id = runs.id)
  and not exists (select 1 from outbox as entry where entry.run_id = runs.id
    and (entry.due_at is not null or entry.preview is not null))
  and not exists (select 1 from outbox as alert where alert.id = runs.alert_id and alert.run_id is not runs.id)
  and not exists (select 1 from outbox as entry join outbox as alert on alert.id = entry.alert_id
    where entry.run_id = runs.id and alert.run_id is not runs.id)
  and not exists (select 1 from runs as whole where whole.id = runs.parent_id and whole.due_at is not null)
  and not exists (select 1 from runs as part where part.parent_id = runs.id and part.source <> 'replay')
  and (runs.document_id is null
    or exists (select 1 from runs as newer where newer.document_id = runs.document_id and newer.id > runs.id)))`;
