import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import * as z from "zod";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { SignInError } from "../sign-in-error.ts";

/** The deployment's team at Cloudflare Access, and the application that stands before this service. */
export interface AccessTeam {
  /** `example`, of example.cloudflareaccess.com. */
  name: string;
  /** The application's audience tag. */
  audience: string;
}

/** Whom Access has let through. */
interface AccessIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** When the token was made: whoever it stands for has signed in at Access no later. */
  signedInAt: Date;
}

/** Where Access puts its token in each request that it lets through. */
export const ACCESS_HEADER = "cf-access-jwt-assertion";

const KEYS_LIFETIME_MS = 60 * 60 * 1000;
const CLOCK_TOLERANCE_SECONDS = 60;

const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
const claimsSchema = z.object({
  sub: z.string().min(1),
  email: z.string().min(3),
  type: z.literal("app"),
  iat: z.number().positive(),
});

const cached = new Map<string, { keys: JSONWebKeySet; until: number }>();

const accessIssuer = ({ name }: AccessTeam): string => `https://${name}.cloudflareaccess.com`;

/**
 * Whom Cloudflare Access has let through: signature by the team's keys (RS256), issuer, audience and times are checked. Service
 * tokens have no address and are nobody here.
 * @throws SignInError `token_refused`, `issuer_unavailable`
 */
export async function verifiedAccess(token: string, team: AccessTeam, policy: OutboundPolicy): Promise<AccessIdentity> {
  const issuer = accessIssuer(team);
  const keys = await teamKeys(issuer, policy);
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ["RS256"],
      issuer,
      audience: team.audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["exp", "iat"],
    });
    const { sub, email, iat } = claimsSchema.parse(payload);
    return { issuer, subject: sub, email, signedInAt: new Date(Math.min(iat * 1000, Date.now())) };
  } catch (cause) {
    // Keys change every six weeks: the next request reads them anew.
    cached.delete(issuer);
    throw new SignInError("token_refused", cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function teamKeys(issuer: string, policy: OutboundPolicy): Promise<JSONWebKeySet> {
  const kept = cached.get(issuer);
  if (kept && kept.until > Date.now()) return kept.keys;
  try {
    const limits = { ...OUTBOUND_LIMITS, maxBytes: 256 * 1024 };
    const { status, bytes } = await guardedRequest(`${issuer}/cdn-cgi/access/certs`, {}, policy, limits);
    if (status !== 200) throw new Error(`status ${status}`);
    const keys = keysSchema.parse(JSON.parse(new TextDecoder().decode(bytes))) as JSONWebKeySet;
    cached.set(issuer, { keys, until: Date.now() + KEYS_LIFETIME_MS });
    return keys;
  } catch (cause) {
    throw new SignInError("issuer_unavailable", cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
