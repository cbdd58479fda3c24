import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  validateAuthResponse,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import type { ConsentClient, ConsentKind } from "../../domain/delivery/consent-clients.ts";
import { Failure } from "../../domain/failure.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { ConsentError } from "./consent-error.ts";
import { CONSENT_SERVERS } from "./consent-server.ts";

/** Answers with tokens are small. */
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 64 * 1024 };

/** What has to be remembered, for one browser, until the platform sends it back. */
interface ConsentSecrets {
  state: string;
  codeVerifier: string;
}

/** Begins the authorization code flow with PKCE (RFC 6749, 4.1; RFC 7636): where the browser goes, and what is remembered. */
export async function beginConsent(
  kind: ConsentKind,
  { clientId, redirectUri }: { clientId: string; redirectUri: string },
): Promise<{ url: string; secrets: ConsentSecrets }> {
  const { authorizationUrl, scope, parameters } = CONSENT_SERVERS[kind];
  const secrets = { state: generateRandomState(), codeVerifier: generateRandomCodeVerifier() };
  const url = new URL(authorizationUrl);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state: secrets.state,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: "S256",
    ...(scope === undefined ? {} : { scope }),
    ...parameters,
  }).toString();
  return { url: url.href, secrets };
}

/**
 * Finishes it: checks state and `iss`, and changes the code for a refresh token.
 * @param callback the address that the browser was sent back to
 * @returns the refresh token
 * @throws ConsentError
 */
export async function finishConsent(
  kind: ConsentKind,
  callback: URL,
  {
    client: { clientId, clientSecret },
    secrets,
    redirectUri,
    policy,
  }: { client: ConsentClient; secrets: ConsentSecrets; redirectUri: string; policy: OutboundPolicy },
): Promise<string> {
  const { issuer, authorizationUrl, tokenUrl, scope } = CONSENT_SERVERS[kind];
  const server: AuthorizationServer = {
    issuer,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
  };
  const client: Client = { client_id: clientId };
  try {
    const parameters = validateAuthResponse(server, client, callback, secrets.state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      ClientSecretPost(clientSecret),
      parameters,
      redirectUri,
      secrets.codeVerifier,
      {
        [customFetch]: async (url: string, { method, headers, body }: CodeRequest) => {
          const answer = await guardedRequest(url, { method, headers, body: String(body) }, policy, LIMITS);
          return new Response(Uint8Array.from(answer.bytes), { status: answer.status, headers: answer.headers });
        },
      },
    );
    const tokens = await processAuthorizationCodeResponse(server, client, response);
    // Google's page has a tick for each right.
    if (scope !== undefined && tokens.scope !== undefined && !tokens.scope.split(" ").includes(scope))
      throw new ConsentError("narrowed", "");
    if (!tokens.refresh_token) throw new ConsentError("no_refresh_token", "");
    return tokens.refresh_token;
  } catch (cause) {
    throw consentError(cause);
  }
}

interface CodeRequest {
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

function consentError(cause: unknown): ConsentError {
  if (cause instanceof ConsentError) return cause;
  if (cause instanceof AuthorizationResponseError) return new ConsentError("declined", wordOf(cause.error), { cause });
  if (cause instanceof ResponseBodyError) {
    const problem = cause.status >= 500 || cause.status === 429 ? "unavailable" : "refused";
    return new ConsentError(problem, wordOf(cause.error), { cause });
  }
  // The library says of a status 401 with a challenge no more than that.
  if (cause instanceof WWWAuthenticateChallengeError) return new ConsentError("refused", "invalid_client", { cause });
  const isOutage = cause instanceof Failure || (cause instanceof Error && cause.cause instanceof Failure);
  if (!isOutage && cause instanceof Error && /"(?:state|iss)"/.test(cause.message))
    return new ConsentError("unknown", "", { cause });
  return new ConsentError("unavailable", "", { cause });
}

/** A code of a failure; what else a stranger may have written there is not shown. */
const wordOf = (error: string): string => (/^[a-z_]{1,60}$/.test(error) ? error : "");
