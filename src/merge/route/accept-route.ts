import { beginRun, filesExpired } from "../begin-run.ts";
import type { MergeServices } from "../merge-services.ts";
import { runProblem } from "../run-problem.ts";
import { loadRoute } from "./load-route.ts";
import { executeRoute, newRouteRun, type RouteFile, type RouteRequest, type RouteSnapshot } from "./merge-route.ts";

/** Merges a route while the caller waits. A failure is the run's end: the caller knows of it and may call again. */
export async function mergeRouteNow(
  services: MergeServices,
  request: RouteRequest,
): Promise<{ runId: string; files: RouteFile[]; isNew: boolean }> {
  const { store, now } = services;
  const { workspaceId } = request.route;
  const loading = loadRoute(services, { workspaceId, routeId: request.route.id }, request.rules, request.data);
  loading.catch(() => {});
  const begun = await beginRun(services, workspaceId, newRouteRun(request), request.data);
  if ("done" in begun) {
    const files = await store.runs.files(workspaceId, begun.done.id);
    if (files.length === 0 && (await loading).turns.length > 0) throw filesExpired();
    return { runId: begun.done.id, files, isNew: false };
  }
  const { leased, data, isNew } = begun;
  const { id } = leased.run;
  try {
    const { route } = leased.run.options as { route: RouteSnapshot };
    const files = await executeRoute(services, leased, route, data, isNew ? loading : undefined);
    return { runId: id, files, isNew: true };
  } catch (error) {
    await store.runs.fail(workspaceId, id, leased.lease, runProblem(error), now());
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
