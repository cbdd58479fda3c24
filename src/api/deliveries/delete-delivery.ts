import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, deliveryParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { deliveryNotFound } from "./find-delivery.ts";

/** DELETE <owner>/deliveries/:delivery. Deliveries of merges that are already done still go out. */
const deleteDeliveryEndpoint = (kind: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "delete",
    path: `${kind.path}/:delivery`,
    summary: `Delete a delivery of a ${kind.noun}`,
    description: "Deliveries of merges that are done already still go out.",
    tag: kind.tag,
    auth: "key",
    needs: "delivery:write",
    params: deliveryParams(kind),
    responses: DONE,

    async handle({ params, caller, context }) {
      const owner = await kind.find(context, caller, params.id);
      const deleted = await context.store.deliveries.delete(caller.workspaceId, owner, params.delivery);
      if (!deleted) throw deliveryNotFound();

      return json({ success: "1" });
    },
  });

export const deleteDocumentDelivery = deleteDeliveryEndpoint(DOCUMENT_OWNER);

export const deleteRouteDelivery = deleteDeliveryEndpoint(ROUTE_OWNER);
