import type { RequestContext } from "../../http/context.ts";
import { file as fileResponse, json } from "../../http/responses.ts";
import { explainMerge } from "../../merge/explain-merge.ts";
import { type MergeRequest, mergeLater, mergeNow } from "../../merge/merge-document.ts";
import type { MergedFile } from "../../merge/merged-file.ts";
import { gatherSession } from "../../merge/session.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { mergeServicesOf } from "./merge-services-of.ts";

const RUN_ID = "x-run-id";
/** How long a link from `download=url` leads to its file. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** How the caller wants a merge done and answered. */
export interface MergeWish {
  test: boolean;
  /** `file`: the merged file; `url`: a link to it that expires; otherwise it is done later. */
  download: "file" | "url" | undefined;
}

/** Does or accepts a merge and answers as interface 4.3 says. */
export async function answerMerge(
  context: RequestContext,
  document: StoredDocument,
  posted: MergeData,
  wish: MergeWish,
  source: MergeRequest["source"],
): Promise<Response> {
  const services = mergeServicesOf(context);
  const gathered = await gatherSession(services, document.workspaceId, `document/${document.id}`, posted);
  if (gathered.stored) return json({ success: 1 }, 201);

  const { data } = gathered;
  const request = { document, data, test: wish.test, source, requestId: context.requestId, runId: context.runId };
  if (!wish.download) {
    const { runId } = await mergeLater(services, request);
    await gathered.close();
    return json({ success: 1 }, 201, { [RUN_ID]: runId });
  }
  const { runId, file, isNew } = await mergeNow(services, request);
  // Found again under its key, the merge has nothing of what was posted since.
  if (isNew) await gathered.close();
  if (wish.download === "file")
    return fileResponse(await contentOf(context, document, file), file, 201, { [RUN_ID]: runId });

  const expiresAt = new Date(context.now().getTime() + LINK_LIFETIME_MS);
  await context.store.runs.keepFilesUntil(document.workspaceId, runId, expiresAt);
  const token = await context.store.links.create(document.workspaceId, { runId, position: 0 }, expiresAt);
  const url = `${context.settings.publicBaseUrl}/files/${token}`;
  return json({ success: 1, name: file.name, url }, 201, { [RUN_ID]: runId });
}

async function contentOf(
  { store }: RequestContext,
  { workspaceId }: StoredDocument,
  file: MergedFile,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  if (file.bytes) return file.bytes;
  const stored = await store.blobs.getStream(workspaceId, file.blobKey);
  if (!stored) throw new Error(`The merged file ${file.blobKey} is gone`);
  return stored.body;
}

/** Answers `explain=1`: what the merge would do, without doing it. */
export async function answerExplain(
  context: RequestContext,
  document: StoredDocument,
  data: MergeData,
): Promise<Response> {
  return json(await explainMerge(mergeServicesOf(context), document, data));
}
