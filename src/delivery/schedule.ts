import * as z from "zod";
import type { Log } from "../domain/log.ts";
import type { Env } from "../env.ts";

/** A delivery in the queue: only its name, the row knows the rest. */
export const deliveryMessage = z.object({ workspaceId: z.string(), outboxId: z.string() });
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** What sending messages takes. */
interface Sender {
  env: Pick<Env, "DELIVERIES">;
  log: Log;
}

const MAX_BATCH_SIZE = 100;

/**
 * Sends the deliveries of a run that is done to the queue. Called after `runs.finish`; if it fails, or its isolate dies
 * before, the cron makes up for it: the rows are the truth.
 */
export async function scheduleDeliveries(
  { env, log }: Sender,
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
    log.failure("delivery.not_queued", error, { workspace_id: workspaceId, run_id: runId });
  }
}

/** Puts messages into the queue, as many at once as it takes. */
export async function sendToQueue(env: Sender["env"], messages: readonly DeliveryMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_BATCH_SIZE)
    await env.DELIVERIES.sendBatch(messages.slice(start, start + MAX_BATCH_SIZE).map((body) => ({ body })));
}
