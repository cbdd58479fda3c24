import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { deliveryJson, deliverySchema } from "./delivery-json.ts";
import { documentParams } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";

/** GET /api/documents/:id/deliveries (interface 4.2). */
export const listDeliveries = endpoint({
  method: "get",
  path: "/api/documents/:id/deliveries",
  summary: "List the deliveries of a document",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  responses: { 200: { description: "Deliveries", schema: z.array(deliverySchema) } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const deliveries = await context.store.deliveries.list(caller.workspaceId, { documentId: document.id });

    return json(deliveries.map(deliveryJson));
  },
});
