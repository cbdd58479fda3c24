import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { documentParams } from "./document-schemas.ts";
import { deliveryNotFound } from "./find-delivery.ts";
import { findDocument } from "./find-document.ts";

/** DELETE /api/documents/:id/deliveries/:delivery. Deliveries of merges that are done already still go out. */
export const deleteDelivery = endpoint({
  method: "delete",
  path: "/api/documents/:id/deliveries/:delivery",
  summary: "Delete a delivery of a document",
  tag: "Documents",
  auth: "key",
  params: documentParams.extend({ delivery: z.string() }),
  responses: { 200: { description: "Done", schema: z.object({ success: z.literal("1") }) } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const owner = { documentId: document.id };
    const deleted = await context.store.deliveries.delete(caller.workspaceId, owner, params.delivery);
    if (!deleted) throw deliveryNotFound();

    return json({ success: "1" });
  },
});
