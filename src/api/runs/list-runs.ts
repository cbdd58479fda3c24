import { z } from "zod";
import { RUN_SOURCES, RUN_STATUSES } from "../../domain/run.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag, integer, numericId, text } from "../../http/wire-values.ts";
import { runJson, runSchema } from "./run-json.ts";

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1_000;

export const listRuns = endpoint({
  method: "get",
  path: "/api/runs",
  summary: "List runs, newest first",
  tag: "Runs",
  auth: "key",
  query: z.object({
    document_id: numericId().optional(),
    route_id: numericId().optional(),
    parent_id: text().optional(),
    status: z.enum(RUN_STATUSES).optional(),
    source: z.enum(RUN_SOURCES).optional(),
    test: z.union([z.null(), flag()]).optional(),
    limit: integer().pipe(z.number().min(1).max(LARGEST_LIMIT)).optional(),
    cursor: text().optional(),
  }),
  responses: { 200: { description: "Runs; a Link header leads to the next page.", schema: z.array(runSchema) } },
  async handle({ query, caller, context }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const runs = await context.store.runs.list(
      caller.workspaceId,
      {
        documentId: query.document_id,
        routeId: query.route_id,
        parentId: query.parent_id,
        status: query.status,
        source: query.source,
        test: query.test ?? undefined,
      },
      { limit: limit + 1, after: query.cursor, newestFirst: true },
    );
    const page = runs.slice(0, limit);
    const headers: Record<string, string> = {};
    if (runs.length > limit) {
      const next = new URL(context.request.url);
      next.searchParams.set("cursor", page.at(-1)!.id);
      headers.link = `<${context.settings.publicBaseUrl}${next.pathname}${next.search}>; rel="next"`;
    }
    return json(page.map(runJson), 200, headers);
  },
});
