import { Buffer } from "node:buffer";
import type { ApiKey } from "../domain/access/api-key.ts";
import { regionOf } from "../domain/access/location-hint.ts";
import { ALL_RIGHTS } from "../domain/access/rights.ts";
import { Failure } from "../domain/failure.ts";
import type { FailureCode } from "../domain/failure-codes.ts";
import { cachedKey, cacheKey } from "./cached-keys.ts";
import { clientAddress } from "./client-address.ts";
import { networkOf } from "./client-network.ts";
import { type Caller, callerId, type RequestContext } from "./context.ts";
import { noteOrigin } from "./note-origin.ts";
import { noteWorkspace } from "./note-workspace.ts";
import { limitRate } from "./rate-limit.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { sessionToken } from "./session-cookie.ts";
import { hasRoom } from "./storage-room.ts";

const CHALLENGE = { "www-authenticate": 'Basic realm="docloom", charset="UTF-8"' };

/** No secret has this digest: unknown key ids are compared with it, so that they take the same path as known ones. */
const NO_DIGEST = "0".repeat(64);

/** A key and its secret, as they were sent. */
export interface Credentials {
  keyId: string;
  secret: string;
}

/**
 * The caller behind the request's HTTP Basic credentials (interface 5, RFC 7617), behind an application's token (RFC 6750)
 * or, without either, behind a browser's session.
 * @throws Failure `unauthorized` (missing or malformed), `invalid_credentials` (wrong), `session_expired`,
 *   `cross_site_request`, `rate_limited`
 */
export async function authenticate(context: RequestContext): Promise<Caller> {
  const caller = context.forwardedCaller ?? (await callerOf(context));
  noteWorkspace(context, caller.workspaceId);
  if (!context.forwardedCaller) noteUse(context, noteOrigin(context, caller));

  return caller;
}

async function callerOf(context: RequestContext): Promise<Caller> {
  const { request } = context;
  const token = sessionToken(request);
  if (token !== undefined && !request.headers.has("authorization")) return authenticateLoginSession(context, token);

  const application = bearerToken(request.headers);
  if (application !== undefined) return await authenticateApplication(context, application);

  const credentials = readBasicCredentials(request.headers);
  const kept = await verifiedByKept(context, credentials);
  const key = kept ?? (await verifyCredentials(context, credentials));
  await limitRate(context, "requests", key.keyId, "requests with this API key");

  const { workspaceId, storedBytes, auditHead, rights, keyId, secretSha256 } = key;
  const caller = { workspaceId, keyId, storedBytes, auditHead, rights };
  return kept ? { ...caller, cachedKey: { keyId, secretSha256 } } : caller;
}

/** The key as the isolate keeps it, where that is allowed; undefined if it has to be read. */
async function verifiedByKept(context: RequestContext, { keyId, secret }: Credentials): Promise<ApiKey | undefined> {
  const key = context.kept && cachedKey(keyId, context.now());
  // Whether there is room, and who is refused, is asked of the database.
  if (!context.kept || !key || !hasRoom(context, key)) return undefined;
  if (!crypto.subtle.timingSafeEqual(await sha256(secret), Buffer.from(key.secretSha256, "hex"))) return undefined;
  if (!isValid(key, context.now())) return undefined;
  context.kept.isUsed = true;
  return key;
}

/** The token of an application; undefined if other credentials, or none, came along. */
const bearerToken = (headers: Headers): string | undefined =>
  /^Bearer +([\w.~+/:=-]{1,2000}) *$/i.exec(headers.get("authorization") ?? "")?.[1];

async function authenticateApplication(context: RequestContext, token: string): Promise<Caller> {
  const caller = await context.applicationCaller(context, token);
  if (!caller) {
    await limitLogins(context);

    throw new Failure(
      "invalid_credentials",
      "The access token is not valid: it has expired, was revoked, or its person is no longer a member of the workspace.",
      { headers: { "www-authenticate": bearerChallenge(context, "invalid_token") } },
    );
  }
  await limitRate(context, "requests", callerId(caller), "requests of this application");

  return caller;
}

/** By which an application finds out where it gets a token (RFC 9728, 5.1). */
const bearerChallenge = ({ settings }: Pick<RequestContext, "settings">, error?: "invalid_token"): string =>
  `Bearer ${error ? `error="${error}", ` : ""}resource_metadata="${settings.publicBaseUrl}/.well-known/oauth-protected-resource"`;

/**
 * The key that belongs to a secret.
 * @throws Failure `invalid_credentials`, `rate_limited`
 */
