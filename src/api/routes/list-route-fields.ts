import type { DocumentField } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { fieldsAnswer, fieldsQuery, fieldsResponses } from "../documents/fields-answer.ts";
import { findRoute } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** GET /api/routes/:id/fields (interface 4.4): the fields of all its documents, each name once. */
export const listRouteFields = endpoint({
  method: "get",
  path: "/api/routes/:id/fields",
  summary: "List the merge fields of a data route",
  description: "The fields of all its documents, each name once.",
  tag: "Data routes",
  auth: "key",
  params: routeParams,
  query: fieldsQuery,
  responses: fieldsResponses,

  async handle({ params, query, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    const documentIds = [...new Set(rules.flatMap(({ documentId }) => documentId ?? []))];
    const byName = new Map<string, DocumentField>();
    const { fields } = context.store;
    const all = await Promise.all(documentIds.map((documentId) => fields.ofDocument(caller.workspaceId, documentId)));
    for (const field of all.flat()) if (!byName.has(field.name)) byName.set(field.name, field);
    return fieldsAnswer([...byName.values()], query);
  },
});
