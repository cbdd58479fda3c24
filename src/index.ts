import { createApp } from "./app.ts";
import { dropOldEntries, keepHeads } from "./audit/keep-heads.ts";
import { type Env, readSettings } from "./env.ts";
import {
  consumeDeadDeliveries,
  consumeDeliveries,
  resendDueDeliveries,
  sendDueHookCalls,
} from "./jobs/delivery-consumer.ts";
import { type JobServices, jobServices } from "./jobs/job-services.ts";
import { consumeDeadRuns, consumeMerges, consumeTools, resendDueRuns } from "./jobs/run-consumer.ts";
import { runSteps } from "./jobs/run-steps.ts";
import { sealSecrets } from "./jobs/seal-secrets.ts";
import { sweep } from "./jobs/sweep.ts";

export { BrowserPool } from "./browser/browser-pool.ts";
export { DeliveryAttemptObject } from "./jobs/delivery-attempt-object.ts";
export { WorkspaceDatabase } from "./store/object/workspace-database.ts";
export { ToolWorker } from "./tool-worker.ts";

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
  fetch: app.fetch,

  async queue(batch, env) {
    readSettings(env);
    const consumer = CONSUMERS.find(([suffix]) => batch.queue.endsWith(suffix))?.[1];
    if (consumer) await consumer(batch, jobServices(env));
    else batch.retryAll();
  },

  async scheduled(_controller, env) {
    await runSteps(jobServices(env), {
      resend_runs: resendDueRuns,
      resend_deliveries: resendDueDeliveries,
      send_hook_calls: sendDueHookCalls,
      keep_audit_heads: keepHeads,
      drop_old_audit_entries: dropOldEntries,
      sweep,
      seal_secrets: sealSecrets,
    });
  },
} satisfies ExportedHandler<Env>;
