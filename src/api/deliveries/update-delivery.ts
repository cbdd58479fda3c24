import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { flag, optional, shownAs, text } from "../../http/wire-values.ts";
import { changedDeliverySettings } from "../documents/delivery-settings.ts";
import { deliveryJson, deliveryRequestMembers, deliverySchemaWith } from "./delivery-json.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, deliveryParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { byDeliveryType } from "./delivery-settings-schema.ts";
import { deliveryPolicy, senderWarnings, warningsOf } from "./delivery-warnings.ts";
import { deliveryNotFound, findDelivery } from "./find-delivery.ts";

const bodySchema = shownAs(
  z.object({
    type: optional(text()),
    name: optional(text()),
    active: z.union([z.null(), flag()]).optional(),
    settings: optional(z.record(z.string(), z.unknown())),
  }),
  byDeliveryType("DeliveryChanges", deliveryRequestMembers, (settings) => settings.partial().optional()),
);

/** PUT <owner>/deliveries/:delivery: only members that are sent change, those of `settings` too. */
const updateDeliveryEndpoint = (kind: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "put",
    path: `${kind.path}/:delivery`,
    summary: `Update a delivery of a ${kind.noun}`,
    description:
      "Only the members you send are changed, those of `settings` too. Secrets that are sent back masked, as answers show them, stay. The type of a delivery cannot change.",
    tag: kind.tag,
    auth: "key",
    needs: "delivery:write",
    fresh: true,
    params: deliveryParams(kind),
    body: bodySchema,
    problems: ["type_cannot_change"],
    responses: {
      200: {
        description: "The delivery",
        schema: deliverySchemaWith({ success: success() }),
      },
    },

    async handle({ params, body, caller, context, ignored }) {
      const owner = await kind.find(context, caller, params.id);
      const current = await findDelivery(context, caller, owner, params.delivery);
      if (body.type && body.type !== current.kind) {
        throw new Failure("type_cannot_change", `The delivery is of type ${current.kind}; create another one instead.`);
      }

      const settings = body.settings && (await changedDeliverySettings(context, caller, owner, current, body.settings));
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

      const warnings = warningsOf(
        updated,
        await deliveryPolicy(context, caller),
        ignored,
        senderWarnings(context, caller, updated),
      );
      return json({ ...deliveryJson(updated), ...warnings, success: 1 });
    },
  });

export const updateDocumentDelivery = updateDeliveryEndpoint(DOCUMENT_OWNER);

export const updateRouteDelivery = updateDeliveryEndpoint(ROUTE_OWNER);
