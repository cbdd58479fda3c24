import { and, count, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { Attempt, OutboxEntry, OutboxKind, OutboxStatus } from "../domain/delivery/outbox.ts";
import type { Database } from "./database.ts";
import type { DayFiles } from "./day-files/day-files.ts";
import { type FiledRun, isSame, isWithin } from "./day-files/filed-rows.ts";
import type { FoundRows } from "./day-files/joined-page.ts";
import { isRunSeen } from "./folder-view.ts";
import { IS_MAIL, toAttempt, toEntry } from "./outbox-rows.ts";
import { afterStart, inOrder, madeAbout, type Page } from "./page.ts";
import { attempts, outbox, runs } from "./schema/runs.ts";

export interface OutboxFilter {
  status?: OutboxStatus;
  kind?: OutboxKind;
  /** Only mails, of whatever kind. */
  isMail?: true;
  runId?: string;
  /** The delivery of the document or route that the row was made for. */
  deliveryId?: string;
  documentId?: number;
  routeId?: number;
  /** The host that it goes to. */
  target?: string;
  test?: boolean;
  since?: Date;
  until?: Date;
}

export interface AttemptFilter {
  outboxId?: string;
  runId?: string;
  ok?: boolean;
  since?: Date;
  until?: Date;
}

/** A delivery of a run, with the result of its last try. */
export interface ListedEntry extends OutboxEntry {
  /** Empty before the first try. */
  lastResponse: string;
  /** What was merged; undefined for both in a batch, or of what was deleted. */
  documentId: number | undefined;
  routeId: number | undefined;
}

/** A try, and what it was made for. */
export interface ListedAttempt extends Attempt {
  /** Undefined for an alert about what belongs to no run. */
  runId: string | undefined;
  kind: OutboxKind;
}

const LAST_RESPONSE = sql<string | null>`(
  select ${attempts.response} from ${attempts} where ${attempts.outboxId} = ${outbox.id}
  order by ${attempts.number} desc limit 1)`;

/** Lists of deliveries of runs and of the tries to make them, by creation time, which their ids contain. */
export function createOutboxLists(database: Database, dayFiles: DayFiles, view: FolderView | undefined) {
  return {
    /** The rows of a page alone. */
    async list(workspaceId: string, filter: OutboxFilter, page: Page): Promise<ListedEntry[]> {
      return (await this.page(workspaceId, filter, page)).rows;
    },

    async page(workspaceId: string, filter: OutboxFilter, page: Page): Promise<FoundRows<ListedEntry>> {
      const rowsQuery = database
        .select({
          entry: outbox,
          lastResponse: LAST_RESPONSE.as("last_response"),
          documentId: runs.documentId,
          routeId: runs.routeId,
        })
        .from(outbox)
        .leftJoin(runs, eq(runs.id, outbox.runId))
        .where(
          and(
            eq(outbox.workspaceId, workspaceId),
            isRunSeen(view, runs),
            given(filter.status, (status) => eq(outbox.status, status)),
            given(filter.kind, (kind) => eq(outbox.kind, kind)),
            given(filter.isMail, () => IS_MAIL),
            given(filter.runId, (id) => eq(outbox.runId, id)),
            given(filter.deliveryId, (id) => eq(outbox.deliveryId, id)),
            given(filter.target, (target) => eq(outbox.target, target)),
            given(filter.documentId, (id) => eq(runs.documentId, id)),
            given(filter.routeId, (id) => eq(runs.routeId, id)),
            given(filter.test, (test) => eq(runs.test, test)),
            given(filter.since, (time) => gte(outbox.createdAt, time.getTime())),
            given(filter.until, (time) => lt(outbox.createdAt, time.getTime())),
            madeAbout(outbox.id, filter),
            afterStart({ id: outbox.id }, page),
          ),
        )
        .orderBy(...inOrder({ id: outbox.id }, page))
        .limit(page.limit);
      const [rows, here, next] = await database.batch([
        rowsQuery,
        ...dayFiles.forPage(workspaceId, "entry", filter, page),
      ]);
      const files = isFiled(filter) ? { here, next } : { here: [], next: [] };
      return await dayFiles.page("entry", page, rows.map(toListed), files, async (filed) => {
        const wanted = filed.map((each) => ({
          ...each,
          entries: each.entries.filter((entry) => isWanted(each.run, entry, filter)),
        }));
        const seen = await dayFiles.named(wanted.filter(({ entries }) => entries.length > 0));
        return seen.flatMap((each) => filedEntries(each.filed));
      });
    },

    /** How many deliveries of a batch's records are in each state: ids of their runs begin with the batch's (`batch-00001`). */
    async ofRecords(workspaceId: string, batchId: string): Promise<Record<OutboxStatus, number>> {
      const isOfRecord = and(gte(outbox.runId, `${batchId}-`), lt(outbox.runId, `${batchId}.`));
      const [rows, files] = await database.batch([
        database
          .select({ status: outbox.status, count: count() })
          .from(outbox)
          .where(and(eq(outbox.workspaceId, workspaceId), isOfRecord, ne(outbox.kind, "alert")))
          .groupBy(outbox.status),
        dayFiles.holdingParts(workspaceId, batchId),
      ]);
      const counts = { pending: 0, sending: 0, done: 0, partial: 0, dead: 0, held: 0 };
      for (const row of rows) counts[row.status] += row.count;
      for (const { entries } of await dayFiles.pick(files, ({ run }) => run.id.startsWith(`${batchId}-`)))
        for (const { kind, status } of entries) if (kind !== "alert") counts[status]++;
      return counts;
    },

    async attempts(workspaceId: string, filter: AttemptFilter, page: Page): Promise<FoundRows<ListedAttempt>> {
      const rowsQuery = database
        .select({ attempt: attempts, runId: outbox.runId, kind: outbox.kind })
        .from(attempts)
        .innerJoin(outbox, eq(outbox.id, attempts.outboxId))
        .where(
          and(
            eq(attempts.workspaceId, workspaceId),
            view && sql`exists (select 1 from ${runs} where ${runs.id} = ${outbox.runId} and ${isRunSeen(view, runs)})`,
            given(filter.outboxId, (id) => eq(attempts.outboxId, id)),
            given(filter.runId, (id) => eq(outbox.runId, id)),
            given(filter.ok, (ok) => eq(attempts.ok, ok)),
            given(filter.since, (time) => gte(attempts.startedAt, time.getTime())),
            given(filter.until, (time) => lt(attempts.startedAt, time.getTime())),
            madeAbout(attempts.id, filter),
            afterStart({ id: attempts.id }, page),
          ),
        )
        .orderBy(...inOrder({ id: attempts.id }, page))
        .limit(page.limit);
      const [rows, here, next] = await database.batch([
        rowsQuery,
        ...dayFiles.forPage(workspaceId, "attempt", filter, page),
      ]);
      return await dayFiles.page("attempt", page, rows.map(toListedAttempt), { here, next }, async (filed) => {
        const wanted = filed.map((each) => ({
          ...each,
          attempts: each.attempts.filter((attempt) => isWantedAttempt(each.run.id, attempt, filter)),
        }));
        const seen = await dayFiles.named(wanted.filter((each) => each.attempts.length > 0));
        return seen.flatMap((each) => filedAttempts(each.filed));
      });
    },

    /** All tries of one delivery of a run, oldest first. */
    async attemptsOf(workspaceId: string, outboxId: string): Promise<Attempt[]> {
      const [rows, files] = await database.batch([
        database
          .select()
          .from(attempts)
          .where(and(eq(attempts.outboxId, outboxId), eq(attempts.workspaceId, workspaceId)))
          .orderBy(attempts.number),
        dayFiles.holding(workspaceId, "entry", outboxId),
      ]);
      if (rows.length > 0) return rows.map(toAttempt);
      const [filed] = await dayFiles.pick(files, ({ entries }) => entries.some(({ id }) => id === outboxId));
      const own = filed?.attempts.filter((attempt) => attempt.outboxId === outboxId) ?? [];
      return own.sort((a, b) => a.number - b.number).map(toAttempt);
    },
  };
}

/** A condition that applies only if there is something to compare with. */
function given<Value>(value: Value | undefined, condition: (value: Value) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

const toListed = (row: {
  entry: typeof outbox.$inferSelect;
  lastResponse: string | null;
  documentId: number | null;
  routeId: number | null;
}): ListedEntry => ({
  ...toEntry(row.entry),
  lastResponse: row.lastResponse ?? "",
  documentId: row.documentId ?? undefined,
  routeId: row.routeId ?? undefined,
});

const toListedAttempt = (row: {
  attempt: typeof attempts.$inferSelect;
  runId: string | null;
  kind: OutboxKind;
}): ListedAttempt => ({ ...toAttempt(row.attempt), runId: row.runId ?? undefined, kind: row.kind });

/** Whether what is asked for can be in day files: mails have previews, and what is under way is in the database. */
const isFiled = ({ isMail, status }: OutboxFilter): boolean => !isMail && status !== "pending" && status !== "sending";

/** The deliveries of a run of a day file, as lists have them. */
function filedEntries({ run, entries, attempts: tries }: FiledRun): ListedEntry[] {
  return entries.map((entry) => {
    const last = tries.filter(({ outboxId }) => outboxId === entry.id).sort((a, b) => b.number - a.number)[0];
    return toListed({
      ...{ entry, documentId: run.documentId, routeId: run.routeId },
      lastResponse: last?.response ?? null,
    });
  });
}

function filedAttempts({ entries, attempts: tries }: FiledRun): ListedAttempt[] {
  return tries.flatMap((attempt) => {
    const entry = entries.find(({ id }) => id === attempt.outboxId);
    return entry ? [toListedAttempt({ attempt, runId: entry.runId, kind: entry.kind })] : [];
  });
}

/** The filter of a list of deliveries, for one of a day file. */
function isWanted(run: FiledRun["run"], entry: FiledRun["entries"][number], filter: OutboxFilter): boolean {
  const { status, kind, runId, deliveryId, target, documentId, routeId, test } = filter;
  return (
    isSame(entry, { status, kind, runId, deliveryId, target }) &&
    isSame(run, { documentId, routeId, test }) &&
    isWithin(entry.createdAt, filter)
  );
}

function isWantedAttempt(
  ofRun: string,
  attempt: FiledRun["attempts"][number],
  { outboxId, runId, ok, ...times }: AttemptFilter,
): boolean {
  return isSame({ ...attempt, runId: ofRun }, { outboxId, runId, ok }) && isWithin(attempt.startedAt, times);
}
