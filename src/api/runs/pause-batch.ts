import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { file, json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { failedRows } from "../../lists/failed-rows.ts";
import { queueRun } from "../../merge/accept/accept-run.ts";
import { failedRecords } from "../../merge/accept/replay-run.ts";
import { mediaTypeOf } from "../../merge/run/merged-file.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { runParams } from "./run-json.ts";

const shared = {
  method: "post",
  onRepeat: "same_answer",
  tag: "Runs",
  auth: "key",
  needs: "run:write",
  params: runParams,
  problems: ["run_finished"],
} as const;

/** POST /api/runs/:id/pause */
export const pauseRun = endpoint({
  ...shared,
  path: "/api/runs/:id/pause",
  summary: "Pause a batch",
  description: "No further record is begun until it is resumed; those that are being merged are finished.",
  responses: DONE,
  async handle({ params, caller, context }) {
    await setPaused(context, caller, params.id, true);
    return json({ success: "1" });
  },
});

/** POST /api/runs/:id/resume */
export const resumeRun = endpoint({
  ...shared,
  path: "/api/runs/:id/resume",
  summary: "Go on with a batch that is paused",
  description: "Records that were merged before are not merged again.",
  responses: DONE,
  async handle({ params, caller, context }) {
    const run = await setPaused(context, caller, params.id, false);
    const waits = run.task.kind === "batch" && run.task.runAt !== undefined && new Date(run.task.runAt) > context.now();
    if (run.status === "accepted" && !waits) await queueRun(mergeServicesOf(context), run);
    return json({ success: "1" });
  },
});

async function setPaused(context: RequestContext, caller: Caller, id: string, paused: boolean) {
  const { workspaceId } = caller;
  const { store, now } = context;
  const run = await store.runs.byId(workspaceId, id);
  if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
  if (run.task.kind !== "batch")
    throw new Failure("invalid_request", "Only a batch can be paused: this run is one merge.");
  const change = recorded(context, caller, {
    action: paused ? "run.paused" : "run.resumed",
    resource: { type: "run", id, name: "" },
  });
  const changed = await change.store.runs.setPaused(workspaceId, id, paused, now());
  if (!changed)
    throw new Failure("run_finished", "The batch is done or has failed already: there is nothing left to pause.");
  return changed;
}

/** GET /api/runs/:id/failed_rows: what is to be corrected and sent again. */
export const getFailedRows = endpoint({
  method: "get",
  path: "/api/runs/:id/failed_rows",
  summary: "Get the records of a batch that failed as an Excel workbook",
  description:
    "Under the headings that the list came with; the last column says why each failed. Corrected, it can be sent as a batch: that column is left out.",
  tag: "Runs",
  auth: "key",
  needs: "run:data",
  params: runParams,
  problems: ["data_expired", "run_not_finished"],
  responses: { 200: { description: "The workbook", mediaType: mediaTypeOf("xlsx") } },
  async handle({ params, caller, context }) {
    const { run, records } = await failedRecords(mergeServicesOf(context), caller.workspaceId, params.id);
    return file(failedRows(records, run.task.columns), { name: "failed rows.xlsx", mediaType: mediaTypeOf("xlsx") });
  },
});
