import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { findRoute, routeTag } from "./find-route.ts";
import { ruleJson } from "./route-json.ts";
import { routeParams, ruleJsonSchema } from "./route-schemas.ts";

/** GET /api/routes/:id/rules (interface 4.4), in the order in which they run. */
export const listRules = endpoint({
  method: "get",
  path: "/api/routes/:id/rules",
  summary: "List the rules of a data route",
  description: "In the order in which they run.",
  tag: "Data routes",
  auth: "key",
  needs: "document:read",
  params: routeParams,
  responses: { 200: { description: "Rules", schema: z.array(ruleJsonSchema) } },

  async handle({ params, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    return json(rules.map(ruleJson), 200, { etag: routeTag(route) });
  },
});
