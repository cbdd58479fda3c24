import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from "oauth4webapi";
import type { OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { GOOGLE } from "./google.ts";
import type { Issuer } from "./issuer.ts";
import { issuerMetadata } from "./issuer-metadata.ts";

/** What has to be remembered, for one browser, until the issuer sends it back. */
export interface AuthorizationSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The most seconds since the person last proved who they are to the issuer; undefined: any. */
  maxAge?: number;
}

export interface BegunAuthorization {
  /** Where the browser goes. */
  url: string;
  secrets: AuthorizationSecrets;
}

/** Where the issuer sends the browser back to. */
export const redirectUri = (publicBaseUrl: string, { id }: Issuer): string =>
  `${publicBaseUrl}/api/sign-in/openid/${id}/callback`;

/**
 * Begins the authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1.2.1; RFC 7636).
 * @param fresh the person is to prove anew who they are
 * @throws SignInError `issuer_unavailable`
 */
export async function beginAuthorization(
  issuer: Issuer,
  {
    policy,
    publicBaseUrl,
    fresh,
    loginHint,
  }: {
    policy: OutboundPolicy;
    publicBaseUrl: string;
    fresh: boolean;
    loginHint?: string;
  },
): Promise<BegunAuthorization> {
  const { authorization_endpoint: endpoint = "" } = await issuerMetadata(issuer, policy);
  const secrets: AuthorizationSecrets = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    codeVerifier: generateRandomCodeVerifier(),
    ...(fresh ? { maxAge: 60 } : {}),
  };
  const url = new URL(endpoint);
  const parameters = {
    response_type: "code",
    client_id: issuer.clientId,
    redirect_uri: redirectUri(publicBaseUrl, issuer),
    scope: "openid email profile",
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: "S256",
    ...(fresh
      ? { prompt: issuer.issuer === GOOGLE ? "select_account" : "login", max_age: String(secrets.maxAge) }
      : {}),
    ...(loginHint ? { login_hint: loginHint } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, secrets };
}
