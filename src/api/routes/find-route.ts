import { routeResource } from "../../audit/audit-values.ts";
import { requireCurrent } from "../../audit/require-current.ts";
import { Failure } from "../../domain/failure.ts";
import type { Route } from "../../domain/route.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { entityTag } from "../../http/entity-tag.ts";

/** The caller's route. @throws Failure `route_not_found`, for another workspace's route too */
export async function findRoute(context: RequestContext, caller: Caller, id: number): Promise<Route> {
  const route = await context.store.routes.byId(caller.workspaceId, id);
  if (!route) throw routeNotFound();
  return route;
}

export const routeTag = ({ revision }: Route): string => entityTag(revision);

/** The same, if it is still as the client's `If-Match` says. @throws Failure `precondition_failed`, too */
export async function findCurrentRoute(context: RequestContext, caller: Caller, id: number): Promise<Route> {
  const route = await findRoute(context, caller, id);
  await requireCurrent(context, caller, routeResource(route), routeTag(route));
  return route;
}

/** Why nothing was written: somebody else was quicker. */
export async function changedOrGone(context: RequestContext, caller: Caller, { id }: Route): Promise<Failure> {
  await findCurrentRoute(context, caller, id);
  return routeNotFound();
}

export const routeNotFound = (): Failure =>
  new Failure("route_not_found", "The data route does not exist in your workspace.");
