import * as z from "zod";
import { routeResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import type { Route } from "../../domain/route.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { nameSchema } from "../documents/document-schemas.ts";
import { requireOwnerForRoute } from "../surroundings/require-owner.ts";
import { findRoute, routeNotFound } from "./find-route.ts";
import { routeJson } from "./route-json.ts";
import { routeParams, routeSchema } from "./route-schemas.ts";

/** POST /api/routes/:id/copy: settings, rules and deliveries under a new id and key. */
export const copyRoute = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/routes/:id/copy",
  summary: "Copy a data route",
  description: "The copy has the rules, settings and deliveries of the route, and a merge address of its own.",
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  body: z.object({ name: nameSchema.meta({ description: "Name of the copy.", examples: ["Orders (copy)"] }) }),
  problems: ["approval_required"],
  responses: { 200: { description: "The new route with its rules", schema: routeSchema } },

  async handle({ params, body, caller, context }) {
    await requireOwnerForRoute(context, caller, { routeId: params.id });
    const { store } = recorded(context, caller, {
      action: "route.copied",
      resource: { type: "route", id: "", name: body.name },
      after: { name: body.name, copy_of: String(params.id) },
      creates: "routes",
    });
    const copy = await store.routes.copy(caller.workspaceId, params.id, body.name, context.now());
    return routeAnswer(copy, context);
  },
});

/** POST /api/routes/:id/key: another merge address; the old one leads nowhere at once. */
export const renewRouteKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/routes/:id/key",
  summary: "Give a data route another key",
  description: "The merge address changes with the key; anyone who posts to the old one gets 404 from then on.",
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  responses: { 200: { description: "The route with its new address", schema: routeSchema } },

  async handle({ params, caller, context }) {
    const { store } = recorded(context, caller, {
      action: "route.address_renewed",
      resource: routeResource(await findRoute(context, caller, params.id)),
    });
    const route = await store.routes.renewKey(caller.workspaceId, params.id, context.now());
    return routeAnswer(route, context);
  },
});

async function routeAnswer(route: Route | undefined, { store, settings }: RequestContext): Promise<Response> {
  if (!route) throw routeNotFound();

  return json(routeJson(route, await store.rules.ofRoute(route.workspaceId, route.id), settings.publicBaseUrl));
}
