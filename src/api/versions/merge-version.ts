import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { bodyTree } from "../../http/wire-values.ts";
import { resolvedDocument } from "../../merge/merge-target.ts";
import { answerMerge } from "../merge/answer-merge.ts";
import { mergeData } from "../merge/merge-data.ts";
import { downloadChoice, mergeProblems, mergeResponses } from "../merge/merge-schemas.ts";
import { findVersion, versionParams } from "./find-version.ts";

/** POST /api/documents/:id/versions/:version/merge: a test merge of any version. */
export const mergeVersion = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/versions/:version/merge",
  summary: "Test a template version with data",
  description:
    "Always a test merge, with the settings that the document has today. `download` as for the document's own merge.",
  tag: "Versions",
  auth: "key",
  needs: "merge",
  params: versionParams,
  query: z.object({
    download: downloadChoice(),
  }),
  body: bodyTree(),
  problems: mergeProblems,
  responses: mergeResponses,

  keepsFor: ({ caller }) => caller,
  async handle({ params, query, body, caller, context }) {
    const { document, version } = await findVersion(context, caller, params);
    const target = resolvedDocument({ ...document, version });

    const options = { test: true, download: query.download };

    return answerMerge(context, target, mergeData(body), options, "api", caller);
  },
});
