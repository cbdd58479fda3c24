import type { RequestContext } from "./context.ts";

/**
 * Where a request comes from, for counting. Only a header that the platform, or the proxy that the operator named
 * (`CLIENT_ADDRESS_HEADER`), writes itself says so; anything else in a request is the client's to choose, and all such
 * requests are counted together. Of a list, the last address is the one that the nearest proxy saw.
 */
export function clientAddress({ request, settings }: Pick<RequestContext, "request" | "settings">): string {
  const header = settings.clientAddressHeader;
  const sent = header === undefined ? undefined : request.headers.get(header)?.split(",").at(-1)?.trim();
  return sent || "unknown";
}
