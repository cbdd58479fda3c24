import * as z from "zod";
import { finishConsent } from "../../delivery/consent/consent.ts";
import { ConsentError } from "../../delivery/consent/consent-error.ts";
import { sealConsent } from "../../delivery/consent/given-consent.ts";
import { CONSENT_KINDS } from "../../domain/delivery/consent-clients.ts";
import { textBox } from "../../domain/text-box.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { optional, text } from "../../http/wire-values.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { finishAttempt } from "../sign-in/sign-in-attempt.ts";

const attemptSchema = z.object({
  type: z.enum(CONSENT_KINDS),
  workspaceId: z.string(),
  redirectUri: z.string(),
  sealed: z.string(),
});

const sealedSchema = z.object({
  client: z.object({ clientId: z.string(), clientSecret: z.string() }),
  codeVerifier: z.string(),
});

/** GET /api/consents/callback: the platform sends the browser back. */
export const finishConsentOfPerson = endpoint({
  method: "get",
  path: "/api/consents/callback",
  summary: "Come back from a platform",
  description:
    "Where platforms send browsers back to (RFC 6749, 4.1.2). It leads to `/console/consent`, with `given` or `failed` behind the `#`.",
  tag: "Account",
  auth: "none",
  query: z.object({
    code: optional(text()).meta({ description: "As the platform gave it." }),
    state: optional(text()).meta({ description: "As it was given to the platform." }),
    iss: optional(text()).meta({ description: "The platform's authorization server." }),
    error: optional(text()).meta({ description: "Why it lets nobody in." }),
  }),
  responses: { 303: { description: "To the console" } },

  async handle({ query, context }) {
    const { state = "" } = query;
    try {
      return toConsole({ state, given: await givenConsent(context, state) });
    } catch (error) {
      if (!(error instanceof ConsentError)) throw error;
      context.log.failure("consent.failed", error);
      return toConsole({ state, failed: error.problem, ...(error.reason === "" ? {} : { reason: error.reason }) });
    }
  },
});

/** @throws ConsentError */
async function givenConsent(context: RequestContext, state: string): Promise<string> {
  const attempt = attemptSchema.safeParse(await finishAttempt(context, "consent", state)).data;
  if (!attempt) throw new ConsentError("unknown", "");
  const { type, workspaceId, redirectUri, sealed } = attempt;
  const box = textBox(context.env.SECRETS_KEY, workspaceId);
  const plain = await box.open(sealed);
  // The deployment's secrets have been changed in between.
  if (plain === undefined) throw new ConsentError("unknown", "");
  const { client, codeVerifier } = sealedSchema.parse(JSON.parse(plain));
  const refreshToken = await finishConsent(type, new URL(context.request.url), {
    client,
    secrets: { state, codeVerifier },
    redirectUri,
    policy: outboundPolicy(context.env),
  });
  return await sealConsent(box, { kind: type, clientId: client.clientId, refreshToken }, context.now());
}

/** Behind the `#`, which is sent to no server and written in no log. */
const toConsole = (members: Record<string, string>): Response =>
  new Response(null, { status: 303, headers: { location: `/console/consent#${new URLSearchParams(members)}` } });
