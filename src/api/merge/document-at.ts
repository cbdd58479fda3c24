import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { limitMerges } from "../../http/merge-limit.ts";
import { noteWorkspace } from "../../http/note-workspace.ts";
import { hasRoom } from "../../http/storage-room.ts";
import type { DocumentContext } from "../../merge/document-context.ts";
import { forgetTarget, keepTarget, keptTarget } from "../../merge/kept-targets.ts";
import type { AddressedDocument } from "../../store/document-rows.ts";
import { documentNotFound } from "../documents/find-document.ts";

/** What a merge address says. */
interface MergeAddress {
  id: number;
  key: string;
}

/** The document that is to be merged. */
export interface FoundDocument extends AddressedDocument {
  /** There if the document was kept rather than read, with what else its merges read. */
  context?: DocumentContext;
  /** Keeps it for the next merge, with what else this one has read, if it was done here. */
  keep(context: DocumentContext | undefined, storedBytes: number): void;
  /** What was kept of it, if it was, is read anew for the next merge. */
  forget(): void;
}

/**
 * The document at a merge address. A wrong id and a wrong key are answered alike (wire "Keys").
 * @throws Failure `document_not_selected`, `rate_limited`
 */
export async function documentAt(context: RequestContext, { id, key }: MergeAddress): Promise<FoundDocument> {
  await limitMerges(context, { kind: "document", id, key });
  const document = await found(context, ["address", id, key], async () => {
    const addressed = await context.store.lookUps.documents.byMergeAddress(id, key);
    if (!addressed) throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
    return addressed;
  });
  noteWorkspace(context, document.workspaceId);
  return document;
}

/**
 * The caller's document, to be merged.
 * @throws Failure `document_not_found`, for another workspace's document too
 */
export async function documentToMerge(context: RequestContext, caller: Caller, id: number): Promise<FoundDocument> {
  // A caller that was read may not be allowed to use all folders.
  const { kept, ...reading } = context;
  return await found(caller.cachedKey ? context : reading, ["id", caller.workspaceId, id], async () => {
    const document = await context.store.documents.addressedById(caller.workspaceId, id);
    if (!document) throw documentNotFound();
    return document;
  });
}

/** A document as the isolate keeps it, where that is allowed, else as it is read. */
async function found(
  context: RequestContext,
  address: readonly unknown[],
  read: () => Promise<AddressedDocument>,
): Promise<FoundDocument> {
  // What is read of a document depends on the hosts that the deployment lets workspaces reach.
  const name = JSON.stringify([...address, context.env.INTERNAL_HOSTS ?? ""]);
  const known = context.kept && keptTarget(name, context.now());
  // Whether there is room is asked of the database before somebody is refused.
  const usable = known && hasRoom(context, known.document) ? known : undefined;
  if (usable && context.kept) context.kept.isUsed = true;
  const document = usable?.document ?? (await read());
  return {
    ...document,
    context: usable?.context,
    keep: (own, storedBytes) =>
      keepTarget(name, { document: { ...document, storedBytes }, context: own }, context.now()),
    forget: () => forgetTarget(name),
  };
}

/** An inactive one merges in test mode: what it answered while it was active is not its answer any more. */
export const SAME_ANSWER_FOR_DOCUMENT = {
  sameAnswerFor: ({ id, active, workspaceId }: FoundDocument) => ({
    name: `document/${id}/${active ? "active" : "inactive"}`,
    workspaceId,
  }),
};
