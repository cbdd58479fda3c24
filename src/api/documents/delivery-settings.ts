import { z } from "zod";
import type { DeliveryKind } from "../../domain/delivery.ts";
import { validate } from "../../http/validate.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import type { NewDelivery } from "../../store/deliveries.ts";

/** Every text may hold merge language, so nothing is said here about addresses and numbers. */
const merged = () => optional(text());
const required = () => text().pipe(z.string().min(1));
const inTest = { send_in_test: optional(flag()) };

const security = optional(z.enum(["low", "medium", "high"]));

const emailSettings = z.strictObject({
  to: required(),
  cc: merged(),
  bcc: merged(),
  reply_to: merged(),
  from: merged(),
  subject: merged(),
  html: merged(),
  text: merged(),
  attach: optional(flag()),
  security,
  password: merged(),
  expires: merged(),
  ...inTest,
});

const webhookSettings = z.strictObject({
  url: required(),
  method: optional(z.enum(["POST", "PUT", "PATCH"])),
  headers: optional(z.record(z.string(), text())),
  json: optional(flag()),
  file_url: optional(flag()),
  secret: merged(),
  ...inTest,
});

const s3Settings = z.strictObject({
  endpoint: merged(),
  region: merged(),
  bucket: required(),
  path: merged(),
  access_key_id: text(),
  secret_access_key: text(),
  ...inTest,
});

const routeSettings = z.strictObject({ route_id: text(), ...inTest });

/** Settings by kind (decisions "Deliveries"); unknown members are refused by name. */
export const DELIVERY_SETTINGS: Readonly<Record<DeliveryKind, z.ZodType<Record<string, unknown>>>> = {
  email: emailSettings,
  webhook: webhookSettings,
  s3: s3Settings,
  route: routeSettings,
};

/** `notification` of a new document (interface 2.6). */
export const notificationSchema = emailSettings.pick({
  to: true,
  from: true,
  subject: true,
  html: true,
  security: true,
  password: true,
});

/** The e-mail delivery that a notification is. */
export function notificationDelivery(settings: z.output<typeof notificationSchema>): NewDelivery {
  return { kind: "email", name: "", active: true, settings: withoutUndefined(settings) };
}

/**
 * A delivery's settings, checked for its kind.
 * @throws Failure `invalid_request` naming every member that is wrong or not known
 */
export function checkDeliverySettings(kind: DeliveryKind, settings: unknown): Record<string, unknown> {
  const schema = z.object({ settings: DELIVERY_SETTINGS[kind] });
  return withoutUndefined(validate(schema, { settings }, "body").settings);
}

function withoutUndefined(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
