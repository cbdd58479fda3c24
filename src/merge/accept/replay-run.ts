import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { mergeDataOf, stringifyMergeData } from "../../domain/merge-data.ts";
import type { Run, RunAsker } from "../../domain/run.ts";
import { type RunTask, targetIds } from "../../domain/run-task.ts";
import type { MergeServices } from "../context.ts";
import { acceptRun, storedRecords } from "./accept-run.ts";

/** Who wants a run again, and by which request. */
interface ReplayRequest {
  requestId: string;
  askedBy: RunAsker;
  /** The new run's id, when the caller's Idempotency-Key names it. */
  replayId: string | undefined;
}

/**
 * Accepts the data of a final run again: with the same document or route as it was then, and the same template version.
 * @throws Failure `run_not_found`, `run_not_finished`, `data_expired`, `document_not_found` and `route_not_found` of what was
 *   deleted since
 */
export async function replayRun(
  services: MergeServices,
  workspaceId: string,
  id: string,
  { requestId, askedBy, replayId }: ReplayRequest,
): Promise<Run> {
  const { store } = services;
  const run = await store.runs.byId(workspaceId, id);
  if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
  if (run.status !== "done" && run.status !== "failed")
    throw new Failure(
      "run_not_finished",
      "The run is still being merged: it can be replayed once it is done or failed.",
    );
  if (run.task.kind === "tool" && run.task.hadSecrets)
    throw new Failure(
      "data_expired",
      "The passwords or keys that came with this request are not kept: send the request again.",
    );
  const data = await store.runs.data(workspaceId, id);
  if (data === undefined)
    throw new Failure(
      "data_expired",
      "The data of this run are no longer kept: send them again. With retention_days, of the document, of the data route or of the account, they stay for that long.",
    );

  const { task, test } = run;
  return await acceptRun(services, workspaceId, {
    id: replayId,
    task: atOnce(await ofWhatIsThere(services, workspaceId, task)),
    test,
    data,
    parentId: id,
    source: "replay",
    requestId,
    askedBy,
  });
}

/** The time at which a batch began, and whether it was paused, are not repeated. */
function atOnce(task: RunTask): RunTask {
  if (task.kind !== "batch") return task;
  const { runAt: _, paused: __, ...rest } = task;
  return rest;
}

/**
 * Accepts the records of a final batch that failed again, as a batch of their own.
 * @throws Failure those of {@link replayRun}, and `invalid_request` for a run without failed records
 */
export async function replayFailedRecords(
  services: MergeServices,
  workspaceId: string,
  id: string,
  { requestId, askedBy, replayId }: ReplayRequest,
): Promise<Run> {
  const { run, records } = await failedRecords(services, workspaceId, id);
  const { task, test, byAddress } = run;
  const again = atOnce(await ofWhatIsThere(services, workspaceId, { ...task, records: records.length, warnings: [] }));
  return await acceptRun(services, workspaceId, {
    id: replayId,
    task: again,
    test,
    byAddress,
    data: stringifyMergeData(records.map(({ data }) => data)),
    parentId: id,
    source: "replay",
    requestId,
    askedBy,
  });
}

/**
 * The records of a batch that failed, or were never begun because it was cancelled, with the reasons.
 * @throws Failure `run_not_found`, `run_not_finished`, `data_expired`, `invalid_request` where none failed
 */
export async function failedRecords(services: MergeServices, workspaceId: string, id: string) {
  const { store } = services;
  const run = await store.runs.byId(workspaceId, id);
  if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
  const { task } = run;
  if (task.kind !== "batch")
    throw new Failure("invalid_request", "Only a batch has records: this run is another merge.");
  if (run.status !== "done" && run.status !== "failed")
    throw new Failure(
      "run_not_finished",
      "The batch is not finished: which records fail is known once it is done or failed.",
    );
  const failed = await store.runs.failedRecords(workspaceId, id);
  // A batch that came to its end has begun all of its records, and their data are their own.
  const records = failed.map(({ data, problem }) => {
    if (data === undefined) throw recordsGone();
    return { data: mergeDataOf(data), why: problem?.message ?? "" };
  });
  if (run.status === "failed") {
    const states = await store.runs.recordStates(workspaceId, id);
    const begun = new Set(states.map((record) => Number(record.id.slice(id.length + 1)) - 1));
    const all = await storedRecords(services, { run });
    const open = all.filter((_, index) => !begun.has(index));
    appendAll(
      records,
      open.map((data) => ({ data, why: "It was not begun." })),
    );
  }
  if (records.length === 0) throw new Failure("invalid_request", "No record of this batch failed.");
  return { run: { ...run, task }, records };
}

const recordsGone = (): Failure =>
  new Failure("data_expired", "The records of this batch are no longer kept: send the list again.");

/** The task as it was, without the documents that were deleted since: rules of theirs are skipped. */
async function ofWhatIsThere({ store }: MergeServices, workspaceId: string, task: RunTask): Promise<RunTask> {
  if (task.kind === "tool") return task;
  const { documentId, routeId } = targetIds(task);
  if (documentId !== undefined && !(await store.documents.byId(workspaceId, documentId)))
    throw new Failure("document_not_found", `The document ${documentId} of this run was deleted.`);
  if (routeId !== undefined && !(await store.routes.byId(workspaceId, routeId)))
    throw new Failure("route_not_found", `The data route ${routeId} of this run was deleted.`);
  const merge = task.kind === "batch" ? task.of : task;
  if (merge.kind !== "route") return task;
  const rules = await Promise.all(
    merge.route.rules.map(async (rule) => {
      const isThere = rule.documentId === undefined || (await store.documents.byId(workspaceId, rule.documentId));
      return isThere ? rule : { ...rule, versionId: undefined };
    }),
  );
  const route = { ...merge, route: { ...merge.route, rules } };
  return task.kind === "batch" ? { ...task, of: route } : route;
}
