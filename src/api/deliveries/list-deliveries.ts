import * as z from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { deliveryJson, deliverySchema } from "./delivery-json.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, ownerParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { deliveryPolicy, warningsOf } from "./delivery-warnings.ts";

/** GET <owner>/deliveries (interface 4.2, 4.4). */
const listDeliveriesEndpoint = (kind: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "get",
    path: kind.path,
    summary: `List the deliveries of a ${kind.noun}`,
    description:
      "The ways in which its merged files leave the service, in the order in which they were made. Secrets are not shown.",
    tag: kind.tag,
    auth: "key",
    needs: "document:read",
    params: ownerParams(kind),
    responses: { 200: { description: "Deliveries", schema: z.array(deliverySchema) } },

    async handle({ params, caller, context }) {
      const owner = await kind.find(context, caller, params.id);
      const deliveries = await context.store.deliveries.list(caller.workspaceId, owner);

      const policy = await deliveryPolicy(context, caller);
      return json(deliveries.map((delivery) => ({ ...deliveryJson(delivery), ...warningsOf(delivery, policy) })));
    },
  });

export const listDocumentDeliveries = listDeliveriesEndpoint(DOCUMENT_OWNER);

export const listRouteDeliveries = listDeliveriesEndpoint(ROUTE_OWNER);
