import { Failure } from "../../domain/failure.ts";
import type { Route } from "../../domain/route.ts";
import type { Caller, RequestContext } from "../../http/context.ts";

/** The caller's route. @throws Failure `route_not_found`, for another workspace's route too */
export async function findRoute(context: RequestContext, caller: Caller, id: number): Promise<Route> {
  const route = await context.store.routes.byId(caller.workspaceId, id);
  if (!route) throw routeNotFound();
  return route;
}

export const routeNotFound = (): Failure =>
  new Failure("route_not_found", "The data route does not exist in your workspace.");
