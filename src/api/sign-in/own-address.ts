import type { RequestContext } from "../../http/context.ts";

/**
 * Root of the addresses under which the browser has opened the service. On one's own machine it has two names, and passkeys
 * and cookies are bound to the one that is used.
 */
export function ownAddress({ request, settings }: RequestContext): string {
  const asked = new URL(request.url);
  const known = new URL(settings.publicBaseUrl);
  const isLocal = asked.hostname === "localhost" && known.hostname === "127.0.0.1" && asked.port === known.port;
  return isLocal ? asked.origin : settings.publicBaseUrl;
}
