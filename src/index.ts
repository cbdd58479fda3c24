import { createApp } from "./app.ts";
import { type Env, readSettings } from "./env.ts";
import {
  consumeDeadDeliveries,
  consumeDeliveries,
  type DeliveryMessage,
  resendDueDeliveries,
} from "./jobs/delivery-consumer.ts";
import { jobServices } from "./jobs/job-services.ts";
import { consumeDeadMerges, consumeMerges, type MergeMessage, resendDueMerges } from "./jobs/merge-consumer.ts";
import { sweep } from "./jobs/sweep.ts";

export { BrowserPool } from "./browser/browser-pool.ts";
export { DeliveryAttemptObject } from "./jobs/delivery-attempt-object.ts";

const app = createApp();

export default {
  fetch: app.fetch,

  async queue(batch, env) {
    readSettings(env);
    if (batch.queue.endsWith("-merges")) await consumeMerges(batch as MessageBatch<MergeMessage>, jobServices(env));
    else if (batch.queue.endsWith("-merges-dead")) await consumeDeadMerges(batch as MessageBatch<MergeMessage>);
    else if (batch.queue.endsWith("-deliveries")) await consumeDeliveries(batch as MessageBatch<DeliveryMessage>, env);
    else if (batch.queue.endsWith("-deliveries-dead"))
      await consumeDeadDeliveries(batch as MessageBatch<DeliveryMessage>);
    else batch.retryAll();
  },

  async scheduled(_controller, env) {
    const services = jobServices(env);
    await resendDueMerges(env, services);
    await resendDueDeliveries(services);
    await sweep(services);
  },
} satisfies ExportedHandler<Env>;
