import * as z from "zod";
import { askerOf } from "../../audit/actor-of.ts";
import { recorded } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { flag } from "../../http/wire-values.ts";
import { replayFailedRecords, replayRun } from "../../merge/accept/replay-run.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { runParams } from "./run-json.ts";

/** POST /api/runs/:id/replay (wire "Deliveries", Runs). */
export const replayRunEndpoint = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/runs/:id/replay",
  summary: "Merge the data of a run again",
  description: "A new run with the same data, the same template version and the deliveries of today.",
  tag: "Runs",
  auth: "key",
  needs: "merge",
  params: runParams,
  query: z.object({
    failed: flag().meta({ description: "1: of a batch only the records that failed, as a batch of their own." }),
  }),
  problems: ["data_expired", "run_not_finished", "document_not_found", "route_not_found"],
  responses: {
    202: {
      description: "The new run",
      schema: z.object({ success: success(), run_id: z.string().meta({ description: "The new run." }) }),
    },
  },

  keepsFor: ({ caller }) => caller,
  async handle({ params, query, caller, context }) {
    const { requestId, runId } = context;
    const change = recorded(context, caller, {
      action: "run.replayed",
      resource: { type: "run", id: params.id, name: "" },
      ...(query.failed ? { after: { only_failed_records: true } } : {}),
    });
    const replay = query.failed ? replayFailedRecords : replayRun;
    const run = await replay(mergeServicesOf(change), caller.workspaceId, params.id, {
      requestId,
      askedBy: askerOf(context, caller),
      replayId: runId,
    });
    return json({ success: 1, run_id: run.id }, 202, { "x-run-id": run.id });
  },
});
