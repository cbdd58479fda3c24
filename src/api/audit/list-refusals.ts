import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { optional, text } from "../../http/wire-values.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 1_000;

/** GET /api/audit/refusals: who has tried keys of the workspace with a wrong secret, or after they were revoked. */
export const listRefusals = endpoint({
  method: "get",
  path: "/api/audit/refusals",
  summary: "List refused credentials by the minute",
  description:
    "Requests that named a key of the workspace and were refused, newest first, counted by minute and network. They are no " +
    "entries of the log, so that strangers cannot fill it, and are kept for 90 days.",
  tag: "Log",
  auth: "key",
  needs: "audit:read",
  query: z.object({
    from: optional(text().pipe(z.iso.datetime({ offset: true }))).meta({
      description: "Not before this time; the last 30 days when absent.",
    }),
  }),
  responses: {
    200: {
      description: `At most ${MOST} counts.`,
      schema: z.array(
        z
          .object({
            at: z.iso.datetime().meta({ description: "The minute." }),
            network: z.string().meta({ description: "Network of the address; empty if unknown." }),
            code: z
              .string()
              .meta({ description: "Why, as the answer's `code` said it.", examples: ["invalid_credentials"] }),
            count: z.int().meta({ description: "Requests." }),
          })
          .meta({ id: "AuditRefusals" }),
      ),
    },
  },

  async handle({ query, caller, context }) {
    const since = query.from === undefined ? new Date(context.now().getTime() - 30 * DAY_MS) : new Date(query.from);
    const found = await context.store.auditLog.refusals(caller.workspaceId, since, MOST);
    return json(found.map(({ at, ...refusals }) => ({ at: at.toISOString(), ...refusals })));
  },
});
