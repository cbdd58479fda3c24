import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { findRoute, routeTag } from "./find-route.ts";
import { listedRouteJson, wholeRouteJson } from "./route-json.ts";
import { routeParams, shownRouteSchema } from "./route-schemas.ts";

/** GET /api/routes/:id (interface 4.4). */
export const getRoute = endpoint({
  method: "get",
  path: "/api/routes/:id",
  summary: "Get a data route",
  description:
    "Its id, key, name and merge address; with `details=1` its rules and settings, too. Its `ETag` is that of the rules, too.",
  tag: "Data routes",
  auth: "key",
  needs: "document:read",
  params: routeParams,
  query: z.object({ details: flag().meta({ description: "1: with rules, settings and times." }) }),
  responses: { 200: { description: "The route", schema: shownRouteSchema } },

  async handle({ params, query, caller, context }) {
    const { publicBaseUrl } = context.settings;
    const route = await findRoute(context, caller, params.id);
    const headers = { etag: routeTag(route) };
    if (!query.details) return json(listedRouteJson(route, publicBaseUrl), 200, headers);

    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    return json(wholeRouteJson(route, rules, publicBaseUrl), 200, headers);
  },
});
