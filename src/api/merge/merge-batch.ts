import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { type BatchPayer, countRecords } from "../../http/merge-limit.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { flag } from "../../http/wire-values.ts";
import { acceptBatch } from "../../merge/accept/accept-run.ts";
import { type ResolvedTarget, resolvedDocument, resolvedRoute } from "../../merge/merge-target.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { findRoute } from "../routes/find-route.ts";
import { routeParams } from "../routes/route-schemas.ts";
import { batchRecords } from "./batch-records.ts";
import { documentAt, SAME_ANSWER_FOR_DOCUMENT } from "./document-at.ts";
import { mergeAddressParams } from "./merge-schemas.ts";
import { routeAt, SAME_ANSWER_FOR_ROUTE } from "./route-at.ts";

const description =
  "The body is a JSON array of records, NDJSON (`application/x-ndjson`) or CSV (`text/csv`, names in the first line). " +
  "The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows progress and errors, and at " +
  "the end one ZIP, or with `output=pdf` one PDF, of all files.";

const texts = {
  "application/json": {
    schema: {
      description: "The records, or an object whose `records` they are. Each is the merge data of one file.",
      anyOf: [
        { type: "array", items: { type: "object", additionalProperties: true } },
        {
          type: "object",
          required: ["records"],
          properties: {
            records: {
              type: "array",
              description: "The records.",
              items: { type: "object", additionalProperties: true },
            },
          },
        },
      ],
    },
    example: [{ Name: "Ada" }, { Name: "Grace" }],
  },
  "application/x-ndjson": {
    schema: { type: "string", description: "One JSON object a line." },
    example: '{"Name": "Ada"}\n{"Name": "Grace"}\n',
  },
  "text/csv": {
    schema: { type: "string", description: "Names in the first line, which may use brackets as form pairs do." },
    example: "Name,Address[city]\nAda,London\n",
  },
};

const query = z.object({
  test: flag().meta({ description: "1: test merges, with a SAMPLE watermark." }),
  output: z
    .enum(["zip", "pdf"])
    .optional()
    .meta({ description: "How the files are put together at the end; with pdf the documents are merged to PDF." }),
});

const bodySchema = z.object({ text: z.string(), mediaType: z.string() });

/** What all endpoints of batches have in common. */
const shared = {
  method: "post",
  description,
  tag: "Merge",
  query,
  takesText: true,
  texts,
  body: bodySchema,
  problems: ["output_not_allowed"],
  responses: {
    202: {
      description: "Accepted: the batch's run and the number of its records",
      schema: z.object({
        success: success(),
        run_id: z.string().meta({ description: "The run of the whole batch." }),
        records: z.number().meta({ description: "Number of records received." }),
        warnings: z
          .array(z.string())
          .meta({ description: "Lines of a CSV with more or fewer values than names, and names of several columns." }),
      }),
    },
  },
} as const;

/** POST /merge/:id/:key/batch: many records for one document. */
export const mergeBatch = endpoint({
  ...shared,
  onRepeat: SAME_ANSWER_FOR_DOCUMENT,
  path: "/merge/:id/:key/batch",
  summary: "Merge a document with many records",
  auth: "none",
  params: mergeAddressParams,

  admit: ({ params, context }) => documentAt(context, params),
  keepsFor: ({ found }) => found,
  handle: ({ params, found: document, query: asked, body, context }) =>
    answerBatch(context, resolvedDocument(document), { ...asked, payer: { kind: "document", ...params } }, body),
});

/** POST /api/documents/:id/batch: the same with credentials instead of the key. */
export const mergeBatchById = endpoint({
  ...shared,
  onRepeat: "same_answer",
  path: "/api/documents/:id/batch",
  summary: "Merge a document with many records, with credentials instead of its key",
  auth: "key",
  params: documentParams,

  admit: ({ params, caller, context }) => findDocument(context, caller, params.id),
  keepsFor: ({ caller }) => caller,
  handle: ({ found: document, caller, query: asked, body, context }) =>
    answerBatch(context, resolvedDocument(document), { ...asked, payer: caller }, body),
});

/** POST /route/:id/:key/batch: many records for one data route. */
export const mergeRouteBatch = endpoint({
  ...shared,
  onRepeat: SAME_ANSWER_FOR_ROUTE,
  path: "/route/:id/:key/batch",
  summary: "Merge a data route with many records",
  auth: "none",
  params: mergeAddressParams,

  admit: ({ params, context }) => routeAt(context, params),
  keepsFor: ({ found }) => found,
  async handle({ params, found: route, query: asked, body, context }) {
    const rules = await context.store.rules.ofRoute(route.workspaceId, route.id);
    const payer = { kind: "route", ...params } as const;
    return await answerBatch(context, resolvedRoute(route, rules), { ...asked, payer }, body);
  },
});

/** POST /api/routes/:id/batch: the same with credentials instead of the key. */
export const mergeRouteBatchById = endpoint({
  ...shared,
  onRepeat: "same_answer",
  path: "/api/routes/:id/batch",
  summary: "Merge a data route with many records, with credentials instead of its key",
  auth: "key",
  params: routeParams,

  admit: ({ params, caller, context }) => findRoute(context, caller, params.id),
  keepsFor: ({ caller }) => caller,
  async handle({ found: route, caller, query: asked, body, context }) {
    const rules = await context.store.rules.ofRoute(route.workspaceId, route.id);
    return await answerBatch(context, resolvedRoute(route, rules), { ...asked, payer: caller }, body);
  },
});

async function answerBatch(
  context: RequestContext,
  target: ResolvedTarget,
  { test, output = "zip", payer }: z.output<typeof query> & { payer: BatchPayer },
  { text, mediaType }: z.output<typeof bodySchema>,
): Promise<Response> {
  context.log.note({ workspace_id: target.workspaceId });
  const { records, warnings } = batchRecords(text, mediaType);
  await countRecords(context, payer, records.length);
  const { requestId, runId: wantedId } = context;
  const merged = output === "pdf" ? await asPdf(context, target) : target;
  // Who has credentials pays as the caller, others as the address.
  const byAddress = "kind" in payer;
  const request = { target: merged, records, warnings, output, test, byAddress, requestId, runId: wantedId };
  const { runId } = await acceptBatch(mergeServicesOf(context), request);
  return json({ success: 1, run_id: runId, records: records.length, warnings }, 202, { "x-run-id": runId });
}

/**
 * The same, with PDFs as its files: a document is merged to PDF whatever its output is.
 * @throws Failure `output_not_allowed` for a data route that makes other files
 */
async function asPdf({ store }: RequestContext, target: ResolvedTarget): Promise<ResolvedTarget> {
  const { task, workspaceId } = target;
  if (task.kind === "document") return { ...target, task: { ...task, document: { ...task.document, output: "pdf" } } };
  for (const [place, rule] of task.route.rules.entries()) {
    if (rule.combine || rule.deletedDocument !== undefined) continue;
    const document =
      rule.documentId === undefined ? undefined : await store.documents.byId(workspaceId, rule.documentId);
    if (document?.output === "pdf" && !rule.combineDocx) continue;
    throw new Failure(
      "output_not_allowed",
      `Rule ${place + 1} of the data route makes files that are not PDFs, so they cannot be joined into one: ` +
        "set combine=1 for it, or ask for output=zip.",
      { errors: [{ pointer: `/rules/${place}`, message: "Makes files that are not PDFs." }] },
    );
  }
  return target;
}
