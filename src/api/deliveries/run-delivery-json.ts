import { z } from "zod";
import type { Attempt, OutboxEntry } from "../../domain/outbox.ts";

/** One delivery of one run, with every try to make it. */
export const runDeliverySchema = z.object({
  /** The `webhook-id` of every try. */
  id: z.string(),
  run_id: z.string(),
  delivery_id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.enum(["pending", "sending", "done", "dead", "held"]),
  tries: z.number(),
  /** When the next try is made; empty when there is none. */
  next_try_at: z.string(),
  finished_at: z.string(),
  /** What was or would be sent. */
  preview: z.record(z.string(), z.unknown()),
  attempts: z.array(
    z.object({
      id: z.string(),
      number: z.number(),
      ok: z.boolean(),
      /** Status and first lines of the answer, or the failure's sentence. */
      response: z.string(),
      started_at: z.string(),
      finished_at: z.string(),
    }),
  ),
});

/** @param attempts of the whole run, or of this delivery */
export function runDeliveryJson(entry: OutboxEntry, attempts: readonly Attempt[]): z.output<typeof runDeliverySchema> {
  return {
    id: entry.id,
    run_id: entry.runId,
    delivery_id: entry.deliveryId,
    type: entry.kind,
    name: entry.name,
    status: entry.status,
    tries: entry.tries,
    next_try_at: entry.status === "pending" ? (entry.dueAt?.toISOString() ?? "") : "",
    finished_at: entry.finishedAt?.toISOString() ?? "",
    preview: entry.preview ?? {},
    attempts: attempts
      .filter(({ outboxId }) => outboxId === entry.id)
      .map(({ id, number, ok, response, startedAt, finishedAt }) => ({
        id,
        number,
        ok,
        response,
        started_at: startedAt.toISOString(),
        finished_at: finishedAt.toISOString(),
      })),
  };
}
