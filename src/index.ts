import { createApp } from "./app.ts";
import { whileAwaited } from "./domain/steps.ts";
import { type Env, readSettings } from "./env.ts";
import { consumeDeadDeliveries, consumeDeliveries } from "./jobs/delivery-consumer.ts";
import { type JobServices, jobServices } from "./jobs/job-services.ts";
import { keepAlarms } from "./jobs/keep-alarms.ts";
import { consumeDeadRuns, consumeMerges, consumeTools } from "./jobs/run-consumer.ts";
import { runSteps } from "./jobs/run-steps.ts";
import { takeUpMoves } from "./jobs/take-up-moves.ts";
import { UPKEEP_STEPS } from "./upkeep-steps.ts";

export { BrowserPool } from "./browser/browser-pool.ts";
export { DeliveryAttemptObject } from "./jobs/delivery-attempt-object.ts";
export { ToolWorker } from "./tool-worker.ts";
export { WorkspaceObject } from "./workspace-object.ts";

const app = createApp();

type Consumer = (batch: MessageBatch, services: JobServices) => Promise<void>;

/** Who takes the messages of a queue, by what its name ends with. */
const CONSUMERS: readonly (readonly [suffix: string, consumer: Consumer])[] = [
  ["-merges", consumeMerges],
  ["-merges-dead", consumeDeadRuns],
  ["-tools", consumeTools],
  ["-tools-dead", consumeDeadRuns],
  ["-deliveries", consumeDeliveries],
  ["-deliveries-dead", consumeDeadDeliveries],
];

export default {
  fetch: (request, env, context) => whileAwaited(() => app.fetch(request, env, context)),

  async queue(batch, env) {
    readSettings(env);
    const consumer = CONSUMERS.find(([suffix]) => batch.queue.endsWith(suffix))?.[1];
    if (consumer) await consumer(batch, jobServices(env));
    else batch.retryAll();
  },

  async scheduled(_controller, env) {
    // What waits for objects comes last: one that does not answer keeps nothing else waiting, and a move goes on by its own alarm anyway.
    await runSteps(jobServices(env), { ...UPKEEP_STEPS, take_up_moves: takeUpMoves, keep_alarms: keepAlarms });
  },
} satisfies ExportedHandler<Env>;
