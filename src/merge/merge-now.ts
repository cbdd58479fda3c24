import { scheduleDeliveries } from "../delivery/schedule.ts";
import { Failure } from "../domain/failure.ts";
import type { MergeData } from "../domain/merge-data.ts";
import type { NewRun, Run } from "../domain/run.ts";
import type { MergeTask } from "../domain/run-task.ts";
import type { LeasedRun, StartedRun } from "../store/runs.ts";
import { type MergeRequest, mergeRun, storedData } from "./accept/accept-run.ts";
import { type MergeServices, workspaceContext } from "./context.ts";
import type { MergeAnswer } from "./merge-answer.ts";
import { openTask } from "./place-merge.ts";
import { planRules } from "./route/rule-merges.ts";
import { runProblem } from "./run/finalize-run.ts";
import { withLease } from "./run/lease.ts";
import type { MergedFile } from "./run/merged-file.ts";

/**
 * Merges while the caller waits, under a run that is written before anything else is done. A failure is the run's end: the
 * caller knows of it and may call again. The log that is given is that of the caller's request; from here on its lines name the run.
 */
export async function mergeNow(services: MergeServices, request: MergeRequest): Promise<MergeAnswer> {
  const { store, now, log } = services;
  const { workspaceId, task } = request.target;
  const opened = openTask(services, workspaceId, task, request.data);
  const begun = await beginRun(services, workspaceId, mergeRun(request));
  if ("done" in begun)
    return {
      runId: begun.done.id,
      files: await storedFiles(services, begun.done, task, request.data),
      isNew: false,
      warnings: begun.done.warnings,
    };

  const { leased, isNew } = begun;
  const { run, lease } = leased;
  log.note({ run_id: run.id });
  try {
    // A run that was begun earlier has the document, and the data, as they were then.
    const execute =
      isNew || run.task.kind === "batch" || run.task.kind === "tool"
        ? opened
        : openTask(services, workspaceId, run.task, await storedData(services, leased));
    const files = await withLease(services, leased, execute);
    return { runId: run.id, files, isNew: true, warnings: files.flatMap((file) => file.warnings ?? []) };
  } catch (error) {
    const ended = await store.runs.fail(workspaceId, run.id, lease, runProblem(error), now());
    await scheduleDeliveries(services, workspaceId, run.id, [], ended?.hookCalls);
    throw error;
  }
}

/** The files that a run made before. @throws Failure `data_expired` if it made some that are gone */
async function storedFiles(
  services: MergeServices,
  { workspaceId, id }: Run,
  task: MergeTask,
  data: MergeData,
): Promise<MergedFile[]> {
  const files = await services.store.runs.files(workspaceId, id);
  if (files.length > 0) return files;
  if (task.kind === "document") throw filesExpired();
  const plans = planRules(task.route.rules, data, await workspaceContext(services, workspaceId));
  if (plans.some(({ fires }) => fires)) throw filesExpired();
  return [];
}

/**
 * A run to be merged now, or one that is done because an earlier request under the same Idempotency-Key got that far.
 */
type BegunRun = { leased: LeasedRun & Partial<StartedRun>; isNew: boolean } | { done: Run };

/**
 * Begins a merge whose caller waits. If the run has an id of the caller's making and already exists, it is taken up
 * where it is: one that failed delivered nothing and is followed by a new one.
 * @throws Failure `idempotency_in_progress` while another request or the queue merges it
 */
async function beginRun(services: MergeServices, workspaceId: string, run: NewRun): Promise<BegunRun> {
  const { runs } = services.store;
  const now = services.now();
  const leased = await runs.acceptAndStartOnce(workspaceId, run, now);
  if (leased) return { leased, isNew: true };
  const { id = "" } = run;
  const again = await runs.start(workspaceId, id, now);
  if (again) return { leased: again, isNew: false };

  const known = await runs.byId(workspaceId, id);
  if (known?.status === "done") {
    const lost = await lostFile(services, known);
    if (lost && now.getTime() - lost.writtenAt.getTime() < STORED_WITHIN_MS) throw inProgress();
    if (!lost || !(await runs.takeBack(workspaceId, id, { blobKey: lost.blobKey, freesKey: false })))
      return { done: known };
    return { leased: await runs.acceptAndStart(workspaceId, run, now), isNew: true };
  }
  if (known?.status === "failed")
    return { leased: await runs.acceptAndStart(workspaceId, { ...run, id: undefined }, now), isNew: true };
  throw inProgress();
}

const inProgress = (): Failure =>
  new Failure("idempotency_in_progress", "The merge of the first request with this Idempotency-Key is still running.", {
    retryAfterSeconds: 5,
  });

/** Whoever stores a file beside its run has done so by then, or is dead: the platform ends what goes on after half a minute. */
const STORED_WITHIN_MS = 60_000;

/** The file of a merge that is not where it should be, as its isolate died while file and run were written (`run/write-beside.ts`). */
async function lostFile(
  { store, now }: MergeServices,
  { workspaceId, id, task, expiresAt, finishedAt }: Run,
): Promise<{ blobKey: string; writtenAt: Date } | undefined> {
  if (task.kind !== "document" || !finishedAt || (expiresAt && expiresAt <= now())) return undefined;
  for (const { blobKey } of await store.runs.files(workspaceId, id))
    if (!(await store.blobs.has(workspaceId, blobKey))) return { blobKey, writtenAt: finishedAt };
  return undefined;
}

/** For a run that is done and whose files have since been removed. */
export const filesExpired = (): Failure =>
  new Failure("data_expired", "The first request with this Idempotency-Key was merged; its file is no longer kept.");
