import { routeResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { DELETED, deleted, quoted } from "../../http/deleted.ts";
import { endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { changedOrGone, findCurrentRoute } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** DELETE /api/routes/:id (interface 4.4). Merges that were accepted before still finish. */
export const deleteRoute = endpoint({
  method: "delete",
  path: "/api/routes/:id",
  summary: "Delete a data route",
  description:
    "Its documents stay. Merges that were accepted before still finish. The route lies in the bin for 30 days; the answer names " +
    "what hands data on to it. With `If-Match` only if it has not changed.",
  revised: true,
  problems: ["precondition_failed"],
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  responses: DELETED,

  async handle({ params, caller, context }) {
    const route = await findCurrentRoute(context, caller, params.id);
    const { store } = recorded(context, caller, { action: "route.deleted", resource: routeResource(route) });
    const revision = wantedRevision(context.request, route);
    if (!(await store.routes.delete(caller.workspaceId, params.id, revision, context.now())))
      throw await changedOrGone(context, caller, route);

    return deleted({
      users: (await context.store.uses.ofRoute(caller.workspaceId, params.id)).map(quoted),
      code: "route_in_use",
      one: "document or data route fails to hand data on to it from now on",
      many: "documents and data routes fail to hand data on to it from now on",
      remedy: "Bring it back from the bin within 30 days, or name another data route in their deliveries.",
    });
  },
});
