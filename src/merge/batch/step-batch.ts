import { scheduleDeliveries } from "../../delivery/schedule.ts";
import { Failure } from "../../domain/failure.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import { type MergeData, stringifyMergeData } from "../../domain/merge-data.ts";
import type { Run } from "../../domain/run.ts";
import type { BatchTask, MergeTask } from "../../domain/run-task.ts";
import { queueRun } from "../accept/accept-run.ts";
import type { MergeServices } from "../context.ts";
import { openTask } from "../place-merge.ts";
import { isFinal, runProblem } from "../run/finalize-run.ts";
import { type RenewableRun, withLease } from "../run/lease.ts";
import { joinFiles } from "./join-batch.ts";

/** Records per step: they are done within the time that a worker may hold a run. */
const RECORDS_PER_STEP = 20;
const RECORDS_AT_ONCE = 4;

/** How often a batch's run is taken up when nothing goes wrong: its steps and the joining. */
export function stepsOfBatch({ records }: BatchTask): number {
  return Math.ceil(records / RECORDS_PER_STEP) + 1;
}

/** The run of one record; its id follows from the batch's, so that a step that is repeated merges nothing twice. */
function recordRunId(batchId: string, index: number): string {
  return `${batchId}-${String(index + 1).padStart(5, "0")}`;
}

/**
 * Does the next records of a batch, each as a run of its own with the document's deliveries. A record that fails is
 * that run's failure, not the batch's. Afterwards the batch goes back into the queue, or, when all records are done,
 * its files are joined.
 */
export async function stepThroughBatch(
  services: MergeServices,
  leased: RenewableRun,
  task: BatchTask,
  records: readonly MergeData[],
): Promise<void> {
  const { store, now } = services;
  const { run, lease } = leased;
  const settled = await settledRecords(services, run);
  const open = records.map((data, index) => ({ data, index })).filter(({ index }) => !settled.has(index));
  const step = open.slice(0, RECORDS_PER_STEP);
  await mapConcurrent(step, RECORDS_AT_ONCE, async ({ data, index }) => {
    // If it was cancelled meanwhile, no further record is begun either.
    await leased.renew();
    await mergeRecord(services, run, task.of, data, index);
  });
  if (open.length > step.length) {
    await store.runs.release(run.workspaceId, run.id, lease, now());
    await queueRun(services, run);
    return;
  }
  await joinFiles(services, leased, task);
}

/** Places of the records whose runs are final. */
async function settledRecords({ store }: MergeServices, batch: Run): Promise<Set<number>> {
  const runs = await store.runs.recordStates(batch.workspaceId, batch.id);
  const final = runs.filter(({ status }) => status === "done" || status === "failed");
  return new Set(final.map(({ id }) => Number(id.slice(batch.id.length + 1)) - 1));
}

async function mergeRecord(
  batchServices: MergeServices,
  batch: Run,
  task: MergeTask,
  data: MergeData,
  index: number,
): Promise<void> {
  const { store, now } = batchServices;
  const { workspaceId } = batch;
  const id = recordRunId(batch.id, index);
  const log = batchServices.log.with({ run_id: id, batch_id: batch.id });
  const services = { ...batchServices, log };
  const known = await store.runs.byId(workspaceId, id);
  const leased = known
    ? await store.runs.start(workspaceId, id, now())
    : await store.runs.acceptAndStart(
        workspaceId,
        {
          id,
          task,
          parentId: batch.id,
          source: "batch",
          byAddress: batch.byAddress,
          test: batch.test,
          data: stringifyMergeData(data),
          requestId: batch.requestId,
          askedBy: batch.askedBy,
        },
        now(),
      );
  // A step before this one died while it held the record; its lease ends soon.
  if (!leased) throw new Failure("internal_error", "A record of this batch is still being finished.");
  try {
    await withLease(services, leased, openTask(services, workspaceId, task, data));
  } catch (error) {
    if (!isFinal(error)) {
      await store.runs.release(workspaceId, id, leased.lease, now());
      throw error;
    }
    const problem = runProblem(error);
    const ended = await store.runs.giveUp(workspaceId, id, leased.lease, problem, now());
    await scheduleDeliveries(services, workspaceId, id, [], ended?.hookCalls);
    log.warn("run.failed", { kind: task.kind, code: problem.code });
  }
}
