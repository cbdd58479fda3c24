import * as z from "zod";
import { mailWay } from "../../delivery/email/email-transport.ts";
import { comparableEmail } from "../../domain/access/person.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { requireSameOrigin } from "../../http/same-origin.ts";
import { text } from "../../http/wire-values.ts";
import { ACCESS_HEADER } from "../../sign-in/access/access-token.ts";
import { domainOfEmail } from "../../sign-in/email-address.ts";
import { relyingParty } from "../../sign-in/passkeys/relying-party.ts";
import { ownAddress } from "./own-address.ts";

const issuerSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the issuer." }),
    name: z.string().meta({ description: "Its name for people.", examples: ["Google"] }),
  })
  .meta({ id: "SignInIssuer" });

/** GET /api/sign-in: how people can sign in here. */
export const listWays = endpoint({
  method: "get",
  path: "/api/sign-in",
  summary: "List the ways to sign in",
  description: "For the screen of sign-in. An API key and its secret always open a session (`POST /api/sessions`).",
  tag: "Sessions",
  auth: "none",
  responses: {
    200: {
      description: "The ways",
      schema: z
        .object({
          mail: z.literal([0, 1]).meta({ description: "1 where links to sign in are sent by mail." }),
          passkey: z.literal([0, 1]).meta({ description: "1 where passkeys can be used." }),
          passkey_reason: z.string().meta({ description: "Why passkeys cannot be used here; empty if they can." }),
          access: z.literal([0, 1]).meta({ description: "1 if Cloudflare Access has let this browser through." }),
          issuers: z.array(issuerSchema).meta({ description: "Issuers that the service knows for everybody." }),
        })
        .meta({ id: "WaysToSignIn" }),
    },
  },

  async handle({ context }) {
    const { env, settings, request } = context;
    const party = relyingParty(ownAddress(context));
    return json({
      mail: mailWay(env, false) === "service" ? 1 : 0,
      passkey: "reason" in party ? 0 : 1,
      passkey_reason: "reason" in party ? party.reason : "",
      access: settings.accessTeam && request.headers.has(ACCESS_HEADER) ? 1 : 0,
      issuers: settings.signInIssuers.map(({ id, name }) => ({ id, name })),
    });
  },
});

/** POST /api/sign-in/issuers: by which issuers the people of an address's domain sign in. */
export const issuersOfAddress = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/sign-in/issuers",
  summary: "Find the issuers for an address",
  description: "By the address's domain alone: the answer does not tell whether there is such a person.",
  tag: "Sessions",
  auth: "none",
  body: z.object({ email: text().meta({ description: "E-mail address", examples: ["ada@example.com"] }) }),
  problems: ["cross_site_request"],
  responses: { 200: { description: "The issuers", schema: z.array(issuerSchema) } },

  async handle({ body, context }) {
    requireSameOrigin(context.request, context.settings.publicBaseUrl);
    const email = comparableEmail(body.email);
    const found = email === undefined ? [] : await context.store.lookUps.issuers.forDomain(domainOfEmail(email));
    return json(found.map(({ id, name }) => ({ id, name })));
  },
});
