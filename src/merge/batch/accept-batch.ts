import type { BatchTask } from "../../domain/run-task.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { acceptRun } from "../accept/accept-run.ts";
import type { MergeServices } from "../context.ts";
import type { Mergeable } from "../merge-target.ts";

/** A batch of records for one document or data route, as it came in. */
export interface BatchRequest {
  target: Mergeable;
  records: readonly MergeData[];
  /** What was odd about the records as they came. */
  warnings: string[];
  output: BatchTask["output"];
  test: boolean;
  /** It came by a merge address without credentials. */
  byAddress: boolean;
  requestId: string;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
}

/** Accepts a batch; the queue does it step by step. */
export async function acceptBatch(
  services: MergeServices,
  { target, records, warnings, output, test, byAddress, requestId, runId }: BatchRequest,
): Promise<{ runId: string }> {
  const run = await acceptRun(services, target.workspaceId, {
    id: runId,
    task: { kind: "batch", of: target.task, output, records: records.length, warnings },
    source: "batch",
    byAddress,
    test: test || !target.active,
    data: JSON.stringify(records),
    requestId,
  });
  return { runId: run.id };
}
