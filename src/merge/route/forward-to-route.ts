import type { MergeRoute } from "../../delivery/delivery-services.ts";
import { Failure } from "../../domain/failure.ts";
import type { RunAsker } from "../../domain/run.ts";
import { acceptRun, mergeRun } from "../accept/accept-run.ts";
import type { MergeServices } from "../context.ts";
import { resolvedRoute } from "../merge-target.ts";

/** The longest chain of data routes that hand on to each other. */
const MAX_CHAIN_LENGTH = 5;
/** Ancestors of a run that are looked at: documents, routes and replays of the longest chain allowed. */
const MAX_RUNS_ABOVE = 50;

/** What led to a run. */
interface RunsAbove {
  routes: number[];
  byAddress: boolean;
  byPeople: boolean;
  askedBy: RunAsker | undefined;
}

/** Accepts merges that deliveries hand on to data routes; of several with the same key the first one counts. */
export function routeForward(services: MergeServices): MergeRoute {
  const { store } = services;

  /** The routes whose merges led to a run, nearest first, who asked for it, whether an address was enough to, and whether people without an account began it. A replay stands for the run that it repeats. */
  async function routesAbove(workspaceId: string, runId: string): Promise<RunsAbove> {
    const routes: number[] = [];
    let byAddress = false;
    let byPeople = false;
    let askedBy: RunAsker | undefined;
    let isRepeated = false;
    let id: string | undefined = runId;
    for (let runs = 0; id !== undefined && runs < MAX_RUNS_ABOVE; runs++) {
      const run = await store.runs.byId(workspaceId, id);
      if (run?.task.kind === "route" && !isRepeated) routes.push(run.task.route.routeId);
      if (runs === 0) {
        byAddress = run?.byAddress ?? false;
        askedBy = run?.askedBy;
      }
      byPeople ||= run?.source === "fill_in";
      isRepeated = run?.source === "replay";
      id = run?.parentId;
    }
    return { routes, byAddress, byPeople, askedBy };
  }

  return async ({ workspaceId, routeId, data, test, parentId, idempotencyKey: id }) => {
    if (await store.runs.byId(workspaceId, id)) return { runId: id };
    const route = await store.routes.byId(workspaceId, routeId);
    if (!route) throw new Failure("route_not_found", `The data route ${routeId} does not exist in your workspace.`);
    const above = await routesAbove(workspaceId, parentId);
    refuseCircles(above.routes, routeId);

    const rules = await store.rules.ofRoute(workspaceId, routeId);
    // what strangers wrote is text wherever it goes
    const target = resolvedRoute(route, rules, above.byPeople ? { autoescape: true } : {});
    const forwarded = { data: { ...data }, test, source: "route" } as const;
    const { byAddress, askedBy } = above;
    const request = { target, ...forwarded, byAddress, askedBy, requestId: id, runId: id, parentId };
    await acceptRun(services, workspaceId, mergeRun(request));
    return { runId: id };
  };
}

/** @throws Failure `merge_failed` if handing on would never end, or not soon */
function refuseCircles(above: readonly number[], routeId: number): void {
  const path = [routeId, ...above].reverse();
  if (above.includes(routeId))
    throw new Failure(
      "merge_failed",
      `Data routes pass data on to each other in a circle: ${path.slice(path.indexOf(routeId)).join(" -> ")}.`,
    );
  if (above.length >= MAX_CHAIN_LENGTH)
    throw new Failure(
      "merge_failed",
      `Too many data routes pass data on to each other: ${path.join(" -> ")}; ${MAX_CHAIN_LENGTH} in a row are allowed.`,
    );
}
