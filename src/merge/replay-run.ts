import { Failure } from "../domain/failure.ts";
import type { Run } from "../domain/run.ts";
import type { MergeServices } from "./merge-services.ts";

/**
 * Accepts the data of a final run again: same document or route as it was then, same template version.
 * @throws Failure `run_not_found`, `run_not_finished`, `data_expired`
 */
export async function replayRun(
  { store, env, now }: MergeServices,
  workspaceId: string,
  id: string,
  requestId: string,
  replayId?: string,
): Promise<Run> {
  const run = await store.runs.byId(workspaceId, id);
  if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
  if (run.status !== "done" && run.status !== "failed")
    throw new Failure(
      "run_not_finished",
      "The run is still being merged: it can be replayed once it is done or failed.",
    );
  const data = await store.runs.data(workspaceId, id);
  if (data === undefined)
    throw new Failure("data_expired", "The data of this merge are no longer kept: merge again instead.");

  const { documentId, routeId, versionId, test, output, options } = run;
  const replay = await store.runs.accept(
    workspaceId,
    {
      id: replayId,
      documentId,
      routeId,
      versionId,
      test,
      output,
      options,
      data,
      parentId: id,
      source: "replay",
      requestId,
    },
    now(),
  );
  await env.MERGES.send({ workspaceId, runId: replay.id }).catch(() => {});
  return replay;
}
