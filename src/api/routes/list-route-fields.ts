import type { DocumentField } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { deliveryTexts, ruleTexts, templateFields, withUses } from "../documents/field-uses.ts";
import { fieldsAnswer, fieldsQuery, fieldsResponses } from "../documents/fields-answer.ts";
import { findRoute } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** GET /api/routes/:id/fields (interface 4.4): the fields of all its documents, each name once. */
export const listRouteFields = endpoint({
  method: "get",
  path: "/api/routes/:id/fields",
  summary: "List the merge fields of a data route",
  description:
    "The fields of all its documents, each name once, followed by those that only its rules, its deliveries or the name of " +
    "the combined file use. With `attributes=1` each says where it is used.",
  tag: "Data routes",
  auth: "key",
  needs: "document:read",
  params: routeParams,
  query: fieldsQuery,
  responses: fieldsResponses,

  async handle({ params, query, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    const documentIds = [...new Set(rules.flatMap(({ documentId }) => documentId ?? []))];
    const byName = new Map<string, DocumentField>();
    const { fields, deliveries } = context.store;
    const [all, delivered] = await Promise.all([
      Promise.all(
        documentIds.map(async (id) => templateFields(await fields.ofDocument(caller.workspaceId, id), String(id))),
      ),
      deliveries.list(caller.workspaceId, { routeId: route.id }),
    ]);
    for (const field of all.flat()) {
      const known = byName.get(field.name);
      const uses = [...(known?.used_in ?? []), ...(field.used_in ?? [])];
      byName.set(field.name, { ...(known ?? field), used_in: uses });
    }
    const texts = [
      { text: route.outputName, use: { in: "output_name" } } as const,
      ...ruleTexts(rules),
      ...(await deliveryTexts(context, caller, delivered)),
    ];

    return fieldsAnswer(await withUses(context, [...byName.values()], texts), query);
  },
});
