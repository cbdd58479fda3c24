import type { ConsentClient, ConsentKind } from "../../domain/delivery/consent-clients.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import { CONSENT_SERVERS } from "./consent-server.ts";

/** The application that settings name; undefined if they leave it to the deployment. */
export const ownClient = (clientId: string, clientSecret: string): ConsentClient | undefined =>
  clientId === "" ? undefined : { clientId, clientSecret };

/**
 * What is sent for an access token by a person's consent (RFC 6749, 6).
 * @throws DeliveryError if neither the settings nor the deployment have an application
 */
export function consentedRequest(
  { consentClients }: OutboundContext,
  kind: ConsentKind,
  { client, refreshToken }: { client: ConsentClient | undefined; refreshToken: string },
) {
  const { name, tokenUrl } = CONSENT_SERVERS[kind];
  const known = client ?? consentClients?.[kind];
  // Whoever runs the service may set one later, and what waits goes then.
  if (!known) throw new DeliveryError(`This service has no application of its own at ${name}: enter one of yours.`);
  return {
    url: tokenUrl,
    form: {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: known.clientId,
      client_secret: known.clientSecret,
    },
    server: name,
    setting: "refresh_token",
  };
}
