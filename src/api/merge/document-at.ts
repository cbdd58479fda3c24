import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import type { StoredDocument } from "../../store/document-rows.ts";

/**
 * The document at a merge address. A wrong id and a wrong key are answered alike (wire "Keys").
 * @throws Failure `document_not_selected`
 */
export async function documentAt(
  context: RequestContext,
  { id, key }: { id: number; key: string },
): Promise<StoredDocument> {
  const document = await context.store.documents.byMergeAddress(id, key);
  if (!document) throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
  return document;
}
