import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { integer, text } from "../../http/wire-values.ts";
import { runDeliveryJson, runDeliverySchema } from "./run-delivery-json.ts";

const DEFAULT_LIMIT = 100;
const LARGEST_LIMIT = 1_000;

/** GET /api/deliveries?status=dead: what was given up, to be looked at and retried. */
export const listDeadDeliveries = endpoint({
  method: "get",
  path: "/api/deliveries",
  summary: "List deliveries of runs that were given up",
  tag: "Runs",
  auth: "key",
  query: z.object({
    status: z.literal("dead").optional(),
    limit: integer().pipe(z.number().min(1).max(LARGEST_LIMIT)).optional(),
    cursor: text().optional(),
  }),
  responses: {
    200: { description: "Deliveries; a Link header leads to the next page.", schema: z.array(runDeliverySchema) },
  },

  async handle({ query, caller, context }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const dead = await context.store.outbox.dead(caller.workspaceId, limit + 1, query.cursor);
    const page = dead.slice(0, limit);
    const headers: Record<string, string> = {};
    if (dead.length > limit) {
      const next = new URL(context.request.url);
      next.searchParams.set("cursor", page.at(-1)!.id);
      headers.link = `<${context.settings.publicBaseUrl}${next.pathname}${next.search}>; rel="next"`;
    }
    return json(
      page.map((entry) => runDeliveryJson(entry, [])),
      200,
      headers,
    );
  },
});
