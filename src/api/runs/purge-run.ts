import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { text } from "../../http/wire-values.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, ownerParams, ROUTE_OWNER } from "../deliveries/delivery-owner.ts";

const responses = {
  200: {
    description: "Done; how many runs there were",
    schema: z.object({ success: z.literal(1), runs: z.number() }),
  },
};

/** POST /api/runs/:id/purge: data, files, links and previews of a run go now; what was not delivered is given up. */
export const purgeRun = endpoint({
  method: "post",
  path: "/api/runs/:id/purge",
  summary: "Remove the data and files of a run now",
  description:
    "The run stays in the list, as history. The documents of a data route and the records of a batch go with it. " +
    "Deliveries that are still open are given up.",
  tag: "Runs",
  auth: "key",
  params: z.object({ id: text() }),
  problems: ["run_not_finished"],
  responses,

  async handle({ params, caller, context }) {
    const { runs, garbage } = context.store;
    const run = await runs.byId(caller.workspaceId, params.id);
    if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
    if (run.status !== "done" && run.status !== "failed")
      throw new Failure(
        "run_not_finished",
        "The run is still being merged: it can be purged once it is done or failed.",
      );
    return json({ success: 1, runs: await garbage.purge(caller.workspaceId, { runId: run.id }, context.now()) });
  },
});

/** POST <owner>/purge: the same for all final runs of a document or of a data route. */
const purgeRunsEndpoint = ({ noun, path, find }: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "post",
    path: path.replace(/deliveries$/, "purge"),
    summary: `Remove the data and files of all runs of a ${noun} now`,
    tag: "Runs",
    auth: "key",
    params: ownerParams,
    responses,

    async handle({ params, caller, context }) {
      const owner = await find(context, caller, params.id);
      return json({ success: 1, runs: await context.store.garbage.purge(caller.workspaceId, owner, context.now()) });
    },
  });

export const purgeDocumentRuns = purgeRunsEndpoint(DOCUMENT_OWNER);

export const purgeRouteRuns = purgeRunsEndpoint(ROUTE_OWNER);
