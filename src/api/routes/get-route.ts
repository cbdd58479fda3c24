import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { findRoute } from "./find-route.ts";
import { listedRouteJson } from "./route-json.ts";
import { listedRouteSchema, routeParams } from "./route-schemas.ts";

/** GET /api/routes/:id (interface 4.4). */
export const getRoute = endpoint({
  method: "get",
  path: "/api/routes/:id",
  summary: "Get a data route",
  tag: "Data routes",
  auth: "key",
  params: routeParams,
  responses: { 200: { description: "The route", schema: listedRouteSchema } },

  async handle({ params, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    return json(listedRouteJson(route, context.settings.publicBaseUrl));
  },
});
