import * as z from "zod";
import { deliveryResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { openSettings, sealSettings } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import { type Endpoint, endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { rotatedSecret } from "../../outbound/webhook-signature.ts";
import { type DeliveryOwnerKind, DOCUMENT_OWNER, deliveryParams, ROUTE_OWNER } from "./delivery-owner.ts";
import { deliveryNotFound, findDelivery } from "./find-delivery.ts";

export const rotatedSchema = z
  .object({
    success: z.literal(1).meta({ description: "Always 1." }),
    secret: z.string().meta({
      description: "The new secret, shown only here.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="],
    }),
    kept_old: z.boolean().meta({ description: "Whether calls also carry signatures with the former secret." }),
  })
  .meta({ id: "RotatedSecret" });

/** POST <owner>/deliveries/:delivery/secret */
const rotateSecretEndpoint = (kind: DeliveryOwnerKind): Endpoint =>
  endpoint({
    method: "post",
    onRepeat: "anew",
    path: `${kind.path}/:delivery/secret`,
    summary: `Make a signing secret for a webhook of a ${kind.noun}`,
    description:
      "Calls are signed with the new secret from now on. With `keep_old=1` they carry a second signature with the former secret, " +
      "so that the other side can change over without losing a call; made again without it, only the new one is left.",
    tag: kind.tag,
    auth: "key",
    needs: "delivery:write",
    fresh: true,
    params: deliveryParams(kind),
    body: z.object({
      keep_old: flag().meta({ description: "1: also sign with the former secret.", examples: [1] }),
    }),
    problems: ["delivery_not_found"],
    responses: { 200: { description: "The secret", schema: rotatedSchema } },

    async handle({ params, body, caller, context }) {
      const owner = await kind.find(context, caller, params.id);
      const current = await findDelivery(context, caller, owner, params.delivery);
      if (current.kind !== "webhook")
        throw new Failure("invalid_request", `Only webhooks are signed; the delivery is of type ${current.kind}.`);

      const box = textBox(context.env.SECRETS_KEY, caller.workspaceId);
      const { secret: former } = await openSettings(box, current.kind, current.settings, () => undefined);
      const rotated = rotatedSecret(typeof former === "string" ? former : "", body.keep_old);
      const settings = await sealSettings(box, current.kind, { ...current.settings, secret: rotated.setting });
      const { name, active } = current;
      const changes = { name, active, settings };
      const { store } = recorded(context, caller, {
        action: "delivery.secret_rotated",
        resource: deliveryResource(owner, current),
        after: { kept_old: rotated.keptOld },
      });
      const updated = await store.deliveries.update(
        caller.workspaceId,
        owner,
        current.id,
        changes,
        { revision: undefined, approval: undefined },
        context.now(),
      );
      if (!updated) throw deliveryNotFound();

      return json({ success: 1, secret: rotated.secret, kept_old: rotated.keptOld });
    },
  });

export const rotateDocumentSecret = rotateSecretEndpoint(DOCUMENT_OWNER);

export const rotateRouteSecret = rotateSecretEndpoint(ROUTE_OWNER);