export async function verifyCredentials(context: RequestContext, { keyId, secret }: Credentials): Promise<ApiKey> {
  const [digest, key] = await Promise.all([sha256(secret), findKey(keyId, context)]);

  const matches = crypto.subtle.timingSafeEqual(digest, Buffer.from(key?.secretSha256 ?? NO_DIGEST, "hex"));
  if (!matches || !key || !isValid(key, context.now())) {
    await limitLogins(context);
    countRefusal(context, key?.workspaceId ?? "", "invalid_credentials");

    throw new Failure(
      "invalid_credentials",
      "The API key or its secret is wrong, or the key was revoked or has expired.",
    );
  }
  if (key.keyId !== context.settings.fixedCredentials?.keyId) {
    noteUse(context, context.store.keys.touch(key, context.now()));
    cacheKey(key, context.now());
  }

  return key;
}

/**
 * Counts a failed login of the request's address.
 * @throws Failure `rate_limited`
 */
export async function limitLogins(context: Pick<RequestContext, "request" | "env" | "settings">): Promise<void> {
  await limitRate(context, "logins", clientAddress(context), "failed logins from this address");
}

async function authenticateLoginSession(context: RequestContext, token: string): Promise<Caller> {
  requireSameOrigin(context.request, context.settings.publicBaseUrl);

  const found = await context.store.lookUps.loginSessions.byToken(token, context.now());
  if (!found) {
    await limitLogins(context);
    countRefusal(context, "", "session_expired");

    throw new Failure("session_expired", "The session has ended: sign in again.");
  }
  const { storedBytes, auditHead, rights, ...session } = found;
  await limitRate(context, "requests", session.id, "requests of this session");
  noteUse(context, context.store.loginSessions.touch(session, context.now()));

  const { workspaceId, keyId, person } = session;

  return { workspaceId, keyId, session, storedBytes, auditHead, rights, ...(person ? { person } : {}) };
}

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: Date): boolean =>
  revokedAt === null && (expiresAt === undefined || expiresAt > now);

/** Whether the credentials of a request that is long under way would be taken again, and may what they did. */
export async function isStillAllowed(
  context: RequestContext,
  { keyId, workspaceId, session, application, rights }: Caller,
): Promise<boolean> {
  const now = context.now();
  if (application) {
    const again = await context.applicationCaller(context, bearerToken(context.request.headers) ?? "");
    return JSON.stringify(again?.rights) === JSON.stringify(rights);
  }
  const key = session ? undefined : await findKey(keyId, context);
  const current = session
    ? await context.store.loginSessions.rightsOf(workspaceId, session.id, now)
    : key && isValid(key, now)
      ? key.rights
      : undefined;
  return current !== undefined && JSON.stringify(current) === JSON.stringify(rights);
}

/** Counts it for the log by the minute; those above the limit of logins are no longer written down. */
function countRefusal(context: RequestContext, workspaceId: string, code: FailureCode): void {
  const network = networkOf(clientAddress(context));
  noteUse(context, context.store.auditLog.countRefusal(workspaceId, network, code, context.now()));
}

/** Nobody waits for the time of the last use, and no request fails because of it. */
function noteUse({ executionContext, log }: RequestContext, writing: Promise<void>): void {
  executionContext.waitUntil(writing.catch((error) => log.failure("use.not_noted", error)));
}

/** The key of the environment's fixed pair (wire "Accounts and keys"), or the stored one. */
async function findKey(keyId: string, { settings, store, request }: RequestContext): Promise<ApiKey | undefined> {
  const fixed = settings.fixedCredentials;
  if (fixed?.keyId !== keyId) return store.lookUps.keys.findByKeyId(keyId);

  const [{ id: workspaceId, storedBytes, auditHead }, digest] = await Promise.all([
    store.lookUps.keys.defaultWorkspace(regionOf(request.cf)),
    sha256(fixed.secret),
  ]);

  return {
    keyId,
    workspaceId,
    secretSha256: Buffer.from(digest).toString("hex"),
    revokedAt: null,
    expiresAt: undefined,
    rights: ALL_RIGHTS,
    storedBytes,
    auditHead,
  };
}

function readBasicCredentials(headers: Headers): Credentials {
  const header = headers.get("authorization");
  const encoded = header?.match(/^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i)?.[1];
  const pair = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf-8");
  const colon = pair.indexOf(":");

  if (colon < 0) {
    const advice =
      header === null ? "" : " The Authorization header that was sent is not of the form Basic base64(key:secret).";
    throw new Failure(
      "unauthorized",
      `This address needs credentials: send an API key and its secret with HTTP Basic authentication.${advice}`,
      { headers: isScripted(headers) ? {} : CHALLENGE },
    );
  }

  return { keyId: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

/** A script of a page asks (Fetch Metadata): a challenge would open the browser's own password window over the page. */
const isScripted = (headers: Headers): boolean => headers.get("sec-fetch-dest") === "empty";

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
