import { deliveryResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { requireSwitchedOff } from "./delivery-approval.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, deliveryParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { changedOrGone, findCurrent } from "./find-delivery.ts";

/** DELETE <owner>/deliveries/:delivery. Deliveries of merges that are already done still go out. */
const deleteDeliveryEndpoint = (kind: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "delete",
    path: `${kind.path}/:delivery`,
    summary: `Delete a delivery of a ${kind.noun}`,
    description:
      "Deliveries of merges that are done already still go out. It lies in the bin for 30 days. With `If-Match` only if it has not " +
      "changed.",
    revised: true,
    problems: ["precondition_failed", "approval_required"],
    tag: kind.tag,
    auth: "key",
    needs: "delivery:write",
    params: deliveryParams(kind),
    responses: DONE,

    async handle({ params, caller, context }) {
      const owner = await kind.find(context, caller, params.id);
      const delivery = await findCurrent(context, caller, owner, params.delivery);
      await requireSwitchedOff(context, caller, owner, delivery);
      const { store } = recorded(context, caller, {
        action: "delivery.deleted",
        resource: deliveryResource(owner, delivery),
      });
      const revision = wantedRevision(context.request, delivery);
      const deleted = await store.deliveries.delete(caller.workspaceId, owner, delivery.id, revision, context.now());
      if (!deleted) throw await changedOrGone(context, caller, owner, delivery);

      return json({ success: "1" });
    },
  });

export const deleteDocumentDelivery = deleteDeliveryEndpoint(DOCUMENT_OWNER);

export const deleteRouteDelivery = deleteDeliveryEndpoint(ROUTE_OWNER);
