import { z } from "zod";
import type { NewRule } from "../../domain/route.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { checkRules } from "./check-rules.ts";
import { routeJson } from "./route-json.ts";
import { nameSchema, routeMembers, routeSchema, rulesSchema } from "./route-schemas.ts";

/** POST /api/routes (interface 4.4). */
export const createRoute = endpoint({
  method: "post",
  path: "/api/routes",
  summary: "Create a data route",
  tag: "Data routes",
  auth: "key",
  body: z.object({ name: nameSchema, rules: rulesSchema.optional(), ...routeMembers }),
  responses: { 200: { description: "The new route with its rules", schema: routeSchema } },

  async handle({ body, caller, context }) {
    const rules = await checkRules(context, caller, body.rules ?? []);
    const { store, settings } = context;
    const route = await store.routes.create(
      caller.workspaceId,
      {
        name: body.name,
        outputName: body.output_name ?? "",
        folder: body.folder ?? "",
        active: body.active ?? true,
        retentionDays: body.retention_days,
      },
      rules as NewRule[],
      context.now(),
    );
    const created = await store.rules.ofRoute(caller.workspaceId, route.id);
    return json(routeJson(route, created, settings.publicBaseUrl));
  },
});
