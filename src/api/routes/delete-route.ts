import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { routeNotFound } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** DELETE /api/routes/:id (interface 4.4). Merges that were accepted before still finish. */
export const deleteRoute = endpoint({
  method: "delete",
  path: "/api/routes/:id",
  summary: "Delete a data route",
  tag: "Data routes",
  auth: "key",
  params: routeParams,
  responses: { 200: { description: "Done", schema: z.object({ success: z.literal("1") }) } },

  async handle({ params, caller, context }) {
    if (!(await context.store.routes.delete(caller.workspaceId, params.id, context.now()))) throw routeNotFound();
    return json({ success: "1" });
  },
});
