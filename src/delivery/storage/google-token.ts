import { importPKCS8, SignJWT } from "jose";
import type { ConsentClient } from "../../domain/delivery/consent-clients.ts";
import { consentedRequest } from "../consent/consent-client.ts";
import { CONSENT_SERVERS } from "../consent/consent-server.ts";
import { refused } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import type { TokenRequest } from "./access-token.ts";

/** Who asks: a service account by its key, or a person by the consent that she gave to an application. */
export type GoogleLogin =
  | { kind: "service_account"; clientEmail: string; privateKey: string }
  /** The client is the deployment's own when undefined. */
  | { kind: "consent"; client: ConsentClient | undefined; refreshToken: string };

const { name: SERVER, tokenUrl: TOKEN_URL, scope: SCOPE = "" } = CONSENT_SERVERS.google_drive;

/** A key as PEM, however it was pasted: with line breaks, without, or as its JSON file writes them. */
export function pemOf(text: string): string | undefined {
  const [, body] =
    /-----BEGIN PRIVATE KEY-----(.+?)-----END PRIVATE KEY-----/s.exec(text.replaceAll("\\n", "\n")) ?? [];
  const base64 = body?.replace(/\s/g, "");
  return base64 === undefined || !/^[A-Za-z0-9+/]+=*$/.test(base64)
    ? undefined
    : `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----`;
}

/** What is sent for an access token ("Using OAuth 2.0 for Server to Server Applications"; RFC 7523). */
export async function googleTokenRequest(outbound: OutboundContext, login: GoogleLogin): Promise<TokenRequest> {
  if (login.kind === "consent") return consentedRequest(outbound, "google_drive", login);
  const issuedAt = Math.floor(outbound.now().getTime() / 1_000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(login.clientEmail)
    .setAudience(TOKEN_URL)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3_600)
    .sign(await signingKey(login.privateKey));
  return {
    url: TOKEN_URL,
    form: { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
    server: SERVER,
    setting: "private_key",
  };
}

async function signingKey(privateKey: string): Promise<CryptoKey> {
  try {
    return await importPKCS8(pemOf(privateKey) ?? "", "RS256");
  } catch (cause) {
    throw refused('The setting "private_key" is no private key of a service account.', cause);
  }
}
