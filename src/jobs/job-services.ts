import type { Env } from "../env.ts";
import type { MergeServices } from "../merge/merge-services.ts";
import { outboundPolicy } from "../outbound/outbound-policy.ts";
import { createStore } from "../store/store.ts";

/** What queue consumers and the cron work with. */
export function jobServices(env: Env): MergeServices {
  return {
    env,
    store: createStore(env),
    now: () => new Date(),
    outbound: (internalHosts) => outboundPolicy(env, internalHosts),
  };
}
