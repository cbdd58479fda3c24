import * as z from "zod";
import { actorNames } from "../../audit/named-actors.ts";
import { recordAct } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { auditEntryJson, auditEntrySchema, auditFilter, auditFilterMembers } from "./audit-json.ts";

const page = pagedList(["seq"], "-seq");

/** GET /api/audit: who did what, newest first. */
export const listAudit = endpoint({
  method: "get",
  path: "/api/audit",
  summary: "List what was done, newest first",
  description:
    "Who changed what, when, by which request, with values before and after. Reading the log is an entry of it, too.",
  tag: "Log",
  auth: "key",
  needs: "audit:read",
  query: z.object({ ...auditFilterMembers, ...page.members }),
  responses: {
    200: { description: "Entries; a Link header leads to the next page.", schema: z.array(auditEntrySchema) },
  },

  async handle({ query, caller, context }) {
    const { cursor, limit: _, order: _order, ...filters } = query;
    if (cursor === undefined) {
      const after = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
      await recordAct(context, caller, { action: "audit.read", resource: { type: "audit", id: "", name: "" }, after });
    }
    const names = await actorNames(context, caller);
    return page.answer(context, query, {
      find: (asked) => context.store.auditLog.list(caller.workspaceId, auditFilter(filters), asked),
      startAfter: ({ seq }) => ({ value: seq, id: String(seq) }),
      show: (entries) => entries.map((entry) => auditEntryJson(entry, names)),
    });
  },
});
