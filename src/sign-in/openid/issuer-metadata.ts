import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from "oauth4webapi";
import { guardedRequest, type OutboundRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { SignInError } from "../sign-in-error.ts";
import type { Issuer } from "./issuer.ts";

/** Metadata, keys and tokens are small. */
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 1024 * 1024, firstByteMs: 5_000, totalMs: 8_000 };

const METADATA_LIFETIME_MS = 10 * 60 * 1000;
const MAX_CACHED = 200;

/** Signatures with a public key. `none` and shared secrets are not among them. */
const ALGORITHMS: readonly string[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const cached = new Map<string, { server: AuthorizationServer; until: number }>();

/**
 * How an issuer's addresses are reached. One that the deployment set may be inside the company's network, and on one machine
 * without TLS; one that a workspace set is held to what is public, whatever INTERNAL_HOSTS allows its deliveries.
 */
function issuerPolicy(issuer: Issuer, policy: OutboundPolicy): OutboundPolicy {
  const internalHosts = issuer.workspaceId === undefined ? [new URL(issuer.issuer).host] : [];
  return { ...policy, internalHosts };
}

/** What the library's requests take: every one of them goes through the guard. */
export function issuerRequests(issuer: Issuer, policy: OutboundPolicy) {
  const guarded = issuerPolicy(issuer, policy);
  return {
    [customFetch]: (url: string, { method, headers, body }: CustomRequest) =>
      send(url, { method, headers, ...(body ? { body: String(body) } : {}) }, guarded),
    [allowInsecureRequests]: issuer.workspaceId === undefined || policy.allowLoopback,
  };
}

interface CustomRequest {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | string | Uint8Array | ReadableStream | null;
}

async function send(url: string, request: OutboundRequest, policy: OutboundPolicy): Promise<Response> {
  const { status, headers, bytes } = await guardedRequest(url, request, policy, LIMITS);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Uint8Array.from(bytes), { status, headers });
}

/**
 * The issuer's own description (OpenID Connect Discovery 1.0, 4), kept ten minutes for each workspace apart.
 * @throws SignInError `issuer_unavailable`
 */
export async function issuerMetadata(issuer: Issuer, policy: OutboundPolicy): Promise<AuthorizationServer> {
  const key = `${issuer.workspaceId ?? ""} ${issuer.issuer}`;
  const kept = cached.get(key);
  if (kept && kept.until > Date.now()) return kept.server;

  const identifier = new URL(issuer.issuer);
  try {
    const response = await discoveryRequest(identifier, issuerRequests(issuer, policy));
    const server = accepted(await processDiscoveryResponse(identifier, response));
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, { server, until: Date.now() + METADATA_LIFETIME_MS });
    return server;
  } catch (cause) {
    if (cause instanceof SignInError) throw cause;
    throw new SignInError("issuer_unavailable", reason(cause), { cause });
  }
}

/** The description with the algorithms that we take of those that it names. */
function accepted(server: AuthorizationServer): AuthorizationServer {
  const named = server.id_token_signing_alg_values_supported ?? ["RS256"];
  const algorithms = named.filter((name) => ALGORITHMS.includes(name));
  if (algorithms.length === 0)
    throw new SignInError("issuer_unavailable", `signs by ${named.join(", ")} only, none of which is accepted`);
  for (const member of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const)
    if (server[member] === undefined) throw new SignInError("issuer_unavailable", `names no ${member}`);
  return { ...server, id_token_signing_alg_values_supported: algorithms };
}

/** What went wrong, for people who look into it. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
