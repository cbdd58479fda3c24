import type { RequestContext } from "../../http/context.ts";
import { type ListTarget, listTargets } from "../../lists/column-fields.ts";
import type { ResolvedTarget } from "../../merge/merge-target.ts";

/** What the columns of a list can fill in a document, or in the documents of a data route, each name once. */
export async function listTargetsOf(
  { store }: Pick<RequestContext, "store">,
  { workspaceId, task }: Pick<ResolvedTarget, "workspaceId" | "task">,
): Promise<ListTarget[]> {
  const ids =
    task.kind === "document"
      ? [task.document.documentId]
      : [...new Set(task.route.rules.flatMap(({ documentId }) => documentId ?? []))];
  const fields = await Promise.all(ids.map((id) => store.fields.ofDocument(workspaceId, id)));
  const byName = new Map(fields.flat().map((field) => [field.name, field]));
  return listTargets([...byName.values()]);
}
