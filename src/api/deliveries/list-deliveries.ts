import * as z from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { deliveryJson, deliverySchemaWith, deliveryTag } from "./delivery-json.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, ownerParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { attachedWarnings, deliveryPolicy, warningsOf } from "./delivery-warnings.ts";

const listedSchema = deliverySchemaWith({
  etag: z.string().optional().meta({ description: "What `If-Match` names when it is changed or deleted." }),
});

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
    query: z.object({ details: flag().meta({ description: "1: with the ETag of each, too." }) }),
    responses: { 200: { description: "Deliveries", schema: z.array(listedSchema) } },

    async handle({ params, query, caller, context }) {
      const owner = await kind.find(context, caller, params.id);
      const deliveries = await context.store.deliveries.list(caller.workspaceId, owner);

      const policy = await deliveryPolicy(context, caller);
      return json(
        await Promise.all(
          deliveries.map(async (delivery) => ({
            ...deliveryJson(delivery),
            ...(query.details ? { etag: deliveryTag(delivery) } : {}),
            ...warningsOf(delivery, policy, [], await attachedWarnings(context, caller, delivery)),
          })),
        ),
      );
    },
  });

export const listDocumentDeliveries = listDeliveriesEndpoint(DOCUMENT_OWNER);

export const listRouteDeliveries = listDeliveriesEndpoint(ROUTE_OWNER);
