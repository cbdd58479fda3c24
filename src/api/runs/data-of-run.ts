import { Failure } from "../../domain/failure.ts";
import { parseMergeData } from "../../domain/merge-data.ts";
import type { Caller, RequestContext } from "../../http/context.ts";

/** The data of a run of the caller. @throws Failure `run_not_found`, `data_expired` */
export async function dataOfRun({ store }: RequestContext, caller: Caller, id: string): Promise<unknown> {
  const run = await store.runs.byId(caller.workspaceId, id);
  if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
  const data = await store.runs.data(caller.workspaceId, id);
  if (data === undefined) throw new Failure("data_expired", "The data of this run are no longer kept.");

  return parseMergeData(data);
}
