import * as z from "zod";
import { beginConsent } from "../../delivery/consent/consent.ts";
import { CONSENT_SERVERS } from "../../delivery/consent/consent-server.ts";
import { CONSENT_KINDS, type ConsentClient, type ConsentKind } from "../../domain/delivery/consent-clients.ts";
import { MASK, openSettings } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { numericId, optional, text } from "../../http/wire-values.ts";
import { DOCUMENT_OWNER, ROUTE_OWNER } from "../deliveries/delivery-owner.ts";
import { findDelivery } from "../deliveries/find-delivery.ts";
import { beginAttempt } from "../sign-in/sign-in-attempt.ts";
import { consentRedirect } from "./consent-redirect.ts";

const typeSchema = z.enum(CONSENT_KINDS).meta({ description: "Kind of delivery.", examples: ["dropbox"] });

/** GET /api/consents: what the form of a delivery has to know. */
export const listConsents = endpoint({
  method: "get",
  path: "/api/consents",
  summary: "List what accounts can be connected",
  description:
    "Kinds of delivery that go to a person's own store, and whether the service has an application of its own there.",
  tag: "Account",
  auth: "key",
  needs: "delivery:write",
  responses: {
    200: {
      description: "The kinds",
      schema: z
        .object({
          redirect_uri: z
            .string()
            .meta({ description: "The address that an application of your own has to be registered with." }),
          platforms: z
            .array(
              z.object({
                type: typeSchema,
                name: z.string().meta({ description: "The platform." }),
                application: z
                  .literal([0, 1])
                  .meta({ description: "1: the service has an application of its own; none has to be named." }),
              }),
            )
            .meta({ description: "The kinds, in the order in which the console shows them." }),
        })
        .meta({ id: "Consents" }),
    },
  },

  async handle({ context }) {
    const platforms = CONSENT_KINDS.map((type) => ({
      type,
      name: CONSENT_SERVERS[type].name,
      application: context.settings.consentClients[type] ? 1 : 0,
    }));
    return json({ redirect_uri: consentRedirect(context), platforms });
  },
});

const bodySchema = z.object({
  type: typeSchema,
  client_id: optional(text()).meta({ description: "Id of an application of yours; the service's own when absent." }),
  client_secret: optional(text()).meta({
    description: "Its secret; as it was shown, or left out, it is that of the delivery.",
  }),
  document_id: optional(numericId()).meta({ description: "The document of a delivery that has the secret already." }),
  route_id: optional(numericId()).meta({ description: "Its data route, in place of a document." }),
  delivery_id: optional(text()).meta({ description: "That delivery." }),
});

/** POST /api/consents: where the browser has to go. */
export const beginConsentOfPerson = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/consents",
  summary: "Begin to connect an account",
  description:
    "For the console. The answer says where the browser has to go; the platform asks the person, and sends the browser back to " +
    "`/api/consents/callback`, which leads to `/console/consent#given=...`: that goes into the setting `refresh_token` of a delivery " +
    "within an hour. Only the browser that began can finish, within fifteen minutes.",
  tag: "Account",
  auth: "key",
  needs: "delivery:write",
  body: bodySchema,
  problems: ["misconfigured", "document_not_found", "route_not_found", "delivery_not_found"],
  responses: {
    200: {
      description: "Where the browser goes; its cookie is in Set-Cookie.",
      schema: z
        .object({
          url: z.string().meta({ description: "Address of the platform." }),
          state: z.string().meta({ description: "Comes back with what was given." }),
        })
        .meta({ id: "BegunConsent" }),
    },
  },

  async handle({ body, caller, context }) {
    const { type } = body;
    const client = await clientOf(context, caller, body);
    const redirectUri = consentRedirect(context);
    const { url, secrets } = await beginConsent(type, { clientId: client.clientId, redirectUri });
    const sealed = await textBox(context.env.SECRETS_KEY, caller.workspaceId).seal(
      JSON.stringify({ client, codeVerifier: secrets.codeVerifier }),
    );
    const data = { type, workspaceId: caller.workspaceId, redirectUri, sealed };
    const cookie = await beginAttempt(context, { kind: "consent", token: secrets.state, data });
    return json({ url, state: secrets.state }, 200, { "set-cookie": cookie });
  },
});

type Asked = z.output<typeof bodySchema>;

/** @throws Failure `invalid_request` if there is none, or a half of one */
async function clientOf(context: RequestContext, caller: Caller, asked: Asked): Promise<ConsentClient> {
  const { type, client_id: clientId = "", client_secret: clientSecret = "" } = asked;
  if (clientId.trim() === "") {
    const own = context.settings.consentClients[type];
    if (own) return own;
    throw wrong(
      "client_id",
      `client_id must be given: this service has no application of its own at ${CONSENT_SERVERS[type].name}.`,
    );
  }
  const isSent = clientSecret !== "" && clientSecret !== MASK;
  const secret = isSent ? clientSecret : await keptSecret(context, caller, asked);
  if (secret === undefined) throw wrong("client_secret", "client_secret must be given with client_id.");
  return { clientId: clientId.trim(), clientSecret: secret.trim() };
}

/** The secret that a saved delivery has for the same application. */
async function keptSecret(
  context: RequestContext,
  caller: Caller,
  { type, client_id: clientId = "", document_id: documentId, route_id: routeId, delivery_id: deliveryId }: Asked,
): Promise<string | undefined> {
  if (deliveryId === undefined || (documentId === undefined && routeId === undefined)) return undefined;
  const owner =
    documentId === undefined
      ? await ROUTE_OWNER.find(context, caller, routeId as number)
      : await DOCUMENT_OWNER.find(context, caller, documentId);
  const { kind, settings } = await findDelivery(context, caller, owner, deliveryId);
  if (kind !== type) return undefined;
  const open = await openSettings(
    textBox(context.env.SECRETS_KEY, caller.workspaceId),
    kind,
    settings,
    () => undefined,
  );
  return secretFor(type, open, clientId);
}

/** Only for the application that it belongs to: no other may be tried with it. */
function secretFor(type: ConsentKind, settings: Readonly<Record<string, unknown>>, clientId: string) {
  const { idSetting, secretSetting } = CONSENT_SERVERS[type];
  const secret = settings[secretSetting];
  return settings[idSetting] === clientId.trim() && typeof secret === "string" && secret !== "" ? secret : undefined;
}

const wrong = (member: string, message: string): Failure =>
  new Failure("invalid_request", message, { errors: [{ pointer: `/${member}`, message }] });
