import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { proofName, proofValue } from "../../sign-in/domain-proof.ts";
import { claimableDomain } from "../../sign-in/email-address.ts";
import { redirectUri } from "../../sign-in/openid/authorization.ts";
import { issuerMetadata } from "../../sign-in/openid/issuer-metadata.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import type { IssuerMembers, WorkspaceIssuer } from "../../store/ways-in/issuers.ts";
import { issuerService, lookForProof } from "./known-issuers.ts";

const NEWCOMER_ROLES = ["editor", "operator", "viewer", "auditor"] as const;

const issuerSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the issuer." }),
    name: z.string().meta({ description: "Its name for people.", examples: ["Company account"] }),
    issuer: z.string().meta({ description: "The issuer's identifier.", examples: ["https://login.example.com"] }),
    client_id: z.string().meta({ description: "This service as the issuer's client." }),
    has_secret: z.literal([0, 1]).meta({ description: "1 if there is a client secret, which is not shown." }),
    domain: z.string().meta({ description: "The domain whose people sign in by it.", examples: ["example.com"] }),
    proved: z
      .literal([0, 1])
      .meta({ description: "1 while the domain's record is there: only then people can sign in." }),
    record_name: z.string().meta({ description: "The name of the TXT record that proves the domain." }),
    record_value: z.string().meta({ description: "What the record has to say." }),
    redirect_uri: z.string().meta({ description: "The redirect address that the issuer has to know." }),
    newcomer_role: z.string().meta({
      description: "The role of people whom nobody invited; `none`: they are turned away.",
      examples: ["viewer"],
    }),
    only_way: z.literal([0, 1]).meta({ description: "1: the workspace's people sign in by this issuer only." }),
    created_at: z.iso.datetime().meta({ description: "When it was set." }),
  })
  .meta({ id: "Issuer" });

const shortText = (max: number) => text().pipe(z.string().trim().min(1).max(max));

const members = {
  name: shortText(100).meta({ description: "Its name for people.", examples: ["Company account"] }),
  issuer: text()
    .pipe(z.url({ protocol: /^https$/, error: "must be an https address" }))
    .meta({ description: "The issuer's identifier, as its tokens have it.", examples: ["https://login.example.com"] }),
  client_id: shortText(500).meta({
    description: "The id that the issuer has given to this service.",
    examples: ["docloom"],
  }),
  client_secret: optional(text().pipe(z.string().max(2_000))).meta({
    description: "The secret that belongs to it; empty for none, left out to keep the one that is there.",
  }),
  domain: text()
    .transform((sent, issues) => {
      const domain = claimableDomain(sent);
      if (domain !== undefined) return domain;
      issues.addIssue(
        "must be a domain of your own, such as example.com, and not one at which anybody gets an address",
      );
      return z.NEVER;
    })
    .meta({ description: "The domain whose people sign in by it.", examples: ["example.com"] }),
  newcomer_role: z
    .enum(["none", ...NEWCOMER_ROLES])
    .optional()
    .meta({
      description: "The role of people whom nobody invited; `none`: they are turned away.",
    }),
  only_way: optional(flag()).meta({
    description: "1: the workspace's people sign in by this issuer only. API keys go on as they are.",
  }),
};
const bodySchema = z.object(members);

const issuerParams = z.object({ issuer: text().meta({ description: "Id of the issuer." }) });
const notFound = (): Failure => new Failure("not_found", "There is no such issuer in your workspace.");

const issuerJson = (context: RequestContext, issuer: WorkspaceIssuer): z.output<typeof issuerSchema> => ({
  id: issuer.id,
  name: issuer.name,
  issuer: issuer.issuer,
  client_id: issuer.clientId,
  has_secret: issuer.sealedSecret === undefined ? 0 : 1,
  domain: issuer.domain,
  proved: issuer.provedAt ? 1 : 0,
  record_name: proofName(issuer.domain),
  record_value: proofValue(issuer.proofToken),
  redirect_uri: redirectUri(context.settings.publicBaseUrl, issuer),
  newcomer_role: issuer.newcomerRole ?? "none",
  only_way: issuer.isOnlyWay ? 1 : 0,
  created_at: issuer.createdAt.toISOString(),
});

/** What the body says, with a secret that was tried out: an issuer that does not answer is refused at once. */
async function readMembers(
  context: RequestContext,
  workspaceId: string,
  body: z.output<typeof bodySchema>,
  former?: WorkspaceIssuer,
): Promise<IssuerMembers> {
  const box = textBox(context.env.SECRETS_KEY, workspaceId);
  const { name, issuer, client_id: clientId, client_secret: secret, domain, newcomer_role, only_way } = body;
  try {
    await issuerMetadata({ id: "", name, issuer, clientId, workspaceId }, issuerService(context).policy);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    throw new Failure("invalid_request", `The issuer at ${issuer} cannot be used: ${error.detail}.`, {
      errors: [{ pointer: "/issuer", message: "must answer as an OpenID Connect issuer" }],
      cause: error,
    });
  }
  // Another issuer never gets the secret of the one before it.
  const kept = former?.issuer === issuer && former.clientId === clientId ? former.sealedSecret : undefined;
  return {
    name,
    issuer,
    clientId,
    domain,
    sealedSecret: secret === undefined ? kept : secret === "" ? undefined : await box.seal(secret),
    newcomerRole:
      newcomer_role === undefined ? former?.newcomerRole : newcomer_role === "none" ? undefined : newcomer_role,
    isOnlyWay: only_way ?? former?.isOnlyWay ?? false,
  };
}

