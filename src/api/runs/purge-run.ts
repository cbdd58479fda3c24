import * as z from "zod";
import { recorded } from "../../audit/recorded.ts";
import { Failure } from "../../domain/failure.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, ownerParams, ROUTE_OWNER } from "../deliveries/delivery-owner.ts";
import { runParams } from "./run-json.ts";

const responses = {
  200: {
    description: "Done; how many runs there were",
    schema: z.object({ success: success(), runs: z.number().meta({ description: "How many runs there were." }) }),
  },
};

/** POST /api/runs/:id/purge: data, files, links and previews of a run go now; what was not delivered is given up. */
export const purgeRun = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/runs/:id/purge",
  summary: "Remove the data and files of a run now",
  description:
    "The run stays in the list, as history. The documents of a data route and the records of a batch go with it. " +
    "Deliveries that are still open are given up.",
  tag: "Runs",
  auth: "key",
  needs: "run:write",
  params: runParams,
  problems: ["run_not_finished"],
  responses,

  async handle({ params, caller, context }) {
    const { runs } = context.store;
    const run = await runs.byId(caller.workspaceId, params.id);
    if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
    if (run.status !== "done" && run.status !== "failed")
      throw new Failure(
        "run_not_finished",
        "The run is still being merged: it can be purged once it is done or failed.",
      );
    const { store } = recorded(context, caller, {
      action: "run.purged",
      resource: { type: "run", id: run.id, name: "" },
    });
    return json({ success: 1, runs: await store.garbage.purge(caller.workspaceId, { runId: run.id }, context.now()) });
  },
});

/** POST <owner>/purge: the same for all final runs of a document or of a data route. */
const purgeRunsEndpoint = (owner: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "post",
    onRepeat: "same_answer",
    path: owner.path.replace(/deliveries$/, "purge"),
    summary: `Remove the data and files of all runs of a ${owner.noun} now`,
    description: "Runs that are done or failed stay in the list, as history; others are left alone.",
    tag: "Runs",
    auth: "key",
    needs: "run:write",
    params: ownerParams(owner),
    responses,

    async handle({ params, caller, context }) {
      const found = await owner.find(context, caller, params.id);
      const { store } = recorded(context, caller, {
        action: `${"documentId" in found ? "document" : "route"}.runs_purged`,
        resource: { type: "documentId" in found ? "document" : "route", id: String(params.id), name: "" },
      });
      return json({ success: 1, runs: await store.garbage.purge(caller.workspaceId, found, context.now()) });
    },
  });

export const purgeDocumentRuns = purgeRunsEndpoint(DOCUMENT_OWNER);

export const purgeRouteRuns = purgeRunsEndpoint(ROUTE_OWNER);
