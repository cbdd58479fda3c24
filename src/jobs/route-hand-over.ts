import type { MergeRoute } from "../delivery/delivery-services.ts";
import { Failure } from "../domain/failure.ts";
import type { MergeServices } from "../merge/merge-services.ts";
import { newRouteRun } from "../merge/route/merge-route.ts";

/** Hand-overs in a row, from route to route: more are a circle. */
const LONGEST_CHAIN = 5;

/** Accepts merges that deliveries hand on to data routes; of several with one key the first one counts. */
export function routeHandOver(services: MergeServices): MergeRoute {
  const { store, env, now } = services;

  /** Runs above this one that were made by deliveries or routes, as far as it matters. */
  async function chainOf(workspaceId: string, runId: string | undefined): Promise<number> {
    let length = 0;
    for (let id = runId; id !== undefined && length <= LONGEST_CHAIN; length++)
      id = (await store.runs.byId(workspaceId, id))?.parentId;
    return length;
  }

  return async ({ workspaceId, routeId, data, test, parentId, idempotencyKey: id }) => {
    if (await store.runs.byId(workspaceId, id)) return { runId: id };
    const route = await store.routes.byId(workspaceId, routeId);
    if (!route) throw new Failure("route_not_found", `The data route ${routeId} does not exist in your workspace.`);
    if ((await chainOf(workspaceId, parentId)) > LONGEST_CHAIN)
      throw new Failure(
        "merge_failed",
        `Data routes hand on to each other in a circle: ${LONGEST_CHAIN} in a row are allowed.`,
      );

    const rules = await store.rules.ofRoute(workspaceId, routeId);
    const run = newRouteRun({ route, rules, data: { ...data }, test, source: "route", requestId: id });
    await store.runs.accept(workspaceId, { ...run, id, parentId }, now());
    await env.MERGES.send({ workspaceId, runId: id }).catch(() => {});
    return { runId: id };
  };
}
