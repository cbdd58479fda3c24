import { type MergeData, mergeDataOf, withoutPrototype } from "../../domain/merge-data.ts";
import type { BodyTree } from "../../http/body/body-tree.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { sampleNotFound } from "../documents/sample-not-found.ts";
import { mergeData } from "../merge/merge-data.ts";

/**
 * Data that a document is tried with: those that are sent, or a sample's.
 * @throws Failure `sample_not_found`
 */
export async function previewData(
  { store }: RequestContext,
  { workspaceId }: Caller,
  document: { id: number },
  sent: { data?: BodyTree; sample?: string },
): Promise<MergeData> {
  if (sent.sample === undefined) return sent.data ? mergeData(sent.data) : withoutPrototype();

  const sample = await store.samples.byId(workspaceId, document.id, sent.sample);
  if (!sample) throw sampleNotFound();
  return mergeDataOf(sample.data);
}
