import type { DocumentSnapshot } from "../domain/run-task.ts";
import type { Delivery } from "../store/deliveries.ts";
import { type MergeServices, type WorkspaceDefaults, workspaceDefaults } from "./context.ts";

/** What a merge takes beside its document. */
export interface DocumentContext {
  defaults: WorkspaceDefaults;
  deliveries: Delivery[];
}

/** Reads all of it in parallel. */
export async function loadDocumentContext(
  { store }: MergeServices,
  workspaceId: string,
  { documentId }: DocumentSnapshot,
): Promise<DocumentContext> {
  const [workspace, deliveries] = await Promise.all([
    store.workspaces.byId(workspaceId),
    store.deliveries.list(workspaceId, { documentId }),
  ]);
  return { defaults: workspaceDefaults(workspace), deliveries };
}
