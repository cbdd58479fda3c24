import type { DeliveryKind } from "../domain/delivery.ts";
import type { DeliveryKindHandler } from "./delivery-kind.ts";
import { emailKind } from "./kinds/email.ts";
import { routeKind } from "./kinds/route.ts";
import { s3Kind } from "./kinds/s3.ts";
import { webhookKind } from "./kinds/webhook.ts";

/** Every way to deliver. */
export const DELIVERY_KIND_HANDLERS: Readonly<Record<DeliveryKind, DeliveryKindHandler>> = {
  email: emailKind,
  webhook: webhookKind,
  s3: s3Kind,
  route: routeKind,
};

/** Settings that are never shown again once they are saved. */
const SECRET_SETTINGS: Readonly<Record<DeliveryKind, readonly string[]>> = {
  email: ["password"],
  webhook: ["secret"],
  s3: ["secret_access_key", "session_token"],
  route: [],
};

/** Settings as people may see them. A secret that is nothing but a merge field is none: the data hold it. */
export function shownSettings(kind: DeliveryKind, settings: Record<string, unknown>): Record<string, unknown> {
  const isHidden = (member: string, value: unknown) =>
    SECRET_SETTINGS[kind].includes(member) && !/^\s*\{\$[^{}]*\}\s*$/.test(String(value));
  return Object.fromEntries(Object.entries(settings).filter(([member, value]) => !isHidden(member, value)));
}
