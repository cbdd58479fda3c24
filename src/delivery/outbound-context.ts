import type { ConsentClients } from "../domain/delivery/consent-clients.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";

/** What requests to another side need. */
export interface OutboundContext {
  policy: OutboundPolicy;
  now(): Date;
  /** Applications of the deployment, for deliveries that name none of their own. */
  consentClients?: ConsentClients;
}
