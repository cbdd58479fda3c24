import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { requireMatch } from "../../http/entity-tag.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { DocumentChanges, TemplateChange } from "../../store/documents.ts";
import { documentTag } from "./document-json.ts";
import { findDocument } from "./find-document.ts";

/** What a request makes of the document as it is now. */
export type Change = (
  document: StoredDocument,
) => Promise<{ changes: DocumentChanges; template: TemplateChange | undefined }>;

const MAX_TRIES = 5;

/**
 * Changes a document as it is at the moment of writing: if somebody else was quicker, the change is made again on the
 * newer one, unless the client named a revision with `If-Match`.
 * @throws Failure `document_not_found`, `precondition_failed`
 */
export async function changeDocument(
  context: RequestContext,
  caller: Caller,
  id: number,
  change: Change,
): Promise<StoredDocument> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const document = await findDocument(context, caller, id);
    requireMatch(context.request, documentTag(document));

    const { changes, template } = await change(document);
    const { workspaceId } = caller;
    const { revision } = document;
    const now = context.now();
    const changed = await context.store.documents.update(workspaceId, id, revision, changes, template, now);
    if (changed) return changed;
  }

  throw new Failure("precondition_failed", "The document keeps being changed by others; try again.");
}
