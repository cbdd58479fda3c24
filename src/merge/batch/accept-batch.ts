import type { StoredDocument } from "../../store/document-rows.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import type { MergeServices } from "../merge-services.ts";
import { snapshotOf } from "../merge-snapshot.ts";
import type { BatchOptions } from "./step-batch.ts";

/** A batch of records for one document, as it came in. */
export interface BatchRequest {
  document: StoredDocument;
  records: readonly MergeData[];
  output: BatchOptions["output"];
  test: boolean;
  requestId: string;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
}

/** Accepts a batch; the queue does it step by step. */
export async function acceptBatch(
  { store, env, now }: MergeServices,
  { document, records, output, test, requestId, runId }: BatchRequest,
): Promise<{ runId: string }> {
  const { workspaceId } = document;
  const batch: BatchOptions = { output, records: records.length };
  const run = await store.runs.accept(
    workspaceId,
    {
      id: runId,
      // No document: the records' own runs are its merges, the batch is what holds them together.
      versionId: document.version.id,
      source: "batch",
      test: test || !document.active,
      options: { snapshot: snapshotOf(document), batch },
      data: JSON.stringify(records),
      requestId,
    },
    now(),
  );
  await env.MERGES.send({ workspaceId, runId: run.id }).catch(() => {});
  return { runId: run.id };
}
