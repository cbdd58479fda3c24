import { sql } from "drizzle-orm";
import type { Attempt, OutboxEntry } from "../domain/delivery/outbox.ts";
import { toDate } from "./run-rows.ts";
import { type attempts, outbox } from "./schema/runs.ts";

/**
 * Mails that were made: deliveries by e-mail, and alerts to e-mail addresses. One without a recipient, or that was given
 * up before it was made, is no mail.
 */
export const IS_MAIL = sql`(
  ${outbox.kind} in ('email', 'alert') and ${outbox.preview} ->> '$.to' is not null
  and ${outbox.status} in ('done', 'partial', 'held'))`;

export function toEntry(row: typeof outbox.$inferSelect): OutboxEntry {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    runId: row.runId ?? undefined,
    deliveryId: row.deliveryId,
    kind: row.kind,
    name: row.name,
    settings: row.settings,
    target: row.target,
    status: row.status,
    preview: row.preview ?? undefined,
    tries: row.tries,
    dueAt: toDate(row.dueAt),
    createdAt: new Date(row.createdAt),
    finishedAt: toDate(row.finishedAt),
  };
}

export function toAttempt(row: typeof attempts.$inferSelect): Attempt {
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
