import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { nextAddress } from "../../sign-in/next-address.ts";
import { beginAuthorization } from "../../sign-in/openid/authorization.ts";
import { finishAuthorization } from "../../sign-in/openid/identity.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import { enterWorkspace } from "./enter-workspace.ts";
import { issuerService, knownIssuer } from "./known-issuers.ts";
import { entrancesOf } from "./known-person.ts";
import { beginAttempt, finishAttempt } from "./sign-in-attempt.ts";

const attemptSchema = z.object({
  issuerId: z.string(),
  next: z.string(),
  secrets: z.object({
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    maxAge: z.number().optional(),
  }),
});

const issuerParams = z.object({ issuer: text().meta({ description: "Id of the issuer." }) });

/** POST /api/sign-in/openid/:issuer: where the browser has to go. */
export const beginOpenIdSignIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/openid/:issuer",
  summary: "Begin to sign in with an issuer",
  description:
    "For the console. The answer says where the browser has to go; the issuer sends it back to `/api/sign-in/openid/ISSUER/callback`. " +
    "Only the browser that began can finish, within fifteen minutes.",
  tag: "Sessions",
  auth: "none",
  params: issuerParams,
  body: z.object({
    to: optional(text()).meta({
      description: "Where to go afterwards: an address of the console.",
      examples: ["/console/documents"],
    }),
    email: optional(text()).meta({ description: "The address that somebody has typed, as a hint for the issuer." }),
    fresh: optional(flag()).meta({ description: "1: the issuer is to ask anew who it is." }),
  }),
  problems: ["cross_site_request", "not_found", "sign_in_failed"],
  responses: {
    200: {
      description: "Where the browser goes; its cookie is in Set-Cookie.",
      schema: z.object({ url: z.string().meta({ description: "Address of the issuer." }) }),
    },
  },

  async handle({ params, body, context }) {
    // Nobody else's page begins a sign-in here, which would end in somebody else's account.
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    const known = await knownIssuer(context, params.issuer);
    if (!known) throw new Failure("not_found", "There is no such way to sign in.");
    try {
      const { url, secrets } = await beginAuthorization(known.issuer, {
        ...issuerService(context),
        fresh: body.fresh === true,
        ...(body.email ? { loginHint: body.email } : {}),
      });
      const data = { issuerId: known.issuer.id, next: nextAddress(body.to), secrets };
      const cookie = await beginAttempt(context, { kind: "openid", token: secrets.state, data });
      return json({ url }, 200, { "set-cookie": cookie });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      context.log.failure("sign_in.failed", error);
      throw new Failure("sign_in_failed", error.words, { cause: error });
    }
  },
});

/** GET /api/sign-in/openid/:issuer/callback: the issuer sends the browser back. */
export const finishOpenIdSignIn = endpoint({
  method: "get",
  path: "/api/sign-in/openid/:issuer/callback",
  summary: "Come back from an issuer",
  description:
    "Where issuers send browsers back to (OpenID Connect). It leads to the console, signed in, or to its screen of sign-in with " +
    "`failed=REASON`.",
  tag: "Sessions",
  auth: "none",
  params: issuerParams,
  query: z.object({
    code: optional(text()).meta({ description: "As the issuer gave it." }),
    state: optional(text()).meta({ description: "As it was given to the issuer." }),
    iss: optional(text()).meta({ description: "The issuer." }),
    error: optional(text()).meta({ description: "Why the issuer lets nobody in." }),
  }),
  responses: { 303: { description: "To the console" } },

  async handle({ params, query, context }) {
    try {
      const attempt = attemptSchema.safeParse(await finishAttempt(context, "openid", query.state ?? ""));
      if (!attempt.success) throw new SignInError("attempt_unknown", "there is no such attempt of this browser");
      const { issuerId, secrets, next } = attempt.data;
      const known = await knownIssuer(context, issuerId);
      if (issuerId !== params.issuer || !known)
        throw new SignInError("attempt_unknown", "the attempt belongs to another issuer");
      const identity = await finishAuthorization(
        known.issuer,
        new URL(context.request.url),
        secrets,
        issuerService(context),
      );
      const cookie = await enterWorkspace(context, await entrancesOf(context, known, identity), {
        way: "oidc",
        ...(known.of === "workspace" ? { issuerId } : {}),
        ...(identity.authenticatedAt ? { provedAt: identity.authenticatedAt } : {}),
      });
      return redirect(next, cookie);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      context.log.failure("sign_in.failed", error);
      return redirect(`/console/sign-in?failed=${error.problem}`);
    }
  },
});

const redirect = (location: string, cookie?: string): Response =>
  new Response(null, { status: 303, headers: { location, ...(cookie ? { "set-cookie": cookie } : {}) } });
