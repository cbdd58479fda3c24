import * as z from "zod";
import { mapConcurrent } from "../domain/map-concurrent.ts";
import { freeWorker } from "../domain/pool/free-worker.ts";
import type { MergeServices } from "../merge/context.ts";
import { executeQueued, type QueuedOutcome } from "../merge/execute-queued.ts";

/** A queued run: only its name, the row knows the rest. */
const runMessage = z.object({ workspaceId: z.string(), runId: z.string() });

/** Does the merges of a batch one after the other: each may take a good part of an isolate's memory. */
export async function consumeMerges(batch: MessageBatch, services: MergeServices): Promise<void> {
  for (const message of batch.messages) {
    const { workspaceId, runId } = runMessage.parse(message.body);
    settle(message, await executeQueued(services, workspaceId, runId));
  }
}

/** Hands the tools of a batch to objects of the pool, side by side. If what became of one cannot be written, the others still end first. */
export async function consumeTools(batch: MessageBatch, { env, log, store, now }: MergeServices): Promise<void> {
  await mapConcurrent(batch.messages, batch.messages.length, async (message) => {
    const { workspaceId, runId } = runMessage.parse(message.body);
    try {
      const worker = await freeWorker(env, { workspaceId, isTaken: true });
      settle(message, await worker.execute(workspaceId, runId));
    } catch (error) {
      // The object died, and with it whatever it held: another one need not wait for the end of the lease.
      log.failure("run.tool_worker_failed", error, { workspace_id: workspaceId, run_id: runId });
      await store.runs.releaseLost(workspaceId, runId, now());
      message.retry({ delaySeconds: 1 });
    }
  });
}

function settle(message: Message, outcome: QueuedOutcome): void {
  if (outcome.settled) message.ack();
  else message.retry({ delaySeconds: outcome.retryAfterSeconds });
}

/**
 * The dead-letter queues: the platform gave up on a message, its row did not. The cron sends it again when it is due.
 */
export async function consumeDeadRuns(batch: MessageBatch, { log }: MergeServices): Promise<void> {
  for (const message of batch.messages) {
    const { workspaceId, runId } = runMessage.parse(message.body);
    log.warn("run.message_dead", { workspace_id: workspaceId, run_id: runId });
    message.ack();
  }
}

/** As many messages as a queue takes at once. */
const RESENT_AT_ONCE = 100;
/** The most runs that one cron sends; the next one goes on. */
const MAX_RESENT = 5_000;

/** Sends runs again that nobody finished in time: dropped by the queue, or their worker died. */
export async function resendDueRuns({ env, store, now }: MergeServices): Promise<number> {
  // The same time for all: what is sent is due again some minutes after it, and so not once more meanwhile, however long this takes.
  const time = now();
  let sent = 0;
  while (sent < MAX_RESENT) {
    const due = await store.upkeep.runs.dueForResend(time, RESENT_AT_ONCE);
    for (const [queue, runs] of [
      [env.TOOLS, due.filter(({ kind }) => kind === "tool")],
      [env.MERGES, due.filter(({ kind }) => kind !== "tool")],
    ] as const) {
      if (runs.length > 0)
        await queue.sendBatch(runs.map(({ workspaceId, id }) => ({ body: { workspaceId, runId: id } })));
    }
    sent += due.length;
    if (due.length < RESENT_AT_ONCE) break;
  }
  return sent;
}
