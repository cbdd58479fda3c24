import * as z from "zod";
import { routeResource, ruleValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { type NewRouteRule, PLAIN_RULE, type RouteRule, type RouteRuleChange } from "../../domain/route.ts";
import { endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { requireOwnerForRoute } from "../surroundings/require-owner.ts";
import { checkInvoices, checkRules } from "./check-rules.ts";
import { changedOrGone, findCurrentRoute, routeTag } from "./find-route.ts";
import { routeJson } from "./route-json.ts";
import { type RuleInput, routeParams, routeSchema, rulesSchema } from "./route-schemas.ts";

/** What a rule has that does not say otherwise, so that a change of it leaves nothing of what it was. */
const DEFAULTS = { combine: false, combine_docx: false, loop_field: "", conditions: [] };

/** PUT /api/routes/:id/rules (wire "Beyond the listed endpoints"): all rules at once, or none of them. */
export const replaceRules = endpoint({
  method: "put",
  path: "/api/routes/:id/rules",
  summary: "Replace the rules of a data route",
  description:
    "The route then has these rules and no others; if one of them is refused, all stay as they were. A rule with the id of one that the route has stays that rule; any other is new. Rules run in the order of the list where `sort` does not say otherwise. With `If-Match` (the route's ETag) only if the route has not changed.",
  revised: true,
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  body: z.object({ rules: rulesSchema }),
  problems: ["document_not_found", "e_invoice_invalid", "precondition_failed", "approval_required"],
  responses: { 200: { description: "The route with its rules", schema: routeSchema } },

  async handle({ params, body, caller, context }) {
    const { store, settings, now } = context;
    const { workspaceId } = caller;
    const route = await findCurrentRoute(context, caller, params.id);
    const present = await store.rules.ofRoute(workspaceId, route.id);
    const free = new Set(present.map(({ id }) => id));
    const inputs = body.rules.map((rule, index): RuleInput => {
      const isKept = rule.id !== undefined && free.delete(rule.id);

      return { ...DEFAULTS, sort: index + 1, ...rule, id: isKept ? rule.id : undefined };
    });
    const changes = await checkRules(context, caller, inputs, present);
    const rules = changes.map((change) => whole(change, present));
    await checkInvoices(context, caller, route.settings, rules);
    const documentIds = rules.flatMap(({ documentId }) => documentId ?? []);
    await requireOwnerForRoute(context, caller, { routeId: route.id, documentIds });
    const change = recorded(context, caller, {
      action: "route.rules_replaced",
      resource: routeResource(route),
      ...differences(ruleValues(present), ruleValues(rules)),
    });
    const revision = wantedRevision(context.request, route);
    const updated = await change.store.routes.replaceRules(workspaceId, route.id, rules, revision, now());
    if (!updated) throw await changedOrGone(context, caller, route);

    const shown = routeJson(updated, await store.rules.ofRoute(workspaceId, route.id), settings.publicBaseUrl);
    return json(shown, 200, { etag: routeTag(updated) });
  },
});

/** A rule with an id that names neither document nor file keeps the one that it has. */
function whole(change: RouteRuleChange, present: readonly RouteRule[]): NewRouteRule & { id?: string } {
  const known = present.find(({ id }) => id === change.id);
  const isNamed = change.documentId !== undefined || change.file !== undefined;

  return { ...PLAIN_RULE, ...change, ...(known && !isNamed ? { documentId: known.documentId, file: known.file } : {}) };
}
