import * as z from "zod";
import { ADDIN_CLIENT_ID } from "../../applications/addin-client.ts";
import { authorizationServer } from "../../applications/open-server.ts";
import { recordAct } from "../../audit/recorded.ts";
import type { Person } from "../../domain/access/person.ts";
import { LENT_RIGHTS, may, RIGHTS } from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag, text } from "../../http/wire-values.ts";

/** @throws Failure `forbidden` for keys, and for sessions that no person opened */
export function personOf({ person }: Caller): Person {
  if (person) return person;
  throw new Failure("forbidden", "Applications act for people: sign in as a person.");
}

/** Who an application acts for, as its grants are listed. */
export const grantOwner = ({ workspaceId }: Caller, { id }: Person): string => `${workspaceId}.${id}`;

const querySchema = text()
  .pipe(z.string().max(8_000))
  .meta({
    description: "The query with which the application has sent the browser to the console.",
    examples: ["client_id=a"],
  });

const requestSchema = z
  .object({
    client_name: z.string().meta({ description: "What the application calls itself, which nobody has verified." }),
    client_uri: z.string().meta({ description: "Its page; empty if it names none." }),
    redirect_host: z.string().meta({ description: "Where the access goes." }),
    local: z.literal([0, 1]).meta({ description: "1 if it goes to a program on the browser's own machine." }),
    rights: z
      .array(
        z.object({
          name: z.string().meta({ description: "The right.", examples: ["document:read"] }),
          description: z.string().meta({ description: "What it lets do." }),
          asked: z.literal([0, 1]).meta({ description: "1 if the application has asked for it." }),
        }),
      )
      .meta({ description: "The rights of the person, which the application may get." }),
  })
  .meta({ id: "ApplicationRequest" });

/**
 * What an application asks for, checked by the library: client, redirect address, PKCE by S256.
 * @throws Failure `application_refused`
 */
async function askedFor(context: RequestContext, query: string) {
  const { applicationHelpers, authorizeAddress, refusalOf } = await authorizationServer();
  const helpers = applicationHelpers(context);
  const address = `${authorizeAddress(context.settings.publicBaseUrl)}?${query.replace(/^\?/, "")}`;
  try {
    const request = await helpers.parseAuthRequest(new Request(address));
    if (request.codeChallenge === undefined || request.codeChallengeMethod !== "S256")
      throw new Failure(
        "application_refused",
        "The application does not prove that the answer is its own (PKCE, S256).",
      );
    return { helpers, request };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    throw new Failure("application_refused", `The application's request cannot be granted: ${refusal}`, {
      cause: error,
    });
  }
}

/** POST /api/applications/request: what is asked for, for the page that asks the person. */
export const describeApplication = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/applications/request",
  summary: "Describe what an application asks for",
  description: "For the console's page that asks a person whether an application may act for them (OAuth 2.1).",
  tag: "Applications",
  auth: "key",
  needs: "signed_in",
  body: z.object({ query: querySchema }),
  problems: ["forbidden", "application_refused"],
  responses: { 200: { description: "What is asked for", schema: requestSchema } },

  async handle({ body, caller, context }) {
    personOf(caller);
    const { helpers, request } = await askedFor(context, body.query);
    const described = await helpers.describeConsent(request);
    const own = LENT_RIGHTS.filter((right) => may(caller, right));
    return json({
      client_name: described.clientName,
      client_uri: described.clientUri ?? "",
      redirect_host: described.redirectHost,
      local: described.redirectIsLoopback ? 1 : 0,
      rights: own.map((name) => ({
        name,
        description: RIGHTS[name],
        asked: request.scope.length === 0 || request.scope.includes(name) ? 1 : 0,
      })),
    });
  },
});

/** POST /api/applications: the person has decided. */
export const decideOnApplication = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/applications",
  summary: "Let an application in, or turn it away",
  description:
    "Only a person decides, with a session. What is granted is never more than the person may at the moment of use.",
  tag: "Applications",
  auth: "key",
  needs: "signed_in",
  fresh: true,
  body: z.object({
    query: querySchema,
    allow: flag().meta({ description: "1 lets it in, 0 turns it away." }),
    rights: z
      .array(z.enum(LENT_RIGHTS))
      .max(LENT_RIGHTS.length)
      .default([])
      .meta({ description: "The rights that it gets." }),
  }),
  problems: ["forbidden", "application_refused"],
  responses: {
    200: {
      description: "Where the browser goes",
      schema: z.object({ url: z.string().meta({ description: "An address of the application." }) }),
    },
  },

  async handle({ body, caller, context }) {
    const person = personOf(caller);
    if (!caller.session) throw new Failure("forbidden", "Only a person decides about applications, in a browser.");
    const { helpers, request } = await askedFor(context, body.query);
    if (!body.allow) {
      const { denialOf } = await authorizationServer();
      return json({ url: denialOf(request) });
    }
    const scope = body.rights.filter((right) => may(caller, right));
    if (scope.length === 0)
      throw new Failure("invalid_request", "Choose what the application may do: none of it was chosen.");
    const { clientName, redirectHost } = await helpers.describeConsent(request);
    const { redirectTo } = await helpers.completeAuthorization({
      request,
      userId: grantOwner(caller, person),
      metadata: { name: clientName, host: redirectHost },
      scope,
      // All panes of all machines are one client: to let the second in must not turn the first out.
      revokeExistingGrants: request.clientId !== ADDIN_CLIENT_ID,
      props: { workspaceId: caller.workspaceId, personId: person.id },
    });
    await recordAct(context, caller, {
      action: "application.let_in",
      resource: { type: "application", id: "", name: clientName },
      after: { host: redirectHost, rights: scope },
    });
    return json({ url: redirectTo });
  },
});
