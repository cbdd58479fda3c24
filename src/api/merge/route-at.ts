import { Failure } from "../../domain/failure.ts";
import type { Route } from "../../domain/route.ts";
import type { RequestContext } from "../../http/context.ts";

/** The route at a merge address. @throws Failure `document_not_selected`, for a wrong id as for a wrong key */
export async function routeAt(context: RequestContext, { id, key }: { id: number; key: string }): Promise<Route> {
  const route = await context.store.routes.byMergeAddress(id, key);
  if (!route) throw notSelected();
  return route;
}

export const notSelected = (): Failure =>
  new Failure("document_not_selected", "Sorry, but a document was not selected!");
