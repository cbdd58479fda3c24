import * as z from "zod";
import type { Log } from "../domain/log.ts";
import type { Env } from "../env.ts";

/** A delivery, or an event for a hook, in the queue: only its name, the row knows the rest. */
export const deliveryMessage = z.union([
  z.object({ workspaceId: z.string(), outboxId: z.string() }),
  z.object({ workspaceId: z.string(), hookCallId: z.string() }),
]);
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** The id of the row that a message is about. */
export const rowOf = (message: DeliveryMessage): string =>
  "outboxId" in message ? message.outboxId : message.hookCallId;

/** The same for the log. */
export const namedInLog = ({ workspaceId, ...row }: DeliveryMessage) => ({
  workspace_id: workspaceId,
  ...("outboxId" in row ? { outbox_id: row.outboxId } : { hook_call_id: row.hookCallId }),
});

/** What sending messages takes. */
interface Sender {
  env: Pick<Env, "DELIVERIES">;
  log: Log;
}

const MAX_BATCH_SIZE = 100;

/**
 * Sends the deliveries of a run that has ended to the queue, and what hooks are to be told. Called after `runs.finish`; if it fails, or its isolate dies
 * before, the cron makes up for it: the rows are the truth.
 */
export async function scheduleDeliveries(
  { env, log }: Sender,
  workspaceId: string,
  runId: string | undefined,
  entries: readonly { id: string }[],
  hookCalls: readonly string[] = [],
): Promise<void> {
  try {
    await sendToQueue(env, [
      ...entries.map(({ id }) => ({ workspaceId, outboxId: id })),
      ...hookCalls.map((hookCallId) => ({ workspaceId, hookCallId })),
    ]);
  } catch (error) {
    log.failure("delivery.not_queued", error, { workspace_id: workspaceId, run_id: runId });
  }
}

/** Puts messages into the queue, as many at once as it takes. */
export async function sendToQueue(env: Sender["env"], messages: readonly DeliveryMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_BATCH_SIZE)
    await env.DELIVERIES.sendBatch(messages.slice(start, start + MAX_BATCH_SIZE).map((body) => ({ body })));
}
