import * as z from "zod";
import { approvalValues, deliveryResource, deliveryValues, withSentSecrets } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { shownSettings } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { wantedRevision } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { success } from "../../http/success.ts";
import { flag, optional, shownAs, text } from "../../http/wire-values.ts";
import { changedDeliverySettings } from "../documents/delivery-settings.ts";
import { requireSwitchApproval, requireUnused } from "./delivery-approval.ts";
import { deliveryJson, deliveryRequestMembers, deliverySchemaWith, deliveryTag } from "./delivery-json.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, deliveryParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { byDeliveryType } from "./delivery-settings-schema.ts";
import { attachedWarnings, deliveryPolicy, senderWarnings, warningsOf } from "./delivery-warnings.ts";
import { changedOrGone, findCurrent } from "./find-delivery.ts";
import { TRY_PROBLEMS, tryDelivery } from "./try-delivery.ts";

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
      "Only the members you send are changed, those of `settings` too. Secrets that are sent back masked, as answers show them, stay. The type of a delivery cannot change. With `If-Match` only if it has not changed.",
    tag: kind.tag,
    auth: "key",
    needs: "delivery:write",
    fresh: true,
    params: deliveryParams(kind),
    body: bodySchema,
    revised: true,
    problems: ["type_cannot_change", "precondition_failed", ...TRY_PROBLEMS, "approval_required"],
    responses: {
      200: {
        description: "The delivery",
        schema: deliverySchemaWith({ success: success() }),
      },
    },

    async handle({ params, body, caller, context, ignored }) {
      const owner = await kind.find(context, caller, params.id);
      const current = await findCurrent(context, caller, owner, params.delivery);
      if (body.type && body.type !== current.kind) {
        throw new Failure("type_cannot_change", `The delivery is of type ${current.kind}; create another one instead.`);
      }

      const settings = body.settings && (await changedDeliverySettings(context, caller, owner, current, body.settings));
      const changed = {
        name: body.name ?? current.name,
        active: body.active ?? current.active,
        settings: settings ?? current.settings,
      };
      if (settings || (changed.active && !current.active))
        await tryDelivery(context, caller, { kind: current.kind, ...changed });
      const shown = shownSettings(current.kind, current.settings);
      const values = differences(
        deliveryValues({ ...current, settings: shown }),
        deliveryValues({ ...changed, kind: current.kind, settings: shownSettings(current.kind, changed.settings) }),
      );
      const approval = await requireSwitchApproval(context, caller, owner, current, changed);
      const { before, after } = withSentSecrets(values, shown, body.settings ?? {});
      const { store } = recorded(context, caller, {
        action: "delivery.updated",
        resource: deliveryResource(owner, current),
        before,
        after: { ...after, ...(approval ? approvalValues(approval) : {}) },
      });
      const terms = { revision: wantedRevision(context.request, current), approval };
      const updated = await store.deliveries.update(
        caller.workspaceId,
        owner,
        current.id,
        changed,
        terms,
        context.now(),
      );
      if (!updated && approval) await requireUnused(context, caller, owner, approval);
      if (!updated) throw await changedOrGone(context, caller, owner, current);

      const warnings = warningsOf(updated, await deliveryPolicy(context, caller), ignored, [
        ...senderWarnings(context, caller, updated),
        ...(await attachedWarnings(context, caller, updated)),
      ]);
      return json({ ...deliveryJson(updated), ...warnings, success: 1 }, 200, { etag: deliveryTag(updated) });
    },
  });

export const updateDocumentDelivery = updateDeliveryEndpoint(DOCUMENT_OWNER);

export const updateRouteDelivery = updateDeliveryEndpoint(ROUTE_OWNER);
