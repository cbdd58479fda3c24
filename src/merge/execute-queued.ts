import { scheduleDeliveries } from "../delivery/schedule.ts";
import { Failure } from "../domain/failure.ts";
import type { RunTask, ToolTask } from "../domain/run-task.ts";
import type { LeasedRun, StartedRun } from "../store/runs.ts";
import type { WorkspaceWithDeliveries } from "../store/workspaces.ts";
import { storedData, storedRecords } from "./accept/accept-run.ts";
import { stepsOfBatch, stepThroughBatch } from "./batch/step-batch.ts";
import type { MergeServices } from "./context.ts";
import { documentContext } from "./document-context.ts";
import { openTask } from "./place-merge.ts";
import { isFinal, retryDelaySeconds, runProblem } from "./run/finalize-run.ts";
import { type RenewableRun, withLease } from "./run/lease.ts";

/** Does the work of a tool's run, makes it done, and sends its delivery on its way. */
export type RunTool = (leased: RenewableRun, task: ToolTask) => Promise<void>;

/** What queued runs may use. */
export interface QueueServices extends MergeServices {
  /** Runs file tools; present where that is possible. */
  runTool?: RunTool;
}

/** How often a run that fails for reasons of ours is tried before it is given up. */
const MAX_TRIES = 5;

/** The outcome of a queued run: finished with, or to be tried again after a pause. */
export type QueuedOutcome = { settled: true } | { settled: false; retryAfterSeconds: number };

/** Does a queued run, once however often its message comes. */
export async function executeQueued(jobs: QueueServices, workspaceId: string, runId: string): Promise<QueuedOutcome> {
  const { store, now } = jobs;
  const log = jobs.log.with({ workspace_id: workspaceId, run_id: runId });
  const services = { ...jobs, log, isQueued: true };
  const leased = await store.runs.startAndRead(workspaceId, runId, now());
  if (!leased) return { settled: true };
  const { run, lease } = leased;
  // Every step of a batch takes its run up once, and so does every step of a route.
  const maxTries = MAX_TRIES + stepsOf(run.task);
  if (run.tries > maxTries) {
    const problem = new Failure("merge_failed", "The work stopped without an answer too often.");
    await giveUp(services, leased, problem);
    return { settled: true };
  }
  try {
    await withLease(services, leased, (held) => execute(services, held, leased));
    return { settled: true };
  } catch (error) {
    if (!isFinal(error)) log.failure("run.try_failed", error, { tries: run.tries });
    if (isFinal(error) || run.tries >= maxTries) {
      await giveUp(services, leased, error);
      return { settled: true };
    }
    const retryAfterSeconds = retryDelaySeconds(error, Math.min(run.tries, MAX_TRIES));
    await store.runs.release(workspaceId, runId, lease, new Date(now().getTime() + retryAfterSeconds * 1_000));
    return { settled: false, retryAfterSeconds };
  }
}

function stepsOf(task: RunTask): number {
  if (task.kind === "batch") return stepsOfBatch(task);
  return task.kind === "route" ? (task.steps?.written.length ?? 0) : 0;
}

/** @param started what was read with the run */
async function execute(
  services: QueueServices,
  leased: RenewableRun,
  started: StartedRun & WorkspaceWithDeliveries,
): Promise<void> {
  const { run } = leased;
  const { data } = started;
  const context = documentContext(started);
  const { task } = run;
  if (task.kind === "batch")
    return await stepThroughBatch(services, leased, {
      task,
      records: await storedRecords(services, { run, data }),
      context,
    });
  if (task.kind === "tool") {
    if (!services.runTool) throw new Error("The run of a tool came to a worker that has no tools");
    return await services.runTool(leased, task);
  }
  const own = { ...services, takesSteps: true };
  await openTask(own, run.workspaceId, task, await storedData(services, { run, data }), context)(leased);
}

/** Nobody waits for a queued run: its failure is on record, and in the log. */
async function giveUp(services: MergeServices, { run, lease }: LeasedRun, error: unknown): Promise<void> {
  const { store, now, log } = services;
  const problem = runProblem(error);
  const ended = await store.runs.giveUp(run.workspaceId, run.id, lease, problem, now());
  if (!ended) return;
  log.warn("run.failed", { kind: run.task.kind, code: problem.code, tries: run.tries });
  await scheduleDeliveries(services, run.workspaceId, run.id, [], ended.hookCalls);
}
