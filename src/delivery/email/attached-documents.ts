import { Failure } from "../../domain/failure.ts";
import { FAILURE_CODES } from "../../domain/failure-codes.ts";
import type { RunFile } from "../../domain/run.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { DeliveryContext } from "../delivery-kind.ts";

/** Documents that one mail takes along besides its own. */
export const MAX_ATTACHED_DOCUMENTS = 5;

const ID = /^[1-9]\d{0,9}$/;

/** The ids in `12, 13`; undefined if it is something else, names one twice, or more than are allowed. */
export function attachedDocumentIds(setting: unknown): number[] | undefined {
  const parts = String(setting ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isRight = parts.every((part) => ID.test(part)) && new Set(parts).size === parts.length;
  return isRight && parts.length <= MAX_ATTACHED_DOCUMENTS ? parts.map(Number) : undefined;
}

/** A further document of a mail: the run that merged it, and what it made. */
export interface AttachedDocument {
  runId: string;
  files: readonly RunFile[];
}

export const goneDocument = (id: number): string =>
  `The document ${id}, which the mail attaches, does not exist any more.`;

/** Of one that whoever looks does not see: whether it is there is not said. */
export const unseenDocument = (id: number): string =>
  `The document ${id}, which the mail attaches, is none of those that you see. If it exists, the mail takes it along.`;

/** Of one in test mode: its files are marked as samples, which nobody should get with a mail that is none. */
export const documentInTest = ({ id, name }: Pick<StoredDocument, "id" | "name">): string =>
  `The document “${name}” (${id}), which the mail attaches, is in test mode: its files are marked as samples, and no mail but a test takes them along until it is active.`;

/**
 * Merges the further documents of a mail with the data of its run, each as a run of its own without deliveries. The runs' ids
 * follow from the delivery's, so that a second try sends the same files.
 * @throws DeliveryError naming the document that could not be merged
 */
export async function mergeAttached(context: DeliveryContext, ids: readonly number[]): Promise<AttachedDocument[]> {
  const { services, run, data, entry } = context;
  const merged: AttachedDocument[] = [];
  for (const documentId of ids) {
    const document = await services.store.documents.byId(run.workspaceId, documentId);
    if (!document) throw refused(goneDocument(documentId));
    if (!services.mergeAttached) throw refused("Mails with further documents are not possible in this installation.");
    const runId = `${entry.id}-${documentId}`;
    if (!run.test && !document.active && !(await isMerged(context, runId))) throw refused(documentInTest(document));
    try {
      merged.push(
        await services.mergeAttached({
          document,
          data,
          test: run.test,
          byAddress: run.byAddress,
          parentId: run.id,
          runId,
        }),
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const [status] = FAILURE_CODES[error.code];
      // Of a try that took too long the merge may go on: the next one finds what it made.
      const permanent = status < 500 && status !== 429 && error.code !== "idempotency_in_progress";
      throw new DeliveryError(
        `The document “${document.name}” (${documentId}), which the mail attaches, could not be merged: ${error.message}`,
        { permanent, cause: error },
      );
    }
  }
  return merged;
}

/** Whether an earlier try merged it, before the document went into test mode. */
async function isMerged({ services, run }: DeliveryContext, id: string): Promise<boolean> {
  const made = await services.store.runs.byId(run.workspaceId, id);
  return made?.status === "done" && !made.test;
}
