import type { DeliveryServices } from "../delivery/delivery-services.ts";
import type { Env } from "../env.ts";
import type { MergeServices } from "../merge/merge-services.ts";
import { outboundPolicy } from "../outbound/outbound-policy.ts";
import { createStore } from "../store/store.ts";
import { routeHandOver } from "./route-hand-over.ts";

/** What queue consumers and the cron work with. */
export function jobServices(env: Env): MergeServices & DeliveryServices {
  const services = {
    env,
    store: createStore(env),
    now: () => new Date(),
    outbound: (internalHosts: readonly string[]) => outboundPolicy(env, internalHosts),
  };
  return { ...services, mergeRoute: routeHandOver(services) };
}
