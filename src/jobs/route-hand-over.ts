import type { MergeRoute } from "../delivery/delivery-services.ts";
import { Failure } from "../domain/failure.ts";
import type { MergeServices } from "../merge/merge-services.ts";
import { newRouteRun } from "../merge/route/merge-route.ts";

/** Data routes that hand on to each other in a row. */
const LONGEST_CHAIN = 5;
/** Runs above one another that are looked at: documents, routes and replays of a chain that is just allowed. */
const MOST_RUNS_ABOVE = 50;

/** Accepts merges that deliveries hand on to data routes; of several with one key the first one counts. */
export function routeHandOver(services: MergeServices): MergeRoute {
  const { store, env, now } = services;

  /** The routes whose merges led to a run, the nearest first. A replay stands for the run that it repeats. */
  async function routesAbove(workspaceId: string, runId: string): Promise<number[]> {
    const routes: number[] = [];
    let isRepeated = false;
    let id: string | undefined = runId;
    for (let runs = 0; id !== undefined && runs < MOST_RUNS_ABOVE; runs++) {
      const run = await store.runs.byId(workspaceId, id);
      if (run?.routeId !== undefined && !isRepeated) routes.push(run.routeId);
      isRepeated = run?.source === "replay";
      id = run?.parentId;
    }
    return routes;
  }

  return async ({ workspaceId, routeId, data, test, parentId, idempotencyKey: id }) => {
    if (await store.runs.byId(workspaceId, id)) return { runId: id };
    const route = await store.routes.byId(workspaceId, routeId);
    if (!route) throw new Failure("route_not_found", `The data route ${routeId} does not exist in your workspace.`);
    refuseCircles(await routesAbove(workspaceId, parentId), routeId);

    const rules = await store.rules.ofRoute(workspaceId, routeId);
    const run = newRouteRun({ route, rules, data: { ...data }, test, source: "route", requestId: id, runId: id });
    await store.runs.accept(workspaceId, { ...run, parentId }, now());
    await env.MERGES.send({ workspaceId, runId: id }).catch(() => {});
    return { runId: id };
  };
}

/** @throws Failure `merge_failed` where handing on would never end, or not soon */
function refuseCircles(above: readonly number[], routeId: number): void {
  const path = [routeId, ...above].reverse();
  if (above.includes(routeId))
    throw new Failure(
      "merge_failed",
      `Data routes hand on to each other in a circle: ${path.slice(path.indexOf(routeId)).join(" -> ")}.`,
    );
  if (above.length >= LONGEST_CHAIN)
    throw new Failure(
      "merge_failed",
      `Too many data routes hand on to each other: ${path.join(" -> ")}; ${LONGEST_CHAIN} in a row are allowed.`,
    );
}
