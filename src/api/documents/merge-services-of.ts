import type { RequestContext } from "../../http/context.ts";
import type { MergeServices } from "../../merge/context.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";

/** What a merge may use, from the request that asks for it. */
export function mergeServicesOf(context: RequestContext): MergeServices {
  const { env, store, now, log, forwardedCaller, executionContext } = context;
  return {
    env,
    store,
    now,
    log,
    outbound: (internalHosts) => outboundPolicy(env, internalHosts),
    isPool: forwardedCaller !== undefined,
    goOn: (work) => executionContext.waitUntil(Promise.allSettled([work])),
  };
}
