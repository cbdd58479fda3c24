import { and, asc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Attempt, NewAttempt, NewOutboxEntry, OutboxEntry } from "../domain/outbox.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { toDate } from "./run-rows.ts";
import { attempts, outbox } from "./schema/runs.ts";

/** How long a worker may take over one try before the delivery is due again. */
export const OUTBOX_LEASE_MS = 2 * 60 * 1000;

/** A delivery that this worker, and no other, now tries. */
export interface LeasedEntry {
  entry: OutboxEntry;
  lease: string;
}

/** What a try has led to: the end, good or bad, or another try. */
export type TryOutcome = { status: "done" | "dead" } | { status: "pending"; dueAt: Date };

export type Outbox = ReturnType<typeof createOutbox>;

/** Deliveries to be made and the tries to make them (decisions "Deliveries"). Rows are made by `runs.finish`. */
export function createOutbox(database: Database) {
  const one = (workspaceId: string, id: string) => and(eq(outbox.id, id), eq(outbox.workspaceId, workspaceId));
  const held = (workspaceId: string, id: string, lease: string) =>
    and(one(workspaceId, id), eq(outbox.lease, lease), eq(outbox.status, "sending"));

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

    /** Takes a due delivery; undefined when it is not due, final, unknown, or another worker tries it. */
    async claim(workspaceId: string, id: string, now: Date): Promise<LeasedEntry | undefined> {
      const lease = newId();
      const [row] = await database
        .update(outbox)
        .set({ status: "sending", lease, tries: sql`${outbox.tries} + 1`, dueAt: now.getTime() + OUTBOX_LEASE_MS })
        .where(and(one(workspaceId, id), lte(outbox.dueAt, now.getTime())))
        .returning();
      return row && { entry: toEntry(row), lease };
    },

    /** Writes one try and what follows from it, in one batch; false when the lease was lost. */
    async settle(
      workspaceId: string,
      id: string,
      lease: string,
      attempt: NewAttempt,
      outcome: TryOutcome,
    ): Promise<boolean> {
      const isFinal = outcome.status !== "pending";
      const [, settled] = await database.batch([
        database.insert(attempts).select(sql`
          select ${newId()}, workspace_id, id, tries, ${attempt.ok ? 1 : 0}, ${attempt.response},
            ${attempt.startedAt.getTime()}, ${attempt.finishedAt.getTime()}
          from outbox where ${held(workspaceId, id, lease)}`),
        database
          .update(outbox)
          .set({
            status: outcome.status,
            lease: null,
            dueAt: outcome.status === "pending" ? outcome.dueAt.getTime() : null,
            finishedAt: isFinal ? attempt.finishedAt.getTime() : null,
          })
          .where(held(workspaceId, id, lease))
          .returning({ id: outbox.id }),
      ]);
      return settled.length > 0;
    },

    /** Makes a final or waiting delivery due at once (retry by a person); false when it is being tried or unknown. */
    async retry(workspaceId: string, id: string, now: Date): Promise<boolean> {
      const retried = await database
        .update(outbox)
        .set({ status: "pending", lease: null, dueAt: now.getTime(), finishedAt: null })
        .where(
          and(one(workspaceId, id), or(inArray(outbox.status, ["pending", "done", "dead", "held"]), isLapsed(now))),
        )
        .returning({ id: outbox.id });
      return retried.length > 0;
    },

    /** Keeps what would be or was sent, for people to see. */
    async setPreview(workspaceId: string, id: string, preview: Record<string, unknown>): Promise<void> {
      await database.update(outbox).set({ preview }).where(one(workspaceId, id));
    },

    async byId(workspaceId: string, id: string): Promise<OutboxEntry | undefined> {
      const [row] = await database.select().from(outbox).where(one(workspaceId, id));
      return row && toEntry(row);
    },

    /** The deliveries of a run, in the order of their making. */
    async ofRun(workspaceId: string, runId: string): Promise<OutboxEntry[]> {
      const rows = await database
        .select()
        .from(outbox)
        .where(and(eq(outbox.runId, runId), eq(outbox.workspaceId, workspaceId)))
        .orderBy(asc(outbox.id));
      return rows.map(toEntry);
    },

    /** All tries for the deliveries of a run, oldest first. */
    async attemptsOfRun(workspaceId: string, runId: string): Promise<Attempt[]> {
      const rows = await database
        .select({ attempt: attempts })
        .from(attempts)
        .innerJoin(outbox, eq(outbox.id, attempts.outboxId))
        .where(and(eq(outbox.runId, runId), eq(outbox.workspaceId, workspaceId)))
        .orderBy(asc(attempts.id));
      return rows.map((row) => toAttempt(row.attempt));
    },
  };
}

/** The statement that writes a run's deliveries when `condition` holds; columns as in the schema. */
export function insertOutbox(
  database: Database,
  workspaceId: string,
  runId: string,
  entries: readonly NewOutboxEntry[],
  condition: SQL,
  now: Date,
) {
  const rows = entries.map((entry) => ({
    ...entry,
    id: newId(),
    dueAt: entry.status === "pending" ? now.getTime() : null,
    finishedAt: entry.status === "pending" ? null : now.getTime(),
  }));

  return database
    .insert(outbox)
    .select(sql`
      select entry.value ->> 'id', ${workspaceId}, ${runId}, entry.value ->> 'deliveryId', entry.value ->> 'kind',
        entry.value ->> 'name', entry.value -> 'settings', '', entry.value ->> 'status', null, 0, null,
        entry.value ->> 'dueAt', ${now.getTime()}, entry.value ->> 'finishedAt'
      from json_each(${JSON.stringify(rows)}) as entry
      where ${condition}`)
    .onConflictDoNothing();
}

const isLapsed = (now: Date) => and(eq(outbox.status, "sending"), lte(outbox.dueAt, now.getTime()));

function toEntry(row: typeof outbox.$inferSelect): OutboxEntry {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    runId: row.runId,
    deliveryId: row.deliveryId,
    kind: row.kind,
    name: row.name,
    settings: row.settings,
    status: row.status,
    preview: row.preview ?? undefined,
    tries: row.tries,
    dueAt: toDate(row.dueAt),
    createdAt: new Date(row.createdAt),
    finishedAt: toDate(row.finishedAt),
  };
}

function toAttempt(row: typeof attempts.$inferSelect): Attempt {
  return {
    id: row.id,
    outboxId: row.outboxId,
    number: row.number,
    ok: row.ok,
    response: row.response,
    startedAt: new Date(row.startedAt),
    finishedAt: new Date(row.finishedAt),
  };
}
