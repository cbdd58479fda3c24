import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { dataOfRun } from "./data-of-run.ts";
import { runParams } from "./run-json.ts";

/** GET /api/runs/:id/data: the data that were merged, while they are kept. */
export const getRunData = endpoint({
  method: "get",
  path: "/api/runs/:id/data",
  summary: "Get the merge data of a run",
  description:
    "The data as they came, as long as the run's retention keeps them; of a file tool without passwords and private keys.",
  tag: "Runs",
  auth: "key",
  needs: "run:data",
  params: runParams,
  problems: ["data_expired"],
  responses: {
    200: {
      description: "The merge data; an array of them for a batch",
      schema: z.unknown().meta({ description: "Merge data." }),
    },
  },

  async handle({ params, caller, context }) {
    return json(await dataOfRun(context, caller, params.id));
  },
});
