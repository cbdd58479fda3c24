import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { StoredDocument } from "../../store/document-rows.ts";

/**
 * The caller's document.
 * @throws Failure `document_not_found`, for another workspace's document too
 */
export async function findDocument(context: RequestContext, caller: Caller, id: number): Promise<StoredDocument> {
  const document = await context.store.documents.byId(caller.workspaceId, id);
  if (!document) throw documentNotFound();

  return document;
}

export const documentNotFound = (): Failure =>
  new Failure("document_not_found", "The document does not exist in your workspace.");