const issuerResource = ({ id, name }: WorkspaceIssuer) => ({ type: "issuer", id, name });

/** In the log; of its secret only whether there is one. */
const issuerValues = (issuer: IssuerMembers | WorkspaceIssuer) =>
  auditValues({
    name: issuer.name,
    issuer: issuer.issuer,
    client_id: issuer.clientId,
    has_secret: issuer.sealedSecret !== undefined,
    domain: issuer.domain,
    newcomer_role: issuer.newcomerRole ?? "none",
    only_way: issuer.isOnlyWay,
  });

/** GET /api/issuers: the workspace's own. */
export const listIssuers = endpoint({
  method: "get",
  path: "/api/issuers",
  summary: "List the workspace's issuers",
  description: "OpenID Connect issuers by which the workspace's people sign in, without their secrets.",
  tag: "People",
  auth: "key",
  needs: "people:read",
  responses: { 200: { description: "Issuers", schema: z.array(issuerSchema) } },

  async handle({ caller, context }) {
    const issuers = await context.store.issuers.list(caller.workspaceId);
    return json(issuers.map((issuer) => issuerJson(context, issuer)));
  },
});

/** POST /api/issuers: a new one, by which nobody signs in before its domain is proved. */
export const createIssuer = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/issuers",
  summary: "Add an issuer",
  description:
    "The issuer has to be on the public internet and to answer. People sign in by it once the domain's DNS has the TXT record of the answer.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  body: bodySchema,
  responses: { 200: { description: "The issuer", schema: issuerSchema } },

  async handle({ body, caller, context }) {
    const { workspaceId } = caller;
    if (body.only_way) throw notYetTheOnlyWay();
    const members = await readMembers(context, workspaceId, body);
    const { store } = recorded(context, caller, {
      action: "issuer.created",
      resource: { type: "issuer", id: "", name: members.name },
      after: issuerValues(members),
    });
    return json(issuerJson(context, await store.issuers.create(workspaceId, members, context.now())));
  },
});

/** PUT /api/issuers/:issuer: what is not sent stays. */
export const updateIssuer = endpoint({
  method: "put",
  path: "/api/issuers/:issuer",
  summary: "Change an issuer",
  description:
    "Another domain has to be proved anew. `only_way` takes a domain that is proved, and ends the sessions that people have opened another way.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  params: issuerParams,
  body: bodySchema,
  responses: { 200: { description: "The issuer", schema: issuerSchema } },

  async handle({ params, body, caller, context }) {
    const { issuers } = context.store;
    const former = await ownIssuer(context, caller.workspaceId, params.issuer);
    const members = await readMembers(context, caller.workspaceId, body, former);
    if (members.isOnlyWay && (!former.provedAt || former.domain !== members.domain)) throw notYetTheOnlyWay();
    const change = recorded(context, caller, {
      action: "issuer.updated",
      resource: issuerResource(former),
      ...differences(issuerValues(former), issuerValues(members)),
    });
    const changed = await change.store.issuers.update(former, members, context.now());
    if (!changed) throw notFound();
    if (changed.isOnlyWay && !former.isOnlyWay) await issuers.endOtherWays(caller.workspaceId, changed.id);
    return json(issuerJson(context, changed));
  },
});

const notYetTheOnlyWay = (): Failure =>
  new Failure(
    "invalid_request",
    "The issuer can be the only way once its domain is proved: nobody could sign in before.",
    {
      errors: [{ pointer: "/only_way", message: "must be 0 until the domain is proved" }],
    },
  );

async function ownIssuer({ store }: RequestContext, workspaceId: string, id: string): Promise<WorkspaceIssuer> {
  const issuer = await store.lookUps.issuers.byId(id);
  if (issuer?.workspaceId !== workspaceId) throw notFound();
  return issuer;
}

/** POST /api/issuers/:issuer/proof: looks for the domain's record now. */
export const proveIssuerDomain = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/issuers/:issuer/proof",
  summary: "Look for an issuer's domain record",
  description:
    "Looks up the TXT record. It is looked for again each day: once it is gone, nobody signs in by the issuer.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  params: issuerParams,
  problems: ["url_unreachable"],
  responses: { 200: { description: "The issuer, with what was found", schema: issuerSchema } },

  async handle({ params, caller, context }) {
    const issuer = await ownIssuer(context, caller.workspaceId, params.issuer);
    const proof = await lookForProof(
      recorded(context, caller, { action: "issuer.domain_looked_up", resource: issuerResource(issuer) }),
      issuer,
    );
    if (proof === "unknown")
      throw new Failure(
        "url_unreachable",
        `The records of ${issuer.domain} cannot be looked up now: try again in a minute.`,
      );
    return json(issuerJson(context, await ownIssuer(context, caller.workspaceId, params.issuer)));
  },
});

/** DELETE /api/issuers/:issuer: nobody signs in by it any more. */
export const deleteIssuer = endpoint({
  method: "delete",
  path: "/api/issuers/:issuer",
  summary: "Remove an issuer",
  description: "Nobody signs in by it any more; sessions stay until they end.",
  tag: "People",
  auth: "key",
  needs: "people:manage",
  fresh: true,
  params: issuerParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    const issuer = await ownIssuer(context, caller.workspaceId, params.issuer);
    const { store } = recorded(context, caller, { action: "issuer.removed", resource: issuerResource(issuer) });
    if (!(await store.issuers.remove(caller.workspaceId, issuer.id))) throw notFound();
    return json({ success: "1" });
  },
});
