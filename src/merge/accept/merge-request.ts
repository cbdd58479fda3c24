import type { NewRun, RunSource } from "../../domain/run.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import type { Mergeable } from "../merge-target.ts";

/** A merge as it came in. */
export interface MergeRequest {
  target: Mergeable;
  data: MergeData;
  /** Asked for by the caller; an inactive document or route merges in test mode anyway. */
  test: boolean;
  source: RunSource;
  /** Whether the data came, first of all, by a merge address without credentials. */
  byAddress?: boolean;
  requestId: string;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
  /** The run that handed the data on. */
  parentId?: string;
}

/** The run of a merge, to be accepted. */
export function mergeRun({ target, data, test, source, byAddress, requestId, runId, parentId }: MergeRequest): NewRun {
  return {
    id: runId,
    task: target.task,
    parentId,
    source,
    byAddress: byAddress ?? source === "merge",
    test: test || !target.active,
    data: JSON.stringify(data),
    requestId,
  };
}
