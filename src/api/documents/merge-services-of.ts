import type { RequestContext } from "../../http/context.ts";
import type { MergeServices } from "../../merge/context.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";

/** What a merge may use, from the request that asks for it. */
export function mergeServicesOf({ env, store, now, log }: RequestContext): MergeServices {
  return { env, store, now, log, outbound: (internalHosts) => outboundPolicy(env, internalHosts) };
}
