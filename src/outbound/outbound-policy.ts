import { ConcurrencyGate } from "./concurrency-gate.ts";
import { DEFAULT_RESOLVER_URL, dnsOverHttps, type Resolver } from "./resolver.ts";

/** What the outgoing requests of one call for a workspace may reach. Every caller of this room passes one. */
export interface OutboundPolicy {
  /** Finds the addresses of a name. */
  resolve: Resolver;
  /** What the deployment allows the workspace: `host` or `host:port`, as written in its setting INTERNAL_HOSTS. */
  internalHosts: readonly string[];
  /** Root of the service's own addresses, which are never internal ones. */
  ownAddress?: string;
  /** For tests and local use: the loopback counts as public. Never set in production. */
  allowLoopback: boolean;
  /** Keeps the number of requests at once below the platform's limit of connections, which counts per invocation. */
  gate: ConcurrencyGate;
  /** Sends a request; the platform's `fetch` when absent. */
  transport?: typeof fetch;
}

/** Variables of the Worker that concern this room, both optional. */
export interface OutboundSettings {
  /** `1` lets requests reach the loopback; for local use and tests. */
  OUTBOUND_ALLOW_LOOPBACK?: string;
  /** Where names are looked up, as DNS over HTTPS in its JSON form. */
  OUTBOUND_RESOLVER_URL?: string;
  PUBLIC_BASE_URL?: string;
}

/** Workers have six connections at once; two are left for the platform's own services. */
const REQUESTS_AT_ONCE = 4;

/** The policy of one invocation: made where a request or a job begins, never shared between them. */
export function outboundPolicy(settings: OutboundSettings, internalHosts: readonly string[] = []): OutboundPolicy {
  return {
    resolve: dnsOverHttps(settings.OUTBOUND_RESOLVER_URL || DEFAULT_RESOLVER_URL),
    internalHosts,
    ...(settings.PUBLIC_BASE_URL ? { ownAddress: settings.PUBLIC_BASE_URL } : {}),
    allowLoopback: settings.OUTBOUND_ALLOW_LOOPBACK === "1",
    gate: new ConcurrencyGate(REQUESTS_AT_ONCE),
  };
}

/** How long and how large an answer may be. */
export interface OutboundLimits {
  maxBytes: number;
  /** Keep the first `maxBytes` of a larger answer instead of failing: for answers that are only logged. */
  truncated?: boolean;
  firstByteMs: number;
  totalMs: number;
  idleMs: number;
}

const MEBIBYTE = 1024 * 1024;

export const OUTBOUND_LIMITS: OutboundLimits = {
  maxBytes: 25 * MEBIBYTE,
  firstByteMs: 10_000,
  totalMs: 20_000,
  idleMs: 5_000,
};
