import { Failure } from "../domain/failure.ts";
import type { LeasedRun } from "../store/runs.ts";
import type { MergeData } from "../templates/template-engine.ts";
import { type BatchOptions, stepsOfBatch, stepThroughBatch } from "./batch/step-batch.ts";
import { executeMerge } from "./execute-merge.ts";
import type { MergeServices } from "./merge-services.ts";
import type { MergeSnapshot } from "./merge-snapshot.ts";
import { executeRoute, type RouteSnapshot } from "./route/merge-route.ts";
import { isFinal, retryDelaySeconds, runProblem } from "./run-problem.ts";
import { storedData } from "./stored-data.ts";

/** Tries of a run that failed for reasons of ours, before it is given up. */
const MOST_TRIES = 5;

/** What became of a queued run: done with, or to be tried again after a pause. */
export type QueuedOutcome = { settled: true } | { settled: false; retryAfterSeconds: number };

/** What a run's options say it is: one document, a route, or a batch of records for one document. */
interface RunOptions {
  snapshot: MergeSnapshot;
  route?: RouteSnapshot;
  batch?: BatchOptions;
}

/** Does a queued merge, once however often its message comes. */
export async function mergeQueued(services: MergeServices, workspaceId: string, runId: string): Promise<QueuedOutcome> {
  const { store, now } = services;
  const leased = await store.runs.start(workspaceId, runId, now());
  if (!leased) return { settled: true };
  const options = leased.run.options as unknown as RunOptions;
  // Every step of a batch takes its run up once.
  const mostTries = MOST_TRIES + (options.batch ? stepsOfBatch(options.batch) : 0);
  if (leased.run.tries > mostTries) {
    const problem = new Failure("merge_failed", "The merge stopped without an answer too often.");
    await store.runs.fail(workspaceId, runId, leased.lease, runProblem(problem), now());
    return { settled: true };
  }
  try {
    await execute(services, leased, options);
    return { settled: true };
  } catch (error) {
    if (isFinal(error) || leased.run.tries >= mostTries) {
      await store.runs.fail(workspaceId, runId, leased.lease, runProblem(error), now());
      return { settled: true };
    }
    const retryAfterSeconds = retryDelaySeconds(error, Math.min(leased.run.tries, MOST_TRIES));
    await store.runs.release(workspaceId, runId, leased.lease, new Date(now().getTime() + retryAfterSeconds * 1_000));
    return { settled: false, retryAfterSeconds };
  }
}

async function execute(services: MergeServices, leased: LeasedRun, options: RunOptions): Promise<void> {
  const data = await storedData(services, leased.run);
  if (options.batch) await stepThroughBatch(services, leased, options.snapshot, options.batch, data as MergeData[]);
  else if (options.route) await executeRoute(services, leased, options.route, data as MergeData);
  else await executeMerge(services, leased, options.snapshot, data as MergeData);
}
