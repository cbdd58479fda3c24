import { z } from "zod";
import type { DocumentField } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { fieldJson } from "../documents/document-json.ts";
import { fieldSchema } from "../documents/document-schemas.ts";
import { findRoute } from "./find-route.ts";
import { routeParams } from "./route-schemas.ts";

/** GET /api/routes/:id/fields (interface 4.4): the fields of all its documents, each name once. */
export const listRouteFields = endpoint({
  method: "get",
  path: "/api/routes/:id/fields",
  summary: "List the merge fields of a data route",
  tag: "Data routes",
  auth: "key",
  params: routeParams,
  query: z.object({ attributes: flag() }),
  responses: { 200: { description: "Fields of all documents of the route", schema: z.array(fieldSchema) } },

  async handle({ params, query, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const rules = await context.store.rules.ofRoute(caller.workspaceId, route.id);
    const documentIds = [...new Set(rules.flatMap(({ documentId }) => documentId ?? []))];
    const byName = new Map<string, DocumentField>();
    for (const documentId of documentIds)
      for (const field of await context.store.fields.ofDocument(caller.workspaceId, documentId))
        if (!byName.has(field.name)) byName.set(field.name, field);
    const fields = [...byName.values()];
    return json(query.attributes ? fields : fields.map(fieldJson));
  },
});
