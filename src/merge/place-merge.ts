/**
 * Where a merge is done. On the platform every isolate has a thread of its own, and it is done where it came in. On one machine
 * all isolates of a process share one: what may take long is done in the pool's process.
 */
import { askPool } from "../domain/free-worker.ts";
import type { MergeTask } from "../domain/run-task.ts";
import type { MergeData } from "../templates/template-engine.ts";
import type { MergeServices } from "./context.ts";
import { templateSource } from "./document/template-source.ts";
import { isLightMerge } from "./document/template-weight.ts";
import type { HeldRun } from "./run/held-run.ts";
import type { MergedFile } from "./run/merged-file.ts";

/**
 * Does a merge here, or has the pool do it.
 * @param here does it in this isolate
 * @throws Failure those of the merge, and `work_interrupted` if objects of the pool died that did it
 */
export async function placeMerge(
  services: MergeServices,
  { run, lease }: HeldRun,
  task: MergeTask,
  data: MergeData,
  here: () => Promise<MergedFile[]>,
): Promise<MergedFile[]> {
  if (services.env.POOL_PROCESS !== "1" || services.isPool) return await here();
  const isHere =
    task.kind === "document" &&
    (await isLightMerge(templateSource(services, run.workspaceId, task.document), JSON.stringify(data)));
  if (isHere) return await here();
  return await askPool(services.env.TOOL_WORKERS, services.log, (worker) => worker.merge({ run, lease }));
}
