import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { limitMerges } from "../../http/merge-limit.ts";
import type { AddressedDocument } from "../../store/document-rows.ts";

/**
 * The document at a merge address. A wrong id and a wrong key are answered alike (wire "Keys").
 * @throws Failure `document_not_selected`, `rate_limited`
 */
export async function documentAt(
  context: RequestContext,
  { id, key }: { id: number; key: string },
): Promise<AddressedDocument> {
  await limitMerges(context, { kind: "document", id, key });
  const document = await context.store.documents.byMergeAddress(id, key);
  if (!document) throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
  return document;
}

/** An inactive one merges in test mode: what it answered while it was active is not its answer any more. */
export const SAME_ANSWER_FOR_DOCUMENT = {
  sameAnswerFor: ({ id, active }: AddressedDocument) => `document/${id}/${active ? "active" : "inactive"}`,
};
