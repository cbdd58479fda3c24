import * as z from "zod";
import { RUN_FILE_TYPES } from "../../domain/media-type.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { Route } from "../../domain/route.ts";
import type { RunSource } from "../../domain/run.ts";
import { authenticate } from "../../http/authenticate.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { bodyTree, flag } from "../../http/wire-values.ts";
import { workspaceContext } from "../../merge/context.ts";
import { resolvedRoute } from "../../merge/merge-target.ts";
import { explainRoute } from "../../merge/route/unfired-rules.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { isOpened, mergeAddressPage } from "../fill-in/merge-address-page.ts";
import { routeOwner } from "../fill-in/page-owner.ts";
import { findRoute } from "../routes/find-route.ts";
import { routeParams, shownConditionSchema } from "../routes/route-schemas.ts";
import { answerMerge, type MergeRequestOptions } from "./answer-merge.ts";
import { mergeData } from "./merge-data.ts";
import {
  downloadChoice,
  downloadFlag,
  explainFlag,
  flattenFlag,
  mergeAddressParams,
  mergeProblems,
  OPENED_PAGE,
  testFlag,
} from "./merge-schemas.ts";
import { dataQuery, queryData } from "./query-data.ts";
import { notSelected, routeAt, SAME_ANSWER_FOR_ROUTE } from "./route-at.ts";

const linkSchema = z.object({
  name: z.string().meta({ description: "The file's name." }),
  file_contents: z.string().optional().meta({ description: "With `download=1`: the file as base64." }),
  url: z.string().optional().meta({ description: "With links: where the file is, for a day." }),
  document_id: z
    .string()
    .optional()
    .meta({ description: "The document it was merged from; absent for combined files." }),
});

const ruleExplanationSchema = z.object({
  id: z.string().meta({ description: "The rule." }),
  document_id: z.string().optional().meta({ description: "The rule's document." }),
  file: z.string().optional().meta({ description: "The rule's file, when it has no document." }),
  fired: z.boolean().meta({ description: "Whether the rule would fire." }),
  turns: z.number().meta({ description: "How often it would be merged." }),
  loop_field: z.string().meta({ description: "The list that it is repeated for; empty for none." }),
  conditions: z
    .array(
      shownConditionSchema.extend({
        actual: z.unknown().meta({ description: "What the data have there." }),
        holds: z.boolean().meta({ description: "Whether the condition holds." }),
      }),
    )
    .meta({ description: "The rule's conditions, all of which must hold." }),
});

const responses = {
  200: {
    description: "With `explain=1`: for each rule, whether it would fire and why.",
    schema: z
      .object({
        rules: z.array(ruleExplanationSchema).meta({ description: "In the order in which they run." }),
        warnings: z
          .array(z.string())
          .optional()
          .meta({ description: "Anything odd that the rules found in the data." }),
      })
      .meta({ id: "RouteExplanation" }),
  },
  201: {
    description:
      "`{success: 1}`; with `download=1` the one merged file, or `{success: 1, files: [{name, file_contents}]}` for " +
      "two or more; with `list_files=1` links in place of contents. The run's id is in X-Run-Id.",
    schema: z
      .object({
        success: success(),
        name: z.string().optional().meta({ description: "The one file's name." }),
        session: z
          .string()
          .optional()
          .meta({ description: "With `_session=new`: the name of the session that was made." }),
        url: z.string().optional().meta({ description: "A link to the one file, which expires." }),
        files: z.array(linkSchema).optional().meta({ description: "The merged files, in the order of the rules." }),
        warnings: z.array(z.string()).optional().meta({ description: "Remarks about the merge." }),
      })
      .meta({ id: "RouteMergeAccepted" }),
    mediaType: RUN_FILE_TYPES,
  },
};

const listFilesFlag = () =>
  flag().meta({ description: "1: the answer has links to the merged files, in place of their contents." });

