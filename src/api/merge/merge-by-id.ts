import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { bodyTree } from "../../http/wire-values.ts";
import { explainMerge } from "../../merge/document/explain-merge.ts";
import { resolvedDocument } from "../../merge/merge-target.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { answerMerge } from "./answer-merge.ts";
import { answerOnce } from "./answer-once.ts";
import { documentToMerge } from "./document-at.ts";
import { mergeData } from "./merge-data.ts";
import { downloadChoice, explainFlag, flattenFlag, mergeProblems, mergeResponses, testFlag } from "./merge-schemas.ts";

export const mergeById = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/merge",
  listsAt: "/api/documents/<ID>/batch",
  summary: "Merge a document with credentials instead of its key",
  description: "`download=1` returns the file, `download=url` `{success, name, url}` with a link that expires.",
  tag: "Merge",
  auth: "key",
  needs: "merge",
  params: documentParams,
  query: z.object({
    test: testFlag(),
    explain: explainFlag(),
    flatten: flattenFlag(),
    download: downloadChoice(),
  }),
  body: bodyTree(),
  problems: mergeProblems,
  responses: mergeResponses,
  admit: ({ params, caller, context }) => documentToMerge(context, caller, params.id),
  keepsFor: ({ caller, query: asked }) => (asked.explain ? undefined : caller),
  once: ({ found: document, caller, query, body, context, claim }) =>
    answerOnce(context, { document, data: mergeData(body), options: query, source: "api", caller, claim }),
  async handle({ found: document, caller, query, body, context }) {
    if (query.explain) return json(await explainMerge(mergeServicesOf(context), document, mergeData(body)));
    return answerMerge(
      context,
      resolvedDocument(document, { flatten: query.flatten }),
      mergeData(body),
      query,
      "api",
      caller,
    );
  },
});
