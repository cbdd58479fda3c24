import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { RequestContext } from "../../http/context.ts";
import { limitMerges } from "../../http/merge-limit.ts";
import { hasRoom } from "../../http/storage-room.ts";
import type { DocumentContext } from "../../merge/document-context.ts";
import { forgetTarget, keepTarget, keptTarget } from "../../merge/kept-targets.ts";
import { type MergeOverrides, type ResolvedTarget, resolvedDocument } from "../../merge/merge-target.ts";
import type { AddressedDocument } from "../../store/document-rows.ts";
import type { MergeRequestOptions } from "./answer-merge.ts";

/** What a merge address says. */
interface MergeAddress {
  id: number;
  key: string;
}

/** The document at a merge address. */
export interface FoundDocument extends AddressedDocument {
  /** There if the document is as it was when it was last read, with what else its merges read. */
  context?: DocumentContext;
}

/** How a merge is asked for, as far as it decides how its run is written. */
type Asked = Partial<Pick<MergeRequestOptions, "download">> & { explain?: boolean };

/**
 * The document at a merge address. A wrong id and a wrong key are answered alike (wire "Keys").
 * @throws Failure `document_not_selected`, `rate_limited`
 */
export async function documentAt(
  context: RequestContext,
  address: MergeAddress,
  asked: Asked = {},
): Promise<FoundDocument> {
  await limitMerges(context, { kind: "document", ...address });
  const kept = isWrittenOnce(context, asked) ? keptTarget(nameOf(context, address), context.now()) : undefined;
  // Whether there is room is asked of the database before somebody is refused.
  if (kept && hasRoom(context, kept.document)) return { ...kept.document, context: kept.context };
  return await readDocument(context, address);
}

async function readDocument({ store }: RequestContext, { id, key }: MergeAddress): Promise<AddressedDocument> {
  const document = await store.documents.byMergeAddress(id, key);
  if (!document) throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
  return document;
}

/** Whether the run may be written when it is over: its caller waits, and repeats it under no key. */
const isWrittenOnce = ({ request }: RequestContext, { download, explain }: Asked): boolean =>
  download !== undefined && !explain && !request.headers.has("idempotency-key");

/** What is read of a document depends on the hosts that the deployment lets workspaces reach. */
const nameOf = ({ env }: RequestContext, { id, key }: MergeAddress): string =>
  JSON.stringify([id, key, env.INTERNAL_HOSTS ?? ""]);

/** What is to be merged, of a document that was found at its address. @throws Failure `document_not_selected` */
export async function targetAt(
  context: RequestContext,
  address: MergeAddress,
  found: FoundDocument,
  asked: Asked & MergeOverrides,
  data: MergeData,
): Promise<ResolvedTarget> {
  const readAnew = async () => resolvedDocument(await readDocument(context, address), asked);
  // Who may reach a session is decided by the document as it is now.
  if (data._session !== undefined) return found.context ? await readAnew() : resolvedDocument(found, asked);
  const target = resolvedDocument(found, asked);
  if (!isWrittenOnce(context, asked)) return target;

  const name = nameOf(context, address);
  const { context: known, ...document } = found;
  const guard = {
    targetsRevision: document.targetsRevision,
    context: known,
    keep: (read: DocumentContext, storedBytes: number) =>
      keepTarget(name, { document: { ...document, storedBytes }, context: read }, context.now()),
    readAnew: async () => {
      forgetTarget(name);
      return await readAnew();
    },
  };
  return { ...target, guard };
}

/** An inactive one merges in test mode: what it answered while it was active is not its answer any more. */
export const SAME_ANSWER_FOR_DOCUMENT = {
  sameAnswerFor: ({ id, active }: FoundDocument) => `document/${id}/${active ? "active" : "inactive"}`,
};
