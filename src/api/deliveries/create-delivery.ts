import * as z from "zod";
import { deliveryResource, deliveryValues } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { DELIVERY_KINDS } from "../../domain/delivery/delivery.ts";
import { shownSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { flag, optional, shownAs, text } from "../../http/wire-values.ts";
import { newId } from "../../store/ids.ts";
import { newDeliverySettings } from "../documents/delivery-settings.ts";
import { requireSwitchedOff } from "./delivery-approval.ts";
import {
  type DeliveryJson,
  deliveryJson,
  deliveryRequestMembers,
  deliverySchemaWith,
  deliveryTag,
} from "./delivery-json.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, ownerParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { byDeliveryType } from "./delivery-settings-schema.ts";
import { attachedWarnings, deliveryPolicy, senderWarnings, warningsOf } from "./delivery-warnings.ts";
import { TRY_PROBLEMS, tryDelivery } from "./try-delivery.ts";

const bodySchema = shownAs(
  z.object({
    type: z.enum(DELIVERY_KINDS),
    name: optional(text()),
    active: z.union([z.null(), flag()]).optional(),
    settings: z.record(z.string(), z.unknown()),
  }),
  byDeliveryType("DeliveryRequest", deliveryRequestMembers, (settings) => settings),
);

const createdSchema = deliverySchemaWith({ success: success() });
type Created = DeliveryJson & { success: 1; warnings?: TemplateWarning[] };

/**
 * `answer`: routes answer with the new delivery in an array (interface 4.4), documents with the delivery itself (4.2).
 */
function createDeliveryEndpoint(
  owner: DeliveryOwnerKind,
  schema: z.ZodType,
  answer: (created: Created) => unknown,
): Endpoint {
  return endpoint({
    method: "post",
    onRepeat: "same_answer",
    path: owner.path,
    summary: `Add a delivery to a ${owner.noun}`,
    description:
      "Every merge from now on is sent in this way, too. Text of the settings is merge language: addresses and subjects may have fields. Secrets among them are encrypted, and masked in answers. A store of files is signed in to first, unless the settings hold fields or `active` is 0.",
    tag: owner.tag,
    auth: "key",
    needs: "delivery:write",
    fresh: true,
    params: ownerParams(owner),
    body: bodySchema,
    problems: [...TRY_PROBLEMS, "approval_required"],
    responses: { 200: { description: "The new delivery", schema } },

    async handle({ params, body, caller, context, ignored }) {
      const found = await owner.find(context, caller, params.id);
      const made = {
        id: newId(),
        kind: body.type,
        name: body.name ?? "",
        active: body.active ?? true,
        settings: await newDeliverySettings(context, caller, found, body.type, body.settings),
      };
      await requireSwitchedOff(context, caller, found, made);
      await tryDelivery(context, caller, made);
      const { store } = recorded(context, caller, {
        action: "delivery.created",
        resource: deliveryResource(found, made),
        after: deliveryValues({ ...made, settings: shownSettings(made.kind, made.settings) }),
      });
      const delivery = await store.deliveries.create(caller.workspaceId, found, made, context.now());
      const warnings = warningsOf(delivery, await deliveryPolicy(context, caller), ignored, [
        ...senderWarnings(context, caller, delivery),
        ...(await attachedWarnings(context, caller, delivery)),
      ]);
      return json(answer({ ...deliveryJson(delivery), ...warnings, success: 1 }), 200, { etag: deliveryTag(delivery) });
    },
  });
}

export const createDocumentDelivery = createDeliveryEndpoint(DOCUMENT_OWNER, createdSchema, (created) => created);

export const createRouteDelivery = createDeliveryEndpoint(ROUTE_OWNER, z.array(createdSchema), (created) => [created]);
