import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import type { Route } from "../../domain/route.ts";
import { authenticate } from "../../http/authenticate.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { bodyTree, flag, numericId } from "../../http/wire-values.ts";
import { findRoute } from "../routes/find-route.ts";
import { answerRoute, type RouteWish } from "./answer-route.ts";
import { mergeData } from "./merge-data.ts";
import { mergeAddressParams } from "./merge-schemas.ts";
import { dataQuery, queryData } from "./query-data.ts";

const responses = {
  201: {
    description:
      "`{success: 1}`; with `download=1` the one merged file, or `{success: 1, files: [{name, file_contents}]}` for " +
      "two or more; with `list_files=1` links in place of contents. The run's id is in X-Run-Id.",
    schema: z.object({
      success: z.literal(1),
      name: z.string().optional(),
      url: z.string().optional(),
      files: z
        .array(z.object({ name: z.string(), file_contents: z.string().optional(), url: z.string().optional() }))
        .optional(),
    }),
  },
};

const query = z.object({ test: flag(), download: flag(), list_files: flag(), explain: flag() });
const queryById = query.extend({ download: z.union([z.literal("url"), flag()]) });

const wishOf = ({ test, download, list_files, explain }: z.output<typeof queryById>): RouteWish => ({
  test,
  explain,
  download: list_files ? "list" : download === "url" ? "url" : download ? "file" : undefined,
});

/** @throws Failure `document_not_selected`, for a wrong id as for a wrong key */
async function routeAt(context: RequestContext, { id, key }: { id: number; key: string }): Promise<Route> {
  const route = await context.store.routes.byMergeAddress(id, key);
  if (!route) throw notSelected();
  return route;
}

const notSelected = () => new Failure("document_not_selected", "Sorry, but a document was not selected!");

/** POST /route/:id/:key (interface 4.5). */
export const mergeRouteByAddress = endpoint({
  method: "post",
  path: "/route/:id/:key",
  summary: "Merge a data route",
  description: "`explain=1`, with credentials, answers for each rule whether it would fire and why.",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query,
  body: bodyTree(),
  responses,

  async handle({ params, query: asked, body, context }) {
    const route = await routeAt(context, params);
    if (asked.explain && (await authenticate(context)).workspaceId !== route.workspaceId) throw notSelected();
    return answerRoute(context, route, mergeData(body), wishOf(asked), "merge");
  },
});

export const mergeRouteByQuery = endpoint({
  method: "get",
  path: "/route/:id/:key",
  summary: "Merge a data route with data from the query",
  description: "For links: `?_use_get=1&Field=value`. Without `_use_get=1` nothing is merged.",
  tag: "Merge",
  auth: "none",
  params: mergeAddressParams,
  query: dataQuery.extend({ list_files: flag() }),
  responses,

  async handle({ params, query: asked, context }) {
    const route = await routeAt(context, params);
    const { test, download, list_files } = asked;
    return answerRoute(
      context,
      route,
      queryData(asked),
      wishOf({ test, download, list_files, explain: false }),
      "merge",
    );
  },
});

/** POST /api/routes/:id/merge (decisions "Beyond the listed endpoints"). */
export const mergeRouteById = endpoint({
  method: "post",
  path: "/api/routes/:id/merge",
  summary: "Merge a data route with credentials instead of its key",
  description: "`download=url` answers links that expire: `{success, name, url}` for one file, `files` for several.",
  tag: "Merge",
  auth: "key",
  params: z.object({ id: numericId() }),
  query: queryById,
  body: bodyTree(),
  responses,

  async handle({ params, query: asked, body, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    return answerRoute(context, route, mergeData(body), wishOf(asked), "api");
  },
});
