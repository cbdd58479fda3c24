import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { bodyTree, flag, numericId } from "../../http/wire-values.ts";
import { findDocument } from "../documents/find-document.ts";
import { answerExplain, answerMerge } from "./answer-merge.ts";
import { mergeData } from "./merge-data.ts";
import { mergeResponses } from "./merge-schemas.ts";

export const mergeById = endpoint({
  method: "post",
  path: "/api/documents/:id/merge",
  summary: "Merge a document with credentials instead of its key",
  description: "`download=1` answers the file, `download=url` `{success, name, url}` with a link that expires.",
  tag: "Merge",
  auth: "key",
  params: z.object({ id: numericId() }),
  query: z.object({
    test: flag(),
    explain: flag(),
    download: z.union([z.literal("url"), flag().transform((on) => (on ? ("file" as const) : undefined))]),
  }),
  body: bodyTree(),
  responses: mergeResponses,
  async handle({ params, query, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    if (query.explain) return answerExplain(context, document, mergeData(body));
    return answerMerge(context, document, mergeData(body), query, "api");
  },
});
