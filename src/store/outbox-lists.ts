import { and, count, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { Attempt, OutboxEntry, OutboxKind, OutboxStatus } from "../domain/delivery/outbox.ts";
import type { Database } from "./database.ts";
import { isRunSeen } from "./folder-view.ts";
import { IS_MAIL, toAttempt, toEntry } from "./outbox-rows.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
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
export function createOutboxLists(database: Database, view: FolderView | undefined) {
  return {
    async list(workspaceId: string, filter: OutboxFilter, page: Page): Promise<ListedEntry[]> {
      const rows = await database
        .select({ entry: outbox, lastResponse: LAST_RESPONSE, documentId: runs.documentId, routeId: runs.routeId })
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
            afterStart({ id: outbox.id }, page),
          ),
        )
        .orderBy(...inOrder({ id: outbox.id }, page))
        .limit(page.limit);
      return rows.map(({ entry, lastResponse, documentId, routeId }) => ({
        ...toEntry(entry),
        lastResponse: lastResponse ?? "",
        documentId: documentId ?? undefined,
        routeId: routeId ?? undefined,
      }));
    },

    /** How many deliveries of a batch's records are in each state: ids of their runs begin with the batch's (`batch-00001`). */
    async ofRecords(workspaceId: string, batchId: string): Promise<Record<OutboxStatus, number>> {
      const isOfRecord = and(gte(outbox.runId, `${batchId}-`), lt(outbox.runId, `${batchId}.`));
      const rows = await database
        .select({ status: outbox.status, count: count() })
        .from(outbox)
        .where(and(eq(outbox.workspaceId, workspaceId), isOfRecord, ne(outbox.kind, "alert")))
        .groupBy(outbox.status);
      const none = { pending: 0, sending: 0, done: 0, partial: 0, dead: 0, held: 0 };
      return Object.assign(none, Object.fromEntries(rows.map((row) => [row.status, row.count])));
    },

    async attempts(workspaceId: string, filter: AttemptFilter, page: Page): Promise<ListedAttempt[]> {
      const rows = await database
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
            afterStart({ id: attempts.id }, page),
          ),
        )
        .orderBy(...inOrder({ id: attempts.id }, page))
        .limit(page.limit);
      return rows.map(({ attempt, runId, kind }) => ({ ...toAttempt(attempt), runId: runId ?? undefined, kind }));
    },

    /** All tries of one delivery of a run, oldest first. */
    async attemptsOf(workspaceId: string, outboxId: string): Promise<Attempt[]> {
      const rows = await database
        .select()
        .from(attempts)
        .where(and(eq(attempts.outboxId, outboxId), eq(attempts.workspaceId, workspaceId)))
        .orderBy(attempts.number);
      return rows.map(toAttempt);
    },
  };
}

/** A condition that applies only if there is something to compare with. */
function given<Value>(value: Value | undefined, condition: (value: Value) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}
