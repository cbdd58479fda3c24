import type { DeliveryServices } from "../delivery/delivery-services.ts";
import { createLog } from "../domain/log.ts";
import type { Env } from "../env.ts";
import { attachedMerge } from "../merge/attached-merge.ts";
import type { MergeServices } from "../merge/context.ts";
import { drawForMail, mailAddresses, mailTags } from "../merge/mail-rendering.ts";
import { routeForward } from "../merge/route/forward-to-route.ts";
import { outboundPolicy } from "../outbound/outbound-policy.ts";
import { createStore, type Store } from "../store/store.ts";

/** What queue consumers and the cron work with. */
export type JobServices = MergeServices & DeliveryServices;

/** @param store another one than that of all workspaces: an object's own */
export function jobServices(env: Env, store: Store = createStore(env)): JobServices {
  const services = {
    env,
    store,
    now: () => new Date(),
    log: createLog(),
    outbound: (internalHosts: readonly string[]) => outboundPolicy(env, internalHosts),
  };
  return {
    ...services,
    mergeRoute: routeForward(services),
    mergeAttached: attachedMerge(services),
    ...{ mailTags, mailAddresses, drawForMail },
  };
}
