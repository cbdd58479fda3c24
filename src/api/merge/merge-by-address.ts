import { Failure } from "../../domain/failure.ts";
import { authenticate } from "../../http/authenticate.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { bodyTree } from "../../http/wire-values.ts";
import { explainMerge } from "../../merge/document/explain-merge.ts";
import { resolvedDocument } from "../../merge/merge-target.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { isOpened, mergeAddressPage } from "../fill-in/merge-address-page.ts";
import { documentOwner } from "../fill-in/page-owner.ts";
import { answerMerge } from "./answer-merge.ts";
import { answerOnce } from "./answer-once.ts";
import { documentAt, SAME_ANSWER_FOR_DOCUMENT } from "./document-at.ts";
import { mergeData } from "./merge-data.ts";
import { mergeAddressParams, mergeProblems, mergeQuery, mergeResponses, openedResponses } from "./merge-schemas.ts";
import { dataQuery, queryData } from "./query-data.ts";

/** Explaining shows what a template looks for: the address is not enough for that unless the document says so. */
async function allowExplain(context: RequestContext, document: StoredDocument): Promise<void> {
  if (document.settings.explain) return;
  const { workspaceId } = await authenticate(context);
  if (workspaceId !== document.workspaceId)
    throw new Failure("document_not_selected", "Sorry, but a document was not selected!");
}

export const mergeByAddress = endpoint({
  method: "post",
  onRepeat: SAME_ANSWER_FOR_DOCUMENT,
  path: "/merge/:id/:key",
  listsAt: "this address with /batch at its end",
  summary: "Merge a document",
  description:
    "Fills the document with the data of the body. No credentials are needed: anyone who knows the address may merge. " +
    "`explain=1` tells what the merge would do (with credentials, or when `settings[explain]` is on).",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query: mergeQuery,
  body: bodyTree(),
  problems: mergeProblems,
  responses: mergeResponses,
  async admit({ params, query, context }) {
    const document = await documentAt(context, params);
    if (query.explain) await allowExplain(context, document);
    return document;
  },
  keepsFor: ({ found, query }) => (query.explain ? undefined : found),
  once: ({ found: document, query, body, context, claim }) =>
    answerOnce(context, { document, data: mergeData(body), options: query, source: "merge", claim }),
  async handle({ found: document, query, body, context }) {
    if (query.explain) return json(await explainMerge(mergeServicesOf(context), document, mergeData(body)));
    return answerMerge(context, resolvedDocument(document, query), mergeData(body), query, "merge");
  },
});

export const mergeByQuery = endpoint({
  method: "get",
  path: "/merge/:id/:key",
  summary: "Merge a document with data from the query",
  description:
    "For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged; a browser is told what the address is, with a link to the fill-in page, if there is one.",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query: dataQuery,
  problems: mergeProblems,
  responses: openedResponses,
  admit: ({ params, context }) => documentAt(context, params),
  keepsFor: ({ found, query, context }) => (isOpened(context, query) ? undefined : found),
  async once({ found: document, query, context, claim }) {
    if (isOpened(context, query)) return undefined;
    return await answerOnce(context, { document, data: queryData(query), options: query, source: "merge", claim });
  },
  async handle({ found: document, query, context }) {
    if (isOpened(context, query)) return mergeAddressPage(context, documentOwner(context, document));
    return answerMerge(context, resolvedDocument(document, query), queryData(query), query, "merge");
  },
});
