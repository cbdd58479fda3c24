import * as z from "zod";
import { askerOf } from "../../audit/actor-of.ts";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { type BatchPayer, countRecords } from "../../http/merge-limit.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { acceptBatch } from "../../merge/accept/accept-run.ts";
import { type ResolvedTarget, resolvedDocument, resolvedRoute } from "../../merge/merge-target.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { findRoute } from "../routes/find-route.ts";
import { routeParams } from "../routes/route-schemas.ts";
import { type BatchAsked, type BatchBody, batchBody, batchList, batchQuery } from "./batch-list.ts";
import { documentAt, SAME_ANSWER_FOR_DOCUMENT } from "./document-at.ts";
import { listTargetsOf } from "./list-targets-of.ts";
import { listTexts } from "./list-texts.ts";
import { mergeAddressParams } from "./merge-schemas.ts";
import { routeAt, SAME_ANSWER_FOR_ROUTE } from "./route-at.ts";

const description =
  "The body is a JSON array of records, NDJSON (`application/x-ndjson`), CSV (`text/csv`, names in the first line), an Excel " +
  "workbook (.xlsx), or a form with such a list as `file`; a JSON object may have `rows`, a list of lists whose first has the " +
  "headings, in place of `records`, and beside them what the query can ask. " +
  "The records are merged by a queue, each as a run of its own; `GET /api/runs/<id>` shows progress and errors, and at " +
  "the end one ZIP, or with `output=pdf` one PDF, of all files.";

/** What all endpoints of batches have in common. */
const shared = {
  method: "post",
  description,
  tag: "Merge",
  query: batchQuery,
  takesList: true,
  texts: listTexts,
  body: batchBody,
  problems: [
    "output_not_allowed",
    "file_encrypted",
    "file_not_readable",
    "archive_invalid",
    "archive_too_large",
    "xml_invalid",
  ],
  responses: {
    202: {
      description: "Accepted: the batch's run and the number of its records",
      schema: z.object({
        success: success(),
        run_id: z.string().meta({ description: "The run of the whole batch." }),
        records: z.number().meta({ description: "Number of records received." }),
        warnings: z.array(z.string()).meta({
          description: "What was odd about the list: values without names, columns of one name, cells without a value.",
        }),
        run_at: z.string().optional().meta({ description: "When it begins, if that is later." }),
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
    answerBatch(context, resolvedDocument(document), { asked, payer: { kind: "document", ...params }, body }),
});

/** POST /api/documents/:id/batch: the same with credentials instead of the key. */
export const mergeBatchById = endpoint({
  ...shared,
  onRepeat: "same_answer",
  path: "/api/documents/:id/batch",
  summary: "Merge a document with many records, with credentials instead of its key",
  auth: "key",
  needs: "merge",
  params: documentParams,

  admit: ({ params, caller, context }) => findDocument(context, caller, params.id),
  keepsFor: ({ caller }) => caller,
  handle: ({ found: document, caller, query: asked, body, context }) =>
    answerBatch(context, resolvedDocument(document), { asked, payer: caller, body }),
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
    return await answerBatch(context, resolvedRoute(route, rules), { asked, payer, body });
  },
});

/** POST /api/routes/:id/batch: the same with credentials instead of the key. */
export const mergeRouteBatchById = endpoint({
  ...shared,
  onRepeat: "same_answer",
  path: "/api/routes/:id/batch",
  summary: "Merge a data route with many records, with credentials instead of its key",
  auth: "key",
  needs: "merge",
  params: routeParams,

  admit: ({ params, caller, context }) => findRoute(context, caller, params.id),
  keepsFor: ({ caller }) => caller,
  async handle({ found: route, caller, query: asked, body, context }) {
    const rules = await context.store.rules.ofRoute(route.workspaceId, route.id);
    return await answerBatch(context, resolvedRoute(route, rules), { asked, payer: caller, body });
  },
});

interface BatchInput {
  asked: BatchAsked;
  payer: BatchPayer;
  body: BatchBody;
}

async function answerBatch(context: RequestContext, target: ResolvedTarget, input: BatchInput): Promise<Response> {
  const { payer, body } = input;
  const list = await batchList(body, input.asked, () => listTargetsOf(context, target));
  const { records, warnings, columns, asked } = list;
  const { output = "zip", test, run_at: runAt } = asked;
  if (runAt) checkTime(runAt, context.now());
  countRecords(context, payer, records.length);
  const { requestId, runId: wantedId } = context;
  const files = output === "pdf" ? await asPdf(context, target) : target;
  const merged = asked.deliver === false ? { ...files, task: { ...files.task, undelivered: true } } : files;
  // Who has credentials pays as the caller, others as the address.
  const byAddress = "kind" in payer;
  const { runId } = await acceptBatch(mergeServicesOf(context), {
    target: merged,
    records,
    warnings,
    output,
    runAt,
    columns,
    test,
    byAddress,
    requestId,
    askedBy: askerOf(context, "kind" in payer ? undefined : payer),
    runId: wantedId,
  });
  const when = runAt ? { run_at: runAt.toISOString() } : {};
  return json({ success: 1, run_id: runId, records: records.length, warnings, ...when }, 202, { "x-run-id": runId });
}

const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1000;

function checkTime(runAt: Date, now: Date): void {
  const ahead = runAt.getTime() - now.getTime();
  if (ahead > 0 && ahead <= MAX_AHEAD_MS) return;
  const rule = ahead <= 0 ? "be to come: leave it out to begin at once" : "be within a year";
  throw new Failure("invalid_request", `run_at must ${rule}.`, {
    errors: [{ pointer: "/run_at", message: `must ${rule}` }],
  });
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
