import { Failure } from "../../domain/failure.ts";
import {
  isMergeData,
  type MergeData,
  mergeDataOf,
  parseMergeData,
  stringifyMergeData,
} from "../../domain/merge-data.ts";
import type { NewRun, Run, RunAsker, RunSource } from "../../domain/run.ts";
import type { BatchTask } from "../../domain/run-task.ts";
import type { StartedRun } from "../../store/runs.ts";
import type { MergeServices } from "../context.ts";
import type { ResolvedTarget } from "../merge-target.ts";

/** A merge as it came in. */
export interface MergeRequest {
  target: ResolvedTarget;
  data: MergeData;
  /** Asked for by the caller; an inactive document or route merges in test mode anyway. */
  test: boolean;
  source: RunSource;
  /** Whether the data came, first of all, by a merge address without credentials. */
  byAddress?: boolean;
  requestId: string;
  askedBy: RunAsker | undefined;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
  /** The run that handed the data on. */
  parentId?: string;
}

/** The run of a merge, to be accepted. */
export function mergeRun(request: MergeRequest): NewRun {
  const { target, data, test, source, byAddress, requestId, askedBy, runId, parentId } = request;
  return {
    id: runId,
    task: target.task,
    parentId,
    source,
    byAddress: byAddress ?? source === "merge",
    test: test || !target.active,
    data: stringifyMergeData(data),
    requestId,
    askedBy,
  };
}

/** A batch of records for one document or data route, as it came in. */
export interface BatchRequest {
  target: ResolvedTarget;
  records: readonly MergeData[];
  /** What was odd about the records as they came. */
  warnings: string[];
  output: BatchTask["output"];
  /** When it is to begin; at once when absent. */
  runAt?: Date;
  /** The columns that the records came in. */
  columns?: BatchTask["columns"];
  test: boolean;
  /** It came by a merge address without credentials. */
  byAddress: boolean;
  requestId: string;
  askedBy: RunAsker;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
}

/** Accepts a batch; the queue does it step by step. */
export async function acceptBatch(
  services: MergeServices,
  { target, records, warnings, output, runAt, columns, test, byAddress, requestId, askedBy, runId }: BatchRequest,
): Promise<{ runId: string }> {
  const run = await acceptRun(services, target.workspaceId, {
    id: runId,
    task: {
      kind: "batch",
      of: target.task,
      output,
      records: records.length,
      warnings,
      ...(runAt ? { runAt: runAt.toISOString() } : {}),
      ...(columns ? { columns } : {}),
    },
    startAt: runAt,
    source: "batch",
    byAddress,
    test: test || !target.active,
    data: stringifyMergeData(records),
    requestId,
    askedBy,
  });
  return { runId: run.id };
}

/** Accepts a run for later. Once this returns it cannot be lost: what the queue drops, the cron sends again. */
export async function acceptRun(services: MergeServices, workspaceId: string, run: NewRun): Promise<Run> {
  const accepted = await services.store.runs.accept(workspaceId, run, services.now());
  // What begins later waits in the database, and the cron sends it: a queue holds a message for a day at most.
  if (run.startAt === undefined) await queueRun(services, accepted);
  return accepted;
}

/** Sends a run's message. The row is the truth and the queue is only transport: a send that fails is not a failure. */
export async function queueRun(
  { env, log }: MergeServices,
  { workspaceId, id, task }: Pick<Run, "workspaceId" | "id" | "task">,
): Promise<void> {
  try {
    await (task.kind === "tool" ? env.TOOLS : env.MERGES).send({ workspaceId, runId: id });
  } catch (error) {
    log.failure("run.not_queued", error, { workspace_id: workspaceId, run_id: id });
  }
}

/** A run, perhaps with its data. */
type RunWithData = Pick<StartedRun, "run"> & Partial<Pick<StartedRun, "data">>;

/** The data that a run was accepted with. @throws Failure `data_expired` if they are gone: nothing is merged without them */
export async function storedData(services: MergeServices, stored: RunWithData): Promise<MergeData> {
  return mergeDataOf(await storedJson(services, stored));
}

/** The records that a batch was accepted with. @throws Failure `data_expired` if they are gone */
export async function storedRecords(services: MergeServices, stored: RunWithData): Promise<MergeData[]> {
  const value = parseMergeData(await storedJson(services, stored));
  if (!Array.isArray(value) || !value.every(isMergeData))
    throw new Error(`The data of the batch ${stored.run.id} are not records`);
  return value;
}

/** Every run that merges is accepted with data, if only those of nobody: `{}`. */
async function storedJson({ store }: MergeServices, { run, data }: RunWithData): Promise<string> {
  const json = data ?? (await store.runs.data(run.workspaceId, run.id));
  if (json !== undefined) return json;
  const what = run.task.kind === "batch" ? "records of this batch" : "data of this run";
  throw new Failure("data_expired", `The ${what} are no longer kept: send them again.`);
}
