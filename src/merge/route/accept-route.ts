import type { MergeServices } from "../merge-services.ts";
import { runProblem } from "../run-problem.ts";
import { executeRoute, newRouteRun, type RouteFile, type RouteRequest } from "./merge-route.ts";

/** Merges a route while the caller waits. A failure is the run's end: the caller knows of it and may call again. */
export async function mergeRouteNow(
  services: MergeServices,
  request: RouteRequest,
): Promise<{ runId: string; files: RouteFile[] }> {
  const { store, now } = services;
  const { workspaceId } = request.route;
  const run = newRouteRun(request);
  const leased = await store.runs.acceptAndStart(workspaceId, run, now());
  try {
    return { runId: leased.run.id, files: await executeRoute(services, leased, run.options.route, request.data) };
  } catch (error) {
    await store.runs.fail(workspaceId, leased.run.id, leased.lease, runProblem(error), now());
    throw error;
  }
}

/** Accepts a route's merge for later; as with documents, once this returns it is not lost. */
export async function mergeRouteLater(services: MergeServices, request: RouteRequest): Promise<{ runId: string }> {
  const { workspaceId } = request.route;
  const run = await services.store.runs.accept(workspaceId, newRouteRun(request), services.now());
  await services.env.MERGES.send({ workspaceId, runId: run.id }).catch(() => {});
  return { runId: run.id };
}
