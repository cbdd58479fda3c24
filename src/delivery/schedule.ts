import type { Env } from "../env.ts";

/** A delivery in the queue: only its name, the row knows the rest. */
export interface DeliveryMessage {
  workspaceId: string;
  outboxId: string;
}

/** What sending messages takes. */
type Sender = Pick<Env, "DELIVERIES">;

const LARGEST_BATCH = 100;

/**
 * Sends the deliveries of a run that is done to the queue. Called after `runs.finish`; when it fails, or its isolate dies
 * before, the cron makes up for it: the rows are the truth.
 */
export async function scheduleDeliveries(
  env: Sender,
  workspaceId: string,
  runId: string,
  entries: readonly { id: string }[],
): Promise<void> {
  try {
    await sendToQueue(
      env,
      entries.map(({ id }) => ({ workspaceId, outboxId: id })),
    );
  } catch (error) {
    console.warn(
      JSON.stringify({
        level: "warn",
        event: "delivery.not_queued",
        run_id: runId,
        error: String(error).slice(0, 200),
      }),
    );
  }
}

/** Puts messages into the queue, as many at once as it takes. */
export async function sendToQueue(env: Sender, messages: readonly DeliveryMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += LARGEST_BATCH)
    await env.DELIVERIES.sendBatch(messages.slice(start, start + LARGEST_BATCH).map((body) => ({ body })));
}
