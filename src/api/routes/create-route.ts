import * as z from "zod";
import { ruleValues, targetValues } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import type { NewRouteRule } from "../../domain/route.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { nameSchema, TARGET_DEFAULTS, targetChanges, targetMembers } from "../documents/document-schemas.ts";
import { withoutNulls } from "../documents/settings-schema.ts";
import { unknownMembers } from "../documents/unknown-members.ts";
import { requireOwnerForRoute } from "../surroundings/require-owner.ts";
import { checkInvoices, checkRules } from "./check-rules.ts";
import { routeJson } from "./route-json.ts";
import { routeSchema, routeSettings, rulesSchema } from "./route-schemas.ts";

const bodySchema = z.object({
  ...targetMembers,
  name: nameSchema,
  rules: rulesSchema.optional(),
  settings: routeSettings,
});

/** POST /api/routes (interface 4.4). */
export const createRoute = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/routes",
  summary: "Create a data route",
  description: "One post of data then goes to the documents of all rules that fire. Rules can be added later, too.",
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  body: bodySchema,
  problems: ["document_not_found", "rule_not_found", "e_invoice_invalid", "approval_required"],
  responses: { 200: { description: "The new route with its rules", schema: routeSchema } },

  async handle({ body, caller, context, ignored }) {
    const rules = await checkRules(context, caller, body.rules ?? []);
    const { store, settings } = context;
    const routeSettings = withoutNulls(body.settings ?? {});
    await checkInvoices(context, caller, routeSettings, rules);
    const made = { ...TARGET_DEFAULTS, ...targetChanges(body), name: body.name, settings: routeSettings };
    const documentIds = rules.flatMap(({ documentId }) => documentId ?? []);
    await requireOwnerForRoute(context, caller, { documentIds });
    const change = recorded(context, caller, {
      action: "route.created",
      resource: { type: "route", id: "", name: body.name },
      after: { ...targetValues(made), ...ruleValues(rules) },
      creates: "routes",
    });
    const route = await change.store.routes.create(caller.workspaceId, made, rules as NewRouteRule[], context.now());
    const created = await store.rules.ofRoute(caller.workspaceId, route.id);
    if (routeSettings.fill_in?.on)
      await store.fillInPages.ensure(caller.workspaceId, { routeId: route.id }, context.now());
    const unknown = unknownMembers(ignored, Object.keys(bodySchema.shape));
    const shown = routeJson(route, created, settings.publicBaseUrl);
    return json({ ...shown, warnings: [...unknown, ...shown.warnings] });
  },
});
