import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { runDeliveryJson } from "../deliveries/run-delivery-json.ts";
import { batchProgress, batchProgressSchema } from "./batch-progress.ts";
import { runDetailJson, runDetailSchema, runParams } from "./run-json.ts";
import { runOnItsWay } from "./run-on-its-way.ts";

/** How long the links of an answer work. */
const LINK_LIFETIME_MS = 60 * 60 * 1_000;

export const getRun = endpoint({
  method: "get",
  path: "/api/runs/:id",
  summary: "Get a run",
  description: "Status, timings, fields, files with links that last an hour, and every delivery with its tries.",
  tag: "Runs",
  auth: "key",
  needs: "run:read",
  params: runParams,
  responses: {
    200: {
      description: "The run.",
      schema: runDetailSchema
        .extend({
          records: batchProgressSchema.optional().meta({ description: "For batches: the progress of the records." }),
        })
        .meta({ id: "Run" }),
    },
  },
  async handle({ params, caller, context }) {
    const { store } = context;
    const run = await runOnItsWay(context, caller, params.id);
    if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
    const files = await store.runs.files(caller.workspaceId, run.id);
    const expiresAt = new Date(context.now().getTime() + LINK_LIFETIME_MS);
    const tokens = await store.links.createAll(caller.workspaceId, run.id, [...files.keys()], expiresAt);
    const urls = tokens.map((token) => `${context.settings.publicBaseUrl}/files/${token}`);
    const [entries, attempts] = await Promise.all([
      store.outbox.ofRun(caller.workspaceId, run.id),
      store.outbox.attemptsOfRun(caller.workspaceId, run.id),
    ]);
    const deliveries = entries.map((entry) => runDeliveryJson(entry, attempts));
    return json({ ...runDetailJson(run, caller, files, urls, deliveries), records: await batchProgress(context, run) });
  },
});
