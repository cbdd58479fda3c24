import type { RequestContext } from "../../http/context.ts";
import type { MergeServices } from "../../merge/context.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";

/** What a merge may use, from the request that asks for it. */
export function mergeServicesOf({ env, store, now, log, forwardedCaller }: RequestContext): MergeServices {
  const outbound = (internalHosts: readonly string[]) => outboundPolicy(env, internalHosts);
  return { env, store, now, log, outbound, isPool: forwardedCaller !== undefined };
}
