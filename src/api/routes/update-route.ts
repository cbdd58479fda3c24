import * as z from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { optional } from "../../http/wire-values.ts";
import { nameSchema, targetChanges, targetMembers, withoutUndefined } from "../documents/document-schemas.ts";
import { withoutNulls } from "../documents/settings-schema.ts";
import { unknownMembers } from "../documents/unknown-members.ts";
import { checkInvoices, checkRules } from "./check-rules.ts";
import { findRoute, routeNotFound } from "./find-route.ts";
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
  description: "A rule with an id changes that rule, one without is added.",
  tag: "Data routes",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  body: bodySchema,
  problems: ["document_not_found", "rule_not_found", "e_invoice_invalid"],
  responses: { 200: { description: "The route with all its rules", schema: routeSchema } },

  async handle({ params, body, caller, context, ignored }) {
    const { store, settings } = context;
    const route = await findRoute(context, caller, params.id);
    const present = await store.rules.ofRoute(caller.workspaceId, route.id);
    const rules = await checkRules(context, caller, body.rules ?? [], present);
    const routeSettings = withoutNulls({ ...route.settings, ...withoutUndefined(body.settings ?? {}) });
    if (body.settings || body.rules) await checkInvoices(context, caller, routeSettings, rules, present);
    const changes = { ...targetChanges(body), ...(body.settings ? { settings: routeSettings } : {}) };
    const updated = await store.routes.update(caller.workspaceId, route.id, changes, rules, context.now());
    if (!updated) throw routeNotFound();
    const rulesNow = await store.rules.ofRoute(caller.workspaceId, route.id);
    const unknown = unknownMembers(ignored, Object.keys(bodySchema.shape));
    const shown = routeJson(updated, rulesNow, settings.publicBaseUrl);
    return json({ ...shown, warnings: [...unknown, ...shown.warnings] });
  },
});
