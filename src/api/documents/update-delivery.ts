import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { deliveryJson, deliverySchema } from "./delivery-json.ts";
import { checkDeliverySettings } from "./delivery-settings.ts";
import { documentParams } from "./document-schemas.ts";
import { deliveryNotFound, findDelivery } from "./find-delivery.ts";
import { findDocument } from "./find-document.ts";

const bodySchema = z.object({
  type: optional(text()),
  name: optional(text()),
  active: z.union([z.null(), flag()]).optional(),
  settings: optional(z.record(z.string(), z.unknown())),
});

/** PUT /api/documents/:id/deliveries/:delivery: only members that are sent change, those of `settings` too. */
export const updateDelivery = endpoint({
  method: "put",
  path: "/api/documents/:id/deliveries/:delivery",
  summary: "Update a delivery of a document",
  tag: "Documents",
  auth: "key",
  params: documentParams.extend({ delivery: z.string() }),
  body: bodySchema,
  responses: { 200: { description: "The delivery", schema: deliverySchema.extend({ success: z.literal(1) }) } },

  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const owner = { documentId: document.id };
    const current = await findDelivery(context, caller, owner, params.delivery);
    if (body.type && body.type !== current.kind) {
      throw new Failure("type_cannot_change", `The delivery is of type ${current.kind}; create another one instead.`);
    }

    const settings = body.settings && checkDeliverySettings(current.kind, { ...current.settings, ...body.settings });
    const updated = await context.store.deliveries.update(
      caller.workspaceId,
      owner,
      current.id,
      {
        name: body.name ?? current.name,
        active: body.active ?? current.active,
        settings: settings ?? current.settings,
      },
      context.now(),
    );
    if (!updated) throw deliveryNotFound();

    return json({ ...deliveryJson(updated), success: 1 });
  },
});
