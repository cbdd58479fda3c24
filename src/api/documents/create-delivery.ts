import { z } from "zod";
import { DELIVERY_KINDS } from "../../domain/delivery.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { deliveryJson, deliverySchema } from "./delivery-json.ts";
import { checkDeliverySettings } from "./delivery-settings.ts";
import { documentParams } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";

const bodySchema = z.object({
  type: z.enum(DELIVERY_KINDS),
  name: optional(text()),
  active: z.union([z.null(), flag()]).optional(),
  settings: z.record(z.string(), z.unknown()),
});

/** POST /api/documents/:id/deliveries (interface 4.2). */
export const createDelivery = endpoint({
  method: "post",
  path: "/api/documents/:id/deliveries",
  summary: "Add a delivery to a document",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  body: bodySchema,
  responses: {
    200: { description: "The new delivery", schema: deliverySchema.extend({ success: z.literal(1) }) },
  },

  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const delivery = await context.store.deliveries.create(
      caller.workspaceId,
      { documentId: document.id },
      {
        kind: body.type,
        name: body.name ?? "",
        active: body.active ?? true,
        settings: checkDeliverySettings(body.type, body.settings),
      },
      context.now(),
    );

    return json({ ...deliveryJson(delivery), success: 1 });
  },
});
