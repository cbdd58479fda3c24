/**
 * Where a merge is done. On the platform every isolate has a thread of its own, and it is done where it came in. On one machine
 * all isolates of a process share one: what may take long is done in the pool's process.
 */

import type { MergeData } from "../domain/merge-data.ts";
import { askPool } from "../domain/pool/free-worker.ts";
import type { MergeTask } from "../domain/run-task.ts";
import type { MergeServices } from "./context.ts";
import { executeDocument } from "./document/execute-document.ts";
import { templateSource } from "./document/production.ts";
import { isLightMerge } from "./document/template-weight.ts";
import { type DocumentContext, loadDocumentContext } from "./document-context.ts";
import { executeRoute } from "./route/execute-route.ts";
import { loadRoute } from "./route/load-route.ts";
import type { RenewableRun } from "./run/lease.ts";
import type { MergedFile } from "./run/merged-file.ts";

/**
 * Does a merge here, or has the pool do it.
 * @param here does it in this isolate
 * @throws Failure those of the merge, and `work_interrupted` if objects of the pool died that did it, `overloaded` if it has too much to do
 */
async function placeMerge(
  services: MergeServices,
  { run, lease }: RenewableRun,
  { task, data }: { task: MergeTask; data: MergeData },
  here: () => Promise<MergedFile[]>,
): Promise<MergedFile[]> {
  if (services.env.POOL_PROCESS !== "1" || services.isPool) return await here();
  const isHere =
    task.kind === "document" && (await isLightMerge(templateSource(services, run.workspaceId, task.document), data));
  if (isHere) return await here();
  const call = { workspaceId: run.workspaceId, isTaken: services.isQueued };
  return await askPool(services.env, services.log, call, (worker) => worker.merge({ run, lease }, services.takesSteps));
}

/** Does a merge for whoever holds its run. */
export type OpenedTask = (held: RenewableRun) => Promise<MergedFile[]>;

/**
 * Begins to read what a merge needs, so that this goes on while its run is written; the function that it returns does
 * the merge.
 * @param known of a document: what has been read with its run
 */
export function openTask(
  services: MergeServices,
  workspaceId: string,
  task: MergeTask,
  data: MergeData,
  known?: DocumentContext,
): OpenedTask {
  if (task.kind === "document") {
    const loading = known ? Promise.resolve(known) : begun(loadDocumentContext(services, workspaceId, task.document));
    return (held) =>
      placeMerge(services, held, { task, data }, () => executeDocument(services, held, { task, data, loading }));
  }
  const loading = begun(loadRoute(services, workspaceId, task, data));
  return (held) =>
    placeMerge(services, held, { task, data }, () => executeRoute(services, held, { task, data, loading }));
}

/** A promise that somebody will wait for, but perhaps never, when the run turns out to be another's. */
function begun<Result>(loading: Promise<Result>): Promise<Result> {
  loading.catch(() => undefined);
  return loading;
}
