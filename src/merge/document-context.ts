import type { DocumentSnapshot } from "../domain/run-task.ts";
import type { Delivery } from "../store/deliveries.ts";
import type { WorkspaceWithDeliveries } from "../store/workspaces.ts";
import { type MergeServices, type WorkspaceDefaults, workspaceDefaults } from "./context.ts";

/** What a merge takes beside its document. */
export interface DocumentContext {
  defaults: WorkspaceDefaults;
  deliveries: Delivery[];
}

/** Reads all of it at once. */
export async function loadDocumentContext(
  { store }: MergeServices,
  workspaceId: string,
  { documentId }: DocumentSnapshot,
): Promise<DocumentContext> {
  return documentContext(await store.workspaces.withDeliveries(workspaceId, { documentId }));
}

export const documentContext = ({ workspace, deliveries }: WorkspaceWithDeliveries): DocumentContext => ({
  defaults: workspaceDefaults(workspace),
  deliveries,
});
