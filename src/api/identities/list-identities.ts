import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { identityJson, identityNotFound, identityParams, identitySchema } from "./identity-json.ts";

/** GET /api/identities: all of them; a workspace has a handful. */
export const listIdentities = endpoint({
  method: "get",
  path: "/api/identities",
  summary: "List signing identities",
  description: "Who can sign for the workspace, by name. Private keys are never shown.",
  tag: "Signatures",
  auth: "key",
  needs: "account:read",
  responses: { 200: { description: "The identities.", schema: z.array(identitySchema) } },

  async handle({ caller, context }) {
    const identities = await context.store.identities.list(caller.workspaceId);
    return json(identities.map((identity) => identityJson(identity, context.now())));
  },
});

const usedIdentitySchema = identitySchema
  .extend({
    used_by: z.array(z.string()).meta({
      description: "Names of documents and data routes that are to be signed by it, of those that you see; at most 40.",
    }),
  })
  .meta({ id: "UsedSigningIdentity" });

/** GET /api/identities/:id. */
export const getIdentity = endpoint({
  method: "get",
  path: "/api/identities/:id",
  summary: "Get a signing identity",
  description: "What its certificate says, and what is signed by it. The private key is never shown.",
  tag: "Signatures",
  auth: "key",
  needs: "account:read",
  params: identityParams,
  responses: { 200: { description: "The identity.", schema: usedIdentitySchema } },

  async handle({ params, caller, context }) {
    const identity = await context.store.identities.byId(caller.workspaceId, params.id);
    if (!identity) throw identityNotFound();
    const used_by = await context.store.uses.ofIdentity(caller.workspaceId, identity);
    return json({ ...identityJson(identity, context.now()), used_by });
  },
});
