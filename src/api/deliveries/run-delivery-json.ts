import * as z from "zod";
import { type Attempt, OUTBOX_KINDS, OUTBOX_STATUSES, type OutboxEntry } from "../../domain/delivery/outbox.ts";
import { text } from "../../http/wire-values.ts";
import type { ListedAttempt, ListedEntry } from "../../store/outbox-lists.ts";

/** Path of a delivery of a run. */
export const attemptParams = z.object({
  attempt: text().meta({ description: "Id of the delivery or of one of its tries." }),
});

/** One try to make a delivery. */
const attemptSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the try." }),
    number: z.int().meta({ description: "1, 2, 3, ... within the delivery." }),
    ok: z.boolean().meta({ description: "Whether the other side accepted it." }),
    response: z.string().meta({ description: "Status and first lines of the answer, or what went wrong." }),
    started_at: z.iso.datetime().meta({ description: "When the try began." }),
    finished_at: z.iso.datetime().meta({ description: "When it ended." }),
  })
  .meta({ id: "Attempt" });

export const listedAttemptSchema = attemptSchema
  .extend({
    delivery_id: z.string().meta({ description: "The delivery of the run that was tried." }),
    run_id: z.string().meta({ description: "The run." }),
    type: z.enum(OUTBOX_KINDS).meta({ description: "Kind of delivery; `alert` reports what was given up." }),
  })
  .meta({ id: "ListedAttempt" });

/** One delivery of one run, with every try to make it. */
export const runDeliverySchema = z
  .object({
    id: z.string().meta({ description: "Identifier: the `webhook-id` of every try." }),
    run_id: z
      .string()
      .meta({ description: "The run that is delivered; empty for an alert about what belongs to no run." }),
    document_id: z
      .string()
      .optional()
      .meta({ description: "The document that was merged; in lists, empty if it was none." }),
    route_id: z.string().optional().meta({ description: "The data route that was merged, likewise." }),
    delivery_id: z
      .string()
      .meta({ description: "The delivery of the document or data route that it was made for; an alert's own id." }),
    type: z.enum(OUTBOX_KINDS).meta({ description: "Kind of delivery; `alert` reports what was given up." }),
    name: z.string().meta({ description: "The delivery's name." }),
    status: z.enum(OUTBOX_STATUSES).meta({
      description:
        "pending: to be tried; sending; done; partial: some of its recipients have it, the others never will; dead: given up; held: shown instead of sent (test mode).",
    }),
    tries: z.int().meta({ description: "Tries so far." }),
    created_at: z.iso.datetime().meta({ description: "When the run made it." }),
    next_try_at: z.string().meta({ description: "When the next try is made; empty when there is none." }),
    finished_at: z.string().meta({ description: "When it was settled; empty before." }),
    target: z.string().meta({ description: "The host that it goes to; empty before the first try." }),
    preview: z.record(z.string(), z.unknown()).meta({
      description: "What was or would be sent.",
      examples: [{ url: "https://example.com/hooks/merged", method: "POST" }],
    }),
    last_response: z
      .string()
      .meta({ description: "The answer to the last try, or what went wrong; empty before the first try." }),
    attempts: z.array(attemptSchema).meta({ description: "All tries, oldest first; lists leave them out." }),
  })
  .meta({ id: "RunDelivery" });

/** @param attempts of the whole run, or of this delivery */
export function runDeliveryJson(entry: OutboxEntry, attempts: readonly Attempt[]): z.output<typeof runDeliverySchema> {
  const own = attempts.filter(({ outboxId }) => outboxId === entry.id);
  return deliveryWith(entry, own, own.at(-1)?.response ?? "");
}

/** The same in a list, which leaves the tries out. */
export function listedDeliveryJson(entry: ListedEntry): z.output<typeof runDeliverySchema> {
  return {
    ...deliveryWith(entry, [], entry.lastResponse),
    document_id: String(entry.documentId ?? ""),
    route_id: String(entry.routeId ?? ""),
  };
}

function deliveryWith(
  entry: OutboxEntry,
  attempts: readonly Attempt[],
  lastResponse: string,
): z.output<typeof runDeliverySchema> {
  return {
    id: entry.id,
    run_id: entry.runId ?? "",
    delivery_id: entry.deliveryId,
    type: entry.kind,
    name: entry.name,
    status: entry.status,
    tries: entry.tries,
    created_at: entry.createdAt.toISOString(),
    next_try_at: entry.status === "pending" ? (entry.dueAt?.toISOString() ?? "") : "",
    finished_at: entry.finishedAt?.toISOString() ?? "",
    target: entry.target,
    preview: entry.preview ?? {},
    last_response: lastResponse,
    attempts: attempts.map(attemptJson),
  };
}

export function listedAttemptJson(attempt: ListedAttempt): z.output<typeof listedAttemptSchema> {
  return { ...attemptJson(attempt), delivery_id: attempt.outboxId, run_id: attempt.runId ?? "", type: attempt.kind };
}

function attemptJson({ id, number, ok, response, startedAt, finishedAt }: Attempt): z.output<typeof attemptSchema> {
  return {
    id,
    number,
    ok,
    response,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt.toISOString(),
  };
}
