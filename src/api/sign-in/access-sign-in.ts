import * as z from "zod";
import { comparableEmail } from "../../domain/access/person.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { optional, text } from "../../http/wire-values.ts";
import { ACCESS_HEADER, verifiedAccess } from "../../sign-in/access/access-token.ts";
import { nextAddress } from "../../sign-in/next-address.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import { enterWorkspace } from "./enter-workspace.ts";
import { issuerService } from "./known-issuers.ts";
import { linkedTo } from "./known-person.ts";

/** POST /api/sign-in/access: whom Cloudflare Access has let through. */
export const accessSignIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/access",
  summary: "Sign in by Cloudflare Access",
  description:
    "Where the deployment names its team (ACCESS_TEAM, ACCESS_AUDIENCE): with the token that Access adds to each request.",
  tag: "Sessions",
  auth: "none",
  body: z.object({
    to: optional(text()).meta({
      description: "Where to go afterwards: an address of the console.",
      examples: ["/console/documents"],
    }),
  }),
  problems: ["cross_site_request", "not_found", "sign_in_failed"],
  responses: {
    200: {
      description: "Signed in; the session's cookie is in Set-Cookie.",
      schema: z.object({ to: z.string().meta({ description: "Where to go: an address of the console." }) }),
    },
  },

  async handle({ body, context }) {
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    const { settings, request, store } = context;
    const token = request.headers.get(ACCESS_HEADER);
    if (!settings.accessTeam || token === null)
      throw new Failure("not_found", "Cloudflare Access has let nobody through to this address.");
    try {
      const access = await verifiedAccess(token, settings.accessTeam, issuerService(context).policy);
      const { issuer, subject } = access;
      const known = await store.lookUps.entrances.byIdentity(issuer, subject);
      const email = comparableEmail(access.email);
      const members = known.length > 0 || email === undefined ? [] : await store.lookUps.entrances.byEmail(email);
      const entrances =
        known.length > 0
          ? known
          : await linkedTo(context, members, { issuer, subject, clientId: settings.accessTeam.audience });
      if (members.length > 0 && entrances.length === 0)
        throw new SignInError("other_account", "the address belongs to another subject");
      const cookie = await enterWorkspace(context, entrances, { way: "access", provedAt: access.signedInAt });
      return json({ to: nextAddress(body.to) }, 200, { "set-cookie": cookie });
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      context.log.failure("sign_in.failed", error);
      throw new Failure("sign_in_failed", error.words, { cause: error });
    }
  },
});
