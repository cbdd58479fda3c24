import { z } from "zod";
import { DELIVERY_KIND_HANDLERS } from "../../delivery/delivery-kinds.ts";
import type { DeliveryKind } from "../../domain/delivery.ts";
import { validate } from "../../http/validate.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { NewDelivery } from "../../store/deliveries.ts";

/** `notification` of a new document (interface 2.6). */
export const notificationSchema = z.strictObject({
  to: text(),
  from: optional(text()),
  subject: optional(text()),
  html: optional(text()),
  security: optional(z.enum(["low", "medium", "high"])),
  password: optional(text()),
});

/**
 * The e-mail delivery that a notification is.
 * @throws Failure `invalid_request`
 */
export function notificationDelivery(notification: z.output<typeof notificationSchema>): NewDelivery {
  const schema = z.object({ notification: DELIVERY_KIND_HANDLERS.email.check });
  const settings = validate(schema, { notification: withoutUndefined(notification) }, "body").notification;
  return { kind: "email", name: "", active: true, settings: withoutUndefined(settings) };
}

/**
 * A delivery's settings, checked by its kind (decisions "Deliveries").
 * @throws Failure `invalid_request` naming every member that is wrong or not known
 */
export function checkDeliverySettings(kind: DeliveryKind, settings: unknown): Record<string, unknown> {
  const schema = z.object({ settings: DELIVERY_KIND_HANDLERS[kind].check });
  return withoutUndefined(validate(schema, { settings }, "body").settings);
}

function withoutUndefined(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
