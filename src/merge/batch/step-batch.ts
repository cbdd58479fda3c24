import { scheduleDeliveries } from "../../delivery/schedule.ts";
import { Failure } from "../../domain/failure.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import { type MergeData, stringifyMergeData } from "../../domain/merge-data.ts";
import type { Run, RunStatus } from "../../domain/run.ts";
import type { BatchTask, MergeTask } from "../../domain/run-task.ts";
import { standBack, Turns } from "../../domain/steps.ts";
import { queueRun } from "../accept/accept-run.ts";
import type { MergeServices } from "../context.ts";
import type { DocumentContext } from "../document-context.ts";
import { openTask } from "../place-merge.ts";
import { isFinal, runProblem } from "../run/finalize-run.ts";
import { type RenewableRun, withLease } from "../run/lease.ts";
import { joinFiles } from "./join-batch.ts";
import { lightRecords } from "./light-records.ts";

/** The least records of a step, within the time that a worker may hold a run. */
const RECORDS_PER_STEP = 20;
/** A step goes on for this long, so that other merges get their turn. */
const STEP_MS = 10_000;
/** Light records that are written together. */
const RECORDS_PER_WRITE = 50;
const RECORDS_AT_ONCE = 4;

/** How often a batch's run is taken up at most when nothing goes wrong: its steps and the joining. */
export function stepsOfBatch({ records }: BatchTask): number {
  return Math.ceil(records / RECORDS_PER_STEP) + 1;
}

/** The run of one record; its id follows from the batch's, so that a step that is repeated merges nothing twice. */
function recordRunId(batchId: string, index: number): string {
  return `${batchId}-${String(index + 1).padStart(5, "0")}`;
}

/** A batch, and what its records read. */
interface BatchWork {
  task: BatchTask;
  records: readonly MergeData[];
  context: DocumentContext;
}

/**
 * Does the next records of a batch, each as a run of its own with the document's deliveries. Light ones are written together, those that
 * may take long one by one, each before it begins. A record that fails is that run's failure, not the batch's. Afterwards the batch goes
 * back into the queue, or, when all records are done, its files are joined.
 */
export async function stepThroughBatch(
  services: MergeServices,
  leased: RenewableRun,
  { task, records, context }: BatchWork,
): Promise<void> {
  const { store, now } = services;
  const { run, lease } = leased;
  const states = await recordStates(services, run);
  const isSettled = (index: number) => states.get(index) === "done" || states.get(index) === "failed";
  const open = records.map((data, index) => ({ data, index })).filter(({ index }) => !isSettled(index));
  const begun = now().getTime();
  let done = 0;
  const isOver = () => done >= RECORDS_PER_STEP && now().getTime() - begun >= STEP_MS;
  const together = task.of.kind === "document" ? lightRecords(services, leased, task.of, context) : undefined;
  const turns = new Turns(standBack);
  while (done < open.length && !isOver()) {
    const group = open.slice(done, done + RECORDS_PER_WRITE);
    const stopped = await mapConcurrent(group, RECORDS_AT_ONCE, async ({ data, index }) => {
      await turns.next();
      if (isOver()) return false;
      // One that was begun alone goes on so.
      const made = states.has(index) ? undefined : await together?.make(data, recordRunId(run.id, index));
      turns.made(made?.bytes ?? 0);
      if (!made) {
        // If it was cancelled meanwhile, no further record is begun either.
        await leased.renew();
        await mergeRecord(services, run, task.of, data, index);
      }
      done++;
      return true;
    });
    const isPaused = await together?.write();
    if (isPaused || stopped.includes(false)) break;
  }
  if (done < open.length) {
    await store.runs.release(run.workspaceId, run.id, lease, now());
    await queueRun(services, run);
    return;
  }
  await joinFiles(services, leased, task);
}

/** The states of the records that were begun, by their places. */
async function recordStates({ store }: MergeServices, batch: Run): Promise<Map<number, RunStatus>> {
  const runs = await store.runs.recordStates(batch.workspaceId, batch.id);
  return new Map(runs.map(({ id, status }) => [Number(id.slice(batch.id.length + 1)) - 1, status]));
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
