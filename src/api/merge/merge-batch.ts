import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { acceptBatch } from "../../merge/batch/accept-batch.ts";
import { batchRecords } from "./batch-records.ts";
import { documentAt } from "./document-at.ts";
import { mergeAddressParams } from "./merge-schemas.ts";
import { mergeServicesOf } from "./merge-services-of.ts";

/** POST /merge/:id/:key/batch: many records for one document. */
export const mergeBatch = endpoint({
  method: "post",
  path: "/merge/:id/:key/batch",
  summary: "Merge a document with many records",
  description:
    "The body is a JSON array of records, NDJSON (`application/x-ndjson`) or CSV (`text/csv`, names in the first line). " +
    "The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows progress and errors, and at " +
    "the end one ZIP, or with `output=pdf` one PDF, of all files.",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query: z.object({ test: flag(), output: z.enum(["zip", "pdf"]).optional() }),
  takesText: true,
  body: z.object({ text: z.string(), mediaType: z.string() }),
  responses: {
    202: {
      description: "Accepted: the batch's run and the number of its records",
      schema: z.object({ success: z.literal(1), run_id: z.string(), records: z.number() }),
    },
  },

  async handle({ params, query, body, context }) {
    const document = await documentAt(context, params);
    const records = batchRecords(body.text, body.mediaType);
    const { runId } = await acceptBatch(mergeServicesOf(context), {
      document,
      records,
      output: query.output ?? "zip",
      test: query.test,
      requestId: context.requestId,
      runId: context.runId,
    });
    return json({ success: 1, run_id: runId, records: records.length }, 202, { "x-run-id": runId });
  },
});
