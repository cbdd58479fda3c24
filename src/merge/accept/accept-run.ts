import type { NewRun, Run } from "../../domain/run.ts";
import type { MergeServices } from "../context.ts";

/** Accepts a run for later. Once this returns it cannot be lost: what the queue drops, the cron sends again. */
export async function acceptRun(services: MergeServices, workspaceId: string, run: NewRun): Promise<Run> {
  const accepted = await services.store.runs.accept(workspaceId, run, services.now());
  await queueRun(services, accepted);
  return accepted;
}

/** Sends a run's message. The row is the truth and the queue is only transport: a send that fails is not a failure. */
export async function queueRun({ env, log }: MergeServices, { workspaceId, id, task }: Run): Promise<void> {
  try {
    await (task.kind === "tool" ? env.TOOLS : env.MERGES).send({ workspaceId, runId: id });
  } catch (error) {
    log.failure("run.not_queued", error, { workspace_id: workspaceId, run_id: id });
  }
}
