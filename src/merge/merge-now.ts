import type { Run } from "../domain/run.ts";
import type { MergeTask } from "../domain/run-task.ts";
import type { MergeData } from "../templates/template-engine.ts";
import { beginRun, filesExpired } from "./accept/begin-run.ts";
import type { MergeRequest } from "./accept/merge-request.ts";
import { mergeRun } from "./accept/merge-request.ts";
import { type MergeServices, workspaceTerms } from "./context.ts";
import { openTask } from "./open-task.ts";
import { planRules } from "./route/rule-turns.ts";
import type { MergedFile } from "./run/merged-file.ts";
import { runProblem } from "./run/run-problem.ts";
import { whileHeld } from "./run/while-held.ts";

/** The result of a merge. */
export interface MergeAnswer {
  runId: string;
  files: MergedFile[];
  /** False for the answer of an earlier request with the same Idempotency-Key. */
  isNew: boolean;
  warnings: readonly string[];
}

/**
 * Merges while the caller waits. A failure is the run's end: the caller knows of it and may call again. The log that is
 * given is that of the caller's request; from here on its lines name the run.
 */
export async function mergeNow(services: MergeServices, request: MergeRequest): Promise<MergeAnswer> {
  const { store, now, log } = services;
  const { workspaceId, task } = request.target;
  const opened = openTask(services, workspaceId, task, request.data);
  const begun = await beginRun(services, workspaceId, mergeRun(request), request.data);
  if ("done" in begun)
    return {
      runId: begun.done.id,
      files: await keptFiles(services, begun.done, task, request.data),
      isNew: false,
      warnings: begun.done.warnings,
    };

  const { leased, data, isNew } = begun;
  const { run, lease } = leased;
  log.note({ run_id: run.id });
  // A run that was begun earlier has the document as it was then.
  const execute =
    isNew || run.task.kind === "batch" || run.task.kind === "tool"
      ? opened
      : openTask(services, workspaceId, run.task, data);
  try {
    const files = await whileHeld(services, leased, execute);
    return { runId: run.id, files, isNew: true, warnings: files.flatMap((file) => file.warnings ?? []) };
  } catch (error) {
    await store.runs.fail(workspaceId, run.id, lease, runProblem(error), now());
    throw error;
  }
}

/** The files that a run made before. @throws Failure `data_expired` if it made some that are gone */
async function keptFiles(
  services: MergeServices,
  { workspaceId, id }: Run,
  task: MergeTask,
  data: MergeData,
): Promise<MergedFile[]> {
  const files = await services.store.runs.files(workspaceId, id);
  if (files.length > 0) return files;
  if (task.kind === "document") throw filesExpired();
  const plans = planRules(task.route.rules, data, await workspaceTerms(services, workspaceId));
  if (plans.some(({ fires }) => fires)) throw filesExpired();
  return [];
}
