import * as z from "zod";
import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import { shownSettings } from "../../domain/delivery/delivery-secrets.ts";
import { entityTag } from "../../http/entity-tag.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { byDeliveryType } from "./delivery-settings-schema.ts";
import { deliveryWarnings } from "./delivery-warnings.ts";

/** A delivery as answers show it (interface 2.5). */
export interface DeliveryJson {
  id: string;
  type: DeliveryKind;
  name: string;
  active: string;
  settings: Record<string, unknown>;
}

export const deliveryTag = ({ revision }: Pick<Delivery, "revision">): string => entityTag(revision);

/** Members of requests about deliveries, besides the type and its settings. */
export const deliveryRequestMembers = {
  name: optional(text()).meta({ description: "A name for people." }),
  active: flag().meta({ description: "0 switches the delivery off." }),
};

/** The schema of such an answer, with more members. */
export function deliverySchemaWith(more: Record<string, z.ZodType>): z.ZodType {
  const members = {
    id: z.string().meta({ description: "Identifier of the delivery.", examples: ["0k3v8d1w2h0007qa5t9x2zr"] }),
    name: z.string().meta({ description: "A name for people." }),
    active: z.enum(["1", "0"]).meta({ description: "0: the delivery is switched off." }),
    warnings: deliveryWarnings,
    ...more,
  };
  return byDeliveryType("success" in more ? "DeliverySaved" : "Delivery", members, (settings) => settings.partial());
}

/** Flags among the settings are shown as 1 or 0, as they are sent; secrets are masked. */
export function deliveryJson({ id, kind, name, active, settings }: Delivery): DeliveryJson {
  const shown = Object.entries(shownSettings(kind, settings)).map(([member, value]) => [
    member,
    typeof value === "boolean" ? +value : value,
  ]);

  return {
    id,
    type: kind,
    name,
    active: active ? "1" : "0",
    settings: Object.fromEntries(shown),
  };
}
