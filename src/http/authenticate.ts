import type { ApiKey } from "../domain/api-key.ts";
import { Failure } from "../domain/failure.ts";
import type { Caller, RequestContext } from "./context.ts";

const CHALLENGE = { "www-authenticate": 'Basic realm="docloom", charset="UTF-8"' };

/** No secret has this digest: unknown key ids are compared with it, so that they take the same path as known ones. */
const NO_DIGEST = "0".repeat(64);

/**
 * The caller behind the request's HTTP Basic credentials (interface 5, RFC 7617).
 * @throws Failure `unauthorized` with a challenge (missing or malformed), `invalid_credentials` (wrong), `rate_limited`
 */
export async function authenticate(context: RequestContext): Promise<Caller> {
  const { keyId, secret } = readBasicCredentials(context.request.headers.get("authorization"));
  const { fixedCredentials } = context.settings;
  const digest = await sha256Hex(secret);

  const key: ApiKey | undefined =
    fixedCredentials?.keyId === keyId
      ? {
          keyId,
          workspaceId: await context.store.keys.defaultWorkspaceId(),
          secretSha256: await sha256Hex(fixedCredentials.secret),
          revokedAt: null,
        }
      : await context.store.keys.findByKeyId(keyId);

  const matches = equalDigests(digest, key?.secretSha256 ?? NO_DIGEST);
  if (!matches || !key || key.revokedAt !== null) {
    await limitFailedLogins(context);
    throw new Failure("invalid_credentials", "The API key or its secret is wrong, or the key was revoked.");
  }

  const { success } = await context.env.KEY_LIMIT.limit({ key: keyId });
  if (!success) {
    throw new Failure("rate_limited", "Too many requests with this API key: try again in a minute.", {
      retryAfterSeconds: 60,
    });
  }

  return { workspaceId: key.workspaceId, keyId };
}

function readBasicCredentials(header: string | null): { keyId: string; secret: string } {
  const encoded = header?.match(/^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i)?.[1];
  if (encoded === undefined) {
    throw new Failure("unauthorized", "Send an API key and its secret with HTTP Basic authentication.", {
      headers: CHALLENGE,
    });
  }

  const text = new TextDecoder().decode(Buffer.from(encoded, "base64"));
  const colon = text.indexOf(":");
  if (colon < 0) {
    throw new Failure("unauthorized", "The Authorization header is not of the form key:secret in base64.", {
      headers: CHALLENGE,
    });
  }

  return { keyId: text.slice(0, colon), secret: text.slice(colon + 1) };
}

async function sha256Hex(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");
}

function equalDigests(left: string, right: string): boolean {
  return crypto.subtle.timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}

async function limitFailedLogins({ env, request }: RequestContext): Promise<void> {
  const { success } = await env.LOGIN_LIMIT.limit({ key: request.headers.get("cf-connecting-ip") ?? "unknown" });
  if (success) return;

  throw new Failure("rate_limited", "Too many failed logins from this address: try again in a minute.", {
    retryAfterSeconds: 60,
  });
}
