import type { RequestContext } from "../../http/context.ts";
import type { StoredDocument } from "../../store/document-rows.ts";

/** The template that merges of a document use. */
export async function templateBytes(
  { store }: RequestContext,
  { workspaceId, version }: StoredDocument,
): Promise<Uint8Array> {
  const bytes = await store.blobs.get(workspaceId, version.blobKey);
  if (!bytes) throw new Error(`The template ${version.blobKey} is gone`);

  return bytes;
}
