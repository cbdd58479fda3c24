import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { listedRouteJson } from "./route-json.ts";
import { listedRouteSchema } from "./route-schemas.ts";

/** Page size of a request that names none, and the largest one. */
const MAX_LIMIT = 10_000;

/** GET /api/routes (interface 4.4): ascending ids; `limit` and `cursor` page by a Link header. */
export const listRoutes = endpoint({
  method: "get",
  path: "/api/routes",
  summary: "List data routes",
  tag: "Data routes",
  auth: "key",
  query: z.object({
    limit: optional(integer().pipe(z.number().min(1).max(MAX_LIMIT))),
    cursor: optional(text().pipe(z.string().regex(/^\d{0,10}$/, { error: "is not one that this service gave" }))),
  }),
  responses: { 200: { description: "Routes without their rules", schema: z.array(listedRouteSchema) } },

  async handle({ query, caller, context }) {
    const limit = query.limit ?? MAX_LIMIT;
    const after = query.cursor ? Number(query.cursor) : undefined;
    const found = await context.store.routes.list(caller.workspaceId, { limit: limit + 1, after });
    const page = found.slice(0, limit);
    const headers: Record<string, string> = {};
    if (found.length > limit) {
      const next = new URLSearchParams({ limit: String(limit), cursor: String(page.at(-1)!.id) });
      headers.link = `</api/routes?${next}>; rel="next"`;
    }
    return json(
      page.map((route) => listedRouteJson(route, context.settings.publicBaseUrl)),
      200,
      headers,
    );
  },
});
