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

/** GET /api/identities/:id. */
export const getIdentity = endpoint({
  method: "get",
  path: "/api/identities/:id",
  summary: "Get a signing identity",
  description: "What its certificate says. The private key is never shown.",
  tag: "Signatures",
  auth: "key",
  needs: "account:read",
  params: identityParams,
  responses: { 200: { description: "The identity.", schema: identitySchema } },

  async handle({ params, caller, context }) {
    const identity = await context.store.identities.byId(caller.workspaceId, params.id);
    if (!identity) throw identityNotFound();
    return json(identityJson(identity, context.now()));
  },
});
