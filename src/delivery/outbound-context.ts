import type { OutboundPolicy } from "../outbound/outbound-policy.ts";

/** What requests to another side need. */
export interface OutboundContext {
  policy: OutboundPolicy;
  now(): Date;
}
