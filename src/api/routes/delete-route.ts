import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { routeNotFound } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** DELETE /api/routes/:id (interface 4.4). Merges that were accepted before still finish. */
export const deleteRoute = endpoint({
  method: "delete",
  path: "/api/routes/:id",
  summary: "Delete a data route",
  description: "Its documents stay. Merges that were accepted before still finish.",
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  responses: DONE,

  async handle({ params, caller, context }) {
    if (!(await context.store.routes.delete(caller.workspaceId, params.id, context.now()))) throw routeNotFound();
    return json({ success: "1" });
  },
});