const query = z.object({
  test: testFlag(),
  download: downloadFlag(),
  list_files: listFilesFlag(),
  explain: explainFlag(),
  flatten: flattenFlag(),
});
const queryById = query.extend({ download: downloadChoice() });

const optionsOf = ({
  test,
  download,
  list_files,
}: Pick<z.output<typeof queryById>, "test" | "download" | "list_files">): MergeRequestOptions => ({
  test,
  download: list_files ? "list" : download,
});

/** Merges, or explains, with the rules as they are at this moment. */
async function answerPost(
  context: RequestContext,
  route: Route,
  data: MergeData,
  asked: z.output<typeof queryById>,
  source: RunSource,
  caller?: Caller,
): Promise<Response> {
  const rules = await context.store.rules.ofRoute(route.workspaceId, route.id);
  if (asked.explain) {
    const terms = await workspaceContext(mergeServicesOf(context), route.workspaceId);
    return json(explainRoute(rules, data, terms));
  }
  return await answerMerge(
    context,
    resolvedRoute(route, rules, { flatten: asked.flatten }),
    data,
    optionsOf(asked),
    source,
    caller,
  );
}

/** POST /route/:id/:key (interface 4.5). */
export const mergeRouteByAddress = endpoint({
  method: "post",
  onRepeat: SAME_ANSWER_FOR_ROUTE,
  path: "/route/:id/:key",
  listsAt: "this address with /batch at its end",
  summary: "Merge a data route",
  description: "`explain=1`, with credentials, tells for each rule whether it would fire and why.",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query,
  body: bodyTree(),
  problems: [...mergeProblems, "no_rule_matched", "document_not_found"],
  responses,

  async admit({ params, query: asked, context }) {
    const route = await routeAt(context, params);
    if (asked.explain && (await authenticate(context)).workspaceId !== route.workspaceId) throw notSelected();
    return route;
  },
  keepsFor: ({ found, query: asked }) => (asked.explain ? undefined : found),
  handle: ({ found: route, query: asked, body, context }) =>
    answerPost(context, route, mergeData(body), asked, "merge"),
});

export const mergeRouteByQuery = endpoint({
  method: "get",
  path: "/route/:id/:key",
  summary: "Merge a data route with data from the query",
  description:
    "For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged; a browser is told what the address is, with a link to the fill-in page, if there is one.",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query: dataQuery.extend({ list_files: listFilesFlag() }),
  problems: [...mergeProblems, "no_rule_matched", "document_not_found"],
  responses: { ...responses, 200: OPENED_PAGE },

  admit: ({ params, context }) => routeAt(context, params),
  keepsFor: ({ found, query, context }) => (isOpened(context, query) ? undefined : found),
  async handle({ found: route, query: asked, context }) {
    if (isOpened(context, asked)) return mergeAddressPage(context, routeOwner(context, route));
    const { test, download, list_files, flatten } = asked;
    const options = { test, download, list_files, flatten, explain: false };
    return answerPost(context, route, queryData(asked), options, "merge");
  },
});

/** POST /api/routes/:id/merge (wire "Beyond the listed endpoints"). */
export const mergeRouteById = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/routes/:id/merge",
  listsAt: "/api/routes/<ID>/batch",
  summary: "Merge a data route with credentials instead of its key",
  description: "`download=url` returns links that expire: `{success, name, url}` for one file, `files` for several.",
  tag: "Merge",
  auth: "key",
  needs: "merge",
  params: routeParams,
  query: queryById,
  body: bodyTree(),
  problems: [...mergeProblems, "no_rule_matched", "document_not_found"],
  responses,

  admit: ({ params, caller, context }) => findRoute(context, caller, params.id),
  keepsFor: ({ caller, query: asked }) => (asked.explain ? undefined : caller),
  handle: ({ found: route, caller, query: asked, body, context }) =>
    answerPost(context, route, mergeData(body), asked, "api", caller),
});
