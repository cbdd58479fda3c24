import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  getValidatedIdTokenClaims,
  type IDToken,
  None,
  processAuthorizationCodeResponse,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from "oauth4webapi";
import { Failure } from "../../domain/failure.ts";
import type { OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { SignInError } from "../sign-in-error.ts";
import { type AuthorizationSecrets, redirectUri } from "./authorization.ts";
import type { Issuer } from "./issuer.ts";
import { issuerMetadata, issuerRequests, reason } from "./issuer-metadata.ts";

/** Whom an issuer says it has seen. Issuer and subject are the identity; all else may change or be somebody else's. */
export interface OpenIdIdentity {
  issuer: string;
  subject: string;
  /** As the issuer wrote it; undefined if it gave none. */
  email: string | undefined;
  /** What the issuer says of the address; undefined if it says nothing. */
  isEmailVerified: boolean | undefined;
  name: string;
  /** When the person has proved to the issuer who they are, and not later than now; undefined if the issuer does not say. */
  authenticatedAt: Date | undefined;
  /** The domain whose directory the account is in, as Google says it (`hd`). */
  hostedDomain: string | undefined;
}

/** Clocks differ. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Finishes the flow: checks state and `iss` (RFC 9207), changes the code for tokens, and checks signature, issuer, audience,
 * times, nonce of the ID token (OpenID Connect Core 1.0, 3.1.3.7).
 * @param callback the address that the browser was sent back to
 * @throws SignInError `issuer_unavailable`, `issuer_declined`, `token_refused`
 */
export async function finishAuthorization(
  issuer: Issuer,
  callback: URL,
  secrets: AuthorizationSecrets,
  { policy, publicBaseUrl }: { policy: OutboundPolicy; publicBaseUrl: string },
): Promise<OpenIdIdentity> {
  const server = await issuerMetadata(issuer, policy);
  const client: Client = { client_id: issuer.clientId, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const requests = issuerRequests(issuer, policy);
  try {
    const parameters = validateAuthResponse(server, client, callback, secrets.state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authenticationOf(issuer, server.token_endpoint_auth_methods_supported),
      parameters,
      redirectUri(publicBaseUrl, issuer),
      secrets.codeVerifier,
      requests,
    );
    const tokens = await processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    });
    await validateApplicationLevelSignature(server, response, requests);
    const claims = getValidatedIdTokenClaims(tokens);
    if (!claims) throw new SignInError("token_refused", "there is no ID token");
    return identityOf(claims, secrets);
  } catch (cause) {
    if (cause instanceof SignInError) throw cause;
    if (cause instanceof AuthorizationResponseError) throw new SignInError("issuer_declined", cause.error, { cause });
    const problem = cause instanceof Failure || isOutage(cause) ? "issuer_unavailable" : "token_refused";
    throw new SignInError(problem, reason(cause), { cause });
  }
}

/** A guard's failure comes inside of what the library throws. */
const isOutage = (cause: unknown): boolean => cause instanceof Error && cause.cause instanceof Failure;

function authenticationOf({ clientSecret }: Issuer, methods: readonly string[] | undefined) {
  if (clientSecret === undefined) return None();
  const isPosted = methods !== undefined && !methods.includes("client_secret_basic");
  return isPosted ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}

function identityOf(claims: IDToken, { maxAge }: AuthorizationSecrets): OpenIdIdentity {
  const { auth_time: time } = claims;
  const now = Date.now() / 1000;
  // Not all issuers say it, Google among them, and they ask nevertheless.
  if (maxAge !== undefined && time !== undefined && now - time > maxAge + CLOCK_TOLERANCE_SECONDS)
    throw new SignInError("token_refused", "the issuer did not ask anew who it is");
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claims.email),
    isEmailVerified: truthOf(claims.email_verified) ?? truthOf(claims.xms_edov),
    name: textOf(claims.name) ?? "",
    authenticatedAt: time === undefined ? undefined : new Date(Math.min(time, now) * 1000),
    hostedDomain: textOf(claims.hd),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= 320 ? value : undefined;

/** Some issuers write it as text, Entra's `xms_edov` as a number. */
function truthOf(value: unknown): boolean | undefined {
  if (value === true || value === "true" || value === 1 || value === "1") return true;
  if (value === false || value === "false" || value === 0 || value === "0") return false;
  return undefined;
}
