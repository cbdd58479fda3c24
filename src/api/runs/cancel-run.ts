import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { notifyHooks } from "../../delivery/hooks/notify-hooks.ts";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { runParams } from "./run-json.ts";

/** POST /api/runs/:id/cancel: what has not been done yet will not be done. */
export const cancelRun = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/runs/:id/cancel",
  summary: "Cancel a run that is not finished",
  description:
    "The run ends as failed, with the code `run_cancelled`. Records of a batch that are done stay, with their files and " +
    "deliveries; no others are begun.",
  tag: "Runs",
  auth: "key",
  needs: "run:write",
  params: runParams,
  problems: ["run_finished"],
  responses: {
    200: {
      description: "Cancelled; how many runs, including records of a batch",
      schema: z.object({ success: success(), runs: z.number().meta({ description: "How many runs were cancelled." }) }),
    },
  },

  async handle({ params, caller, context }) {
    const { runs } = context.store;
    if (!(await runs.byId(caller.workspaceId, params.id)))
      throw new Failure("run_not_found", "The run does not exist in your workspace.");
    const problem = { code: "run_cancelled", message: "The run was cancelled.", errors: [] } as const;
    const { store } = recorded(context, caller, {
      action: "run.cancelled",
      resource: { type: "run", id: params.id, name: "" },
    });
    const cancelled = await store.runs.cancel(caller.workspaceId, params.id, problem, context.now());
    if (cancelled === 0)
      throw new Failure("run_finished", "The run is done or has failed already: there is nothing left to cancel.");
    notifyHooks(context, caller.workspaceId);
    return json({ success: 1, runs: cancelled });
  },
});
