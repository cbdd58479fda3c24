import type { Env } from "../env.ts";
import { mergeQueued } from "../merge/merge-queued.ts";
import type { MergeServices } from "../merge/merge-services.ts";

/** A queued merge: only its run's name, the row knows the rest. */
export interface MergeMessage {
  workspaceId: string;
  runId: string;
}

/** Does the merges of a batch one after the other: each may take a good part of an isolate's memory. */
export async function consumeMerges(batch: MessageBatch<MergeMessage>, services: MergeServices): Promise<void> {
  for (const message of batch.messages) {
    const outcome = await mergeQueued(services, message.body.workspaceId, message.body.runId);
    if (outcome.settled) message.ack();
    else message.retry({ delaySeconds: outcome.retryAfterSeconds });
  }
}

/** The dead-letter queue: the platform gave a message up, the row did not. The cron sends it again when it is due. */
export async function consumeDeadMerges(batch: MessageBatch<MergeMessage>): Promise<void> {
  for (const message of batch.messages) {
    console.warn(JSON.stringify({ level: "warn", event: "merge.message_dead", run_id: message.body.runId }));
    message.ack();
  }
}

/** Sends runs again that nobody finished in time: dropped by the queue, or their worker died. */
export async function resendDueMerges(env: Env, services: MergeServices): Promise<number> {
  const runs = await services.store.runs.dueForResend(services.now());
  if (runs.length > 0)
    await env.MERGES.sendBatch(runs.map(({ workspaceId, id }) => ({ body: { workspaceId, runId: id } })));
  return runs.length;
}
