/** Whom passkeys are made for: this service, under one name. */
export interface RelyingParty {
  /** The host's name, to which browsers bind passkeys. */
  id: string;
  /** Where its pages come from. */
  origin: string;
}

/**
 * What passkeys are bound to at an address, or why there are none: browsers make them for names, over https or at `localhost`
 * (Web Authentication Level 3, 5.1.3).
 */
export function relyingParty(publicBaseUrl: string): RelyingParty | { reason: string } {
  const { hostname, origin, protocol, port } = new URL(publicBaseUrl);
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  if (isAddress) {
    const local = hostname === "127.0.0.1" || hostname === "[::1]";
    const advice = local
      ? ` Open http://localhost${port ? `:${port}` : ""} instead.`
      : " Open the service under a name, such as docs.example.com, over https.";
    return { reason: `Browsers make no passkeys for the bare address ${hostname}.${advice}` };
  }
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal)
    return { reason: `Browsers make passkeys over https only, and ${hostname} was opened without.` };
  return { id: hostname, origin };
}
