import { Buffer } from "node:buffer";
import type { ApiKey } from "../domain/api-key.ts";
import { Failure } from "../domain/failure.ts";
import type { Caller, RequestContext } from "./context.ts";
import { limitRate } from "./rate-limit.ts";

const CHALLENGE = { "www-authenticate": 'Basic realm="docloom", charset="UTF-8"' };

/** No secret has this digest: unknown key ids are compared with it, so that they take the same path as known ones. */
const NO_DIGEST = "0".repeat(64);

/** The part of the context that authentication needs. */
type LoginContext = Pick<RequestContext, "env" | "settings"> & {
  request: { headers: Headers };
  store: Pick<RequestContext["store"], "keys">;
};

/**
 * The caller behind the request's HTTP Basic credentials (interface 5, RFC 7617).
 * @throws Failure `unauthorized` with a challenge (missing or malformed), `invalid_credentials` (wrong), `rate_limited`
 */
export async function authenticate(context: LoginContext): Promise<Caller> {
  const { keyId, secret } = readBasicCredentials(context.request.headers.get("authorization"));
  const [digest, key] = await Promise.all([sha256(secret), findKey(keyId, context)]);

  const matches = crypto.subtle.timingSafeEqual(digest, Buffer.from(key?.secretSha256 ?? NO_DIGEST, "hex"));
  if (!matches || !key || key.revokedAt !== null) {
    const address = context.request.headers.get("cf-connecting-ip") ?? "unknown";
    await limitRate(context.env.LOGIN_LIMIT, address, "failed logins from this address");

    throw new Failure("invalid_credentials", "The API key or its secret is wrong, or the key was revoked.");
  }

  await limitRate(context.env.KEY_LIMIT, keyId, "requests with this API key");

  return { workspaceId: key.workspaceId, keyId };
}

/** The key of the environment's fixed pair (decisions "Accounts and keys"), or the stored one. */
async function findKey(keyId: string, { settings, store }: LoginContext): Promise<ApiKey | undefined> {
  const fixed = settings.fixedCredentials;
  if (fixed?.keyId !== keyId) return store.keys.findByKeyId(keyId);

  const [workspaceId, digest] = await Promise.all([store.keys.defaultWorkspaceId(), sha256(fixed.secret)]);

  return { keyId, workspaceId, secretSha256: Buffer.from(digest).toString("hex"), revokedAt: null };
}

function readBasicCredentials(header: string | null): { keyId: string; secret: string } {
  const encoded = header?.match(/^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i)?.[1];
  const pair = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf-8");
  const colon = pair.indexOf(":");

  if (colon < 0) {
    const advice =
      header === null ? "" : " The Authorization header that was sent is not of the form Basic base64(key:secret).";
    throw new Failure(
      "unauthorized",
      `This address needs credentials: send an API key and its secret with HTTP Basic authentication.${advice}`,
      { headers: CHALLENGE },
    );
  }

  return { keyId: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
