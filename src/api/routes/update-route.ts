import * as z from "zod";
import { routeResource, ruleValues, targetValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { optional } from "../../http/wire-values.ts";
import { nameSchema, targetChanges, targetMembers, withoutUndefined } from "../documents/document-schemas.ts";
import { withoutNulls } from "../documents/settings-schema.ts";
import { unknownMembers } from "../documents/unknown-members.ts";
import { requireOwnerForRoute } from "../surroundings/require-owner.ts";
import { checkInvoices, checkRules } from "./check-rules.ts";
import { changedOrGone, findCurrentRoute, routeTag } from "./find-route.ts";
import { routeJson } from "./route-json.ts";
import { routeParams, routeSchema, routeSettings, rulesSchema } from "./route-schemas.ts";

const bodySchema = z.object({
  ...targetMembers,
  name: optional(nameSchema),
  rules: optional(rulesSchema),
  settings: routeSettings,
});

/** PUT /api/routes/:id (interface 4.4): only what is sent changes; rules that are not sent stay. */
export const updateRoute = endpoint({
  method: "put",
  path: "/api/routes/:id",
  summary: "Update a data route",
  description:
    "A rule with an id changes that rule, one without is added. With `If-Match` only if the route has not changed.",
  revised: true,
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  body: bodySchema,
  problems: ["document_not_found", "rule_not_found", "e_invoice_invalid", "precondition_failed", "approval_required"],
  responses: { 200: { description: "The route with all its rules", schema: routeSchema } },

  async handle({ params, body, caller, context, ignored }) {
    const { store, settings } = context;
    const route = await findCurrentRoute(context, caller, params.id);
    const present = await store.rules.ofRoute(caller.workspaceId, route.id);
    const rules = await checkRules(context, caller, body.rules ?? [], present);
    const routeSettings = withoutNulls({ ...route.settings, ...withoutUndefined(body.settings ?? {}) });
    if (body.settings || body.rules) await checkInvoices(context, caller, routeSettings, rules, present);
    const changes = { ...targetChanges(body), ...(body.settings ? { settings: routeSettings } : {}) };
    const named = rules.map((rule) => ({ ...present.find(({ id }) => id === rule.id), ...rule }));
    const kept = present.filter(({ id }) => rules.some((rule) => rule.id === id));
    const documentIds = rules.flatMap(({ documentId }) => documentId ?? []);
    await requireOwnerForRoute(context, caller, { routeId: route.id, documentIds });
    const change = recorded(context, caller, {
      action: "route.updated",
      resource: routeResource(route),
      ...differences(
        { ...targetValues(route), ...ruleValues(kept) },
        { ...targetValues({ ...route, ...changes }), ...ruleValues(named) },
      ),
    });
    const { workspaceId } = caller;
    const revision = wantedRevision(context.request, route);
    const updated = await change.store.routes.update(workspaceId, route.id, changes, rules, revision, context.now());
    if (!updated) throw await changedOrGone(context, caller, route);
    if (body.settings?.fill_in?.on) await store.fillInPages.ensure(workspaceId, { routeId: route.id }, context.now());
    const rulesNow = await store.rules.ofRoute(caller.workspaceId, route.id);
    const unknown = unknownMembers(ignored, Object.keys(bodySchema.shape));
    const shown = routeJson(updated, rulesNow, settings.publicBaseUrl);
    return json({ ...shown, warnings: [...unknown, ...shown.warnings] }, 200, { etag: routeTag(updated) });
  },
});
