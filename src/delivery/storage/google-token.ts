import { importPKCS8, SignJWT } from "jose";
import { refused } from "../delivery-error.ts";
import type { OutboundContext } from "../outbound-context.ts";
import type { TokenRequest } from "./access-token.ts";

/** Who asks: a service account by its key, or a person by the consent that she gave to an application. */
export type GoogleLogin =
  | { kind: "service_account"; clientEmail: string; privateKey: string }
  | { kind: "consent"; clientId: string; clientSecret: string; refreshToken: string };

const TOKEN_URL = "https://oauth2.googleapis.com/token";
/** Folders that people shared are seen by this scope only. */
const SCOPE = "https://www.googleapis.com/auth/drive";
const SERVER = "Google";

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
export async function googleTokenRequest({ now }: OutboundContext, login: GoogleLogin): Promise<TokenRequest> {
  if (login.kind === "consent")
    return {
      url: TOKEN_URL,
      form: {
        grant_type: "refresh_token",
        refresh_token: login.refreshToken,
        client_id: login.clientId,
        client_secret: login.clientSecret,
      },
      server: SERVER,
      setting: "refresh_token",
    };
  const issuedAt = Math.floor(now().getTime() / 1_000);
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
