import * as z from "zod";
import { Failure } from "../domain/failure.ts";
import { limitLogins, verifyCredentials } from "../http/authenticate.ts";
import type { RequestContext } from "../http/context.ts";
import { endpoint } from "../http/endpoint.ts";
import { json } from "../http/responses.ts";
import { requireSameOrigin } from "../http/same-origin.ts";
import { optional, text } from "../http/wire-values.ts";
import { type Opening, openSession } from "../people/open-session.ts";
import { sessionSchema, sessionsJson } from "./session-json.ts";

const bodySchema = z
  .object({
    key: optional(text()).meta({ description: "An API key.", examples: ["dk_Zm9vYmFyYmF6cXV4"] }),
    secret: optional(text()).meta({ description: "The key's secret.", examples: ["ds_c2VjcmV0IG9mIHRoZSBrZXk"] }),
    token: optional(text()).meta({ description: "What follows # in a sign-in link, in place of key and secret." }),
  })
  .refine(({ key, secret, token }) => (token === undefined ? key && secret : !key && !secret), {
    error: "must have key and secret, or token",
  });

type Body = z.output<typeof bodySchema>;

/** POST /api/sessions: key and secret, or the token of a sign-in link, become the cookie of a session. */
export const createSession = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sessions",
  summary: "Sign a browser in",
  description:
    "For the console and other pages of this service. The session's token is returned as a cookie that scripts cannot " +
    "read; it lasts twelve hours. Only pages of the service itself can use it. Programs do not need sessions.",
  tag: "Sessions",
  auth: "none",
  body: bodySchema,
  problems: ["invalid_credentials", "sign_in_link_invalid", "cross_site_request", "rate_limited"],
  responses: { 200: { description: "The new session; its cookie is in Set-Cookie.", schema: sessionSchema } },

  async handle({ body, context }) {
    const { request, settings } = context;
    requireSameOrigin(request, settings.publicBaseUrl);

    const { session, cookie } = await openSession(context, await signIn(context, body));
    const [answer] = await sessionsJson(context, session.workspaceId, [session], session.id);

    return json(answer, 200, { "set-cookie": cookie });
  },
});

async function signIn(context: RequestContext, { key, secret, token }: Body): Promise<Opening> {
  if (token === undefined) {
    const { workspaceId, keyId } = await verifyCredentials(context, { keyId: key ?? "", secret: secret ?? "" });
    return { workspaceId, keyId, way: "key" };
  }

  const workspaceId = await context.store.lookUps.loginSessions.useLink(token, context.now());
  if (workspaceId !== undefined) return { workspaceId, way: "link" };

  await limitLogins(context);
  throw new Failure(
    "sign_in_link_invalid",
    "The sign-in link was used before or has expired: sign in with an API key, or make another link.",
  );
}
