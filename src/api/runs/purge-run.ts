import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { numericId, text } from "../../http/wire-values.ts";
import { findDocument } from "../documents/find-document.ts";

const purgedSchema = z.object({ success: z.literal(1), runs: z.number() });

/** POST /api/runs/:id/purge: data, files, links and previews of a run go now; what was not delivered is given up. */
export const purgeRun = endpoint({
  method: "post",
  path: "/api/runs/:id/purge",
  summary: "Remove the data and files of a run now",
  description: "The run stays in the list, as history. Deliveries that are still open are given up.",
  tag: "Runs",
  auth: "key",
  params: z.object({ id: text() }),
  responses: { 200: { description: "Done", schema: purgedSchema } },

  async handle({ params, caller, context }) {
    const run = await context.store.runs.byId(caller.workspaceId, params.id);
    if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
    const runs = await context.store.garbage.purge(caller.workspaceId, { runId: run.id }, context.now());
    if (runs === 0)
      throw new Failure(
        "run_not_finished",
        "The run is still being merged: it can be purged once it is done or failed.",
      );
    return json({ success: 1, runs });
  },
});

/** POST /api/documents/:id/purge: the same for all final runs of a document. */
export const purgeDocumentRuns = endpoint({
  method: "post",
  path: "/api/documents/:id/purge",
  summary: "Remove the data and files of all runs of a document now",
  tag: "Runs",
  auth: "key",
  params: z.object({ id: numericId() }),
  responses: { 200: { description: "Done; how many runs there were", schema: purgedSchema } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const runs = await context.store.garbage.purge(caller.workspaceId, { documentId: document.id }, context.now());
    return json({ success: 1, runs });
  },
});
