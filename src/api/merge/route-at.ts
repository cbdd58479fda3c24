import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { limitMerges } from "../../http/merge-limit.ts";
import { noteWorkspace } from "../../http/note-workspace.ts";
import type { AddressedRoute } from "../../store/routes.ts";

/**
 * The route at a merge address.
 * @throws Failure `document_not_selected`, for a wrong id as for a wrong key; `rate_limited`
 */
export async function routeAt(
  context: RequestContext,
  { id, key }: { id: number; key: string },
): Promise<AddressedRoute> {
  await limitMerges(context, { kind: "route", id, key });
  const route = await context.store.lookUps.routes.byMergeAddress(id, key);
  if (!route) throw notSelected();
  noteWorkspace(context, route.workspaceId);
  return route;
}

/** An inactive one merges in test mode: what it answered while it was active is not its answer any more. */
export const SAME_ANSWER_FOR_ROUTE = {
  sameAnswerFor: ({ id, active, workspaceId }: AddressedRoute) => ({
    name: `route/${id}/${active ? "active" : "inactive"}`,
    workspaceId,
  }),
};

export const notSelected = (): Failure =>
  new Failure("document_not_selected", "Sorry, but a document was not selected!");
