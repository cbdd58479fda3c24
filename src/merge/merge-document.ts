import type { RunSource } from "../domain/run.ts";
import type { StoredDocument } from "../store/document-rows.ts";
import type { MergeData } from "../templates/template-engine.ts";
import { beginRun, filesExpired } from "./begin-run.ts";
import { executeMerge, loadTerms } from "./execute-merge.ts";
import type { MergeServices } from "./merge-services.ts";
import { type MergeSnapshot, snapshotOf } from "./merge-snapshot.ts";
import type { MergedFile } from "./merged-file.ts";
import { runProblem } from "./run-problem.ts";

/** A merge as it came in. */
export interface MergeRequest {
  document: StoredDocument;
  data: MergeData;
  /** Asked for by the caller; an inactive document merges in test mode anyway. */
  test: boolean;
  source: RunSource;
  requestId: string;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
}

const newRun = ({ document, data, test, source, requestId, runId }: MergeRequest) => ({
  id: runId,
  documentId: document.id,
  versionId: document.version.id,
  source,
  test: test || !document.active,
  output: document.output,
  options: { snapshot: snapshotOf(document) },
  data: JSON.stringify(data),
  requestId,
});

/** Merges while the caller waits. A failure is the run's end: the caller knows of it and may call again. */
export async function mergeNow(
  services: MergeServices,
  request: MergeRequest,
): Promise<{ runId: string; file: MergedFile; isNew: boolean }> {
  const { workspaceId, id: documentId } = request.document;
  const loading = loadTerms(services, workspaceId, documentId);
  loading.catch(() => {});
  const begun = await beginRun(services, workspaceId, newRun(request), request.data);
  if ("done" in begun) {
    const [file] = await services.store.runs.files(workspaceId, begun.done.id);
    if (!file) throw filesExpired();
    return { runId: begun.done.id, file, isNew: false };
  }
  const { leased, data } = begun;
  const { id } = leased.run;
  try {
    const { snapshot } = leased.run.options as { snapshot: MergeSnapshot };
    return { runId: id, file: await executeMerge(services, leased, snapshot, data, loading), isNew: true };
  } catch (error) {
    await services.store.runs.fail(workspaceId, id, leased.lease, runProblem(error), services.now());
    throw error;
  }
}

/** Accepts a merge for later. Once this returns the merge is not lost: what the queue drops, the cron sends again. */
export async function mergeLater(services: MergeServices, request: MergeRequest): Promise<{ runId: string }> {
  const { workspaceId } = request.document;
  const run = await services.store.runs.accept(workspaceId, newRun(request), services.now());
  // The row is the truth and the queue only transport: a send that fails is made up for by the cron.
  await services.env.MERGES.send({ workspaceId, runId: run.id }).catch(() => {});
  return { runId: run.id };
}
