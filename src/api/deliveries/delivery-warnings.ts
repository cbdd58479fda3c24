import { z } from "zod";
import { DELIVERY_KIND_HANDLERS } from "../../delivery/delivery-kinds.ts";
import type { DeliveryKind } from "../../domain/delivery.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { templateWarningSchema } from "../documents/document-schemas.ts";
import { textWarnings } from "../documents/text-warnings.ts";
import { unknownMembers } from "../documents/unknown-members.ts";

const MEMBERS = ["type", "name", "active", "settings"] as const;

export const deliveryWarnings = z.array(templateWarningSchema).optional().meta({
  description:
    "What is right in the settings and most likely does something else than is meant; after create and update also members of the request that mean nothing.",
});

/** What there is to say of settings, each of which may be merge language; of secrets nothing is said. */
function settingWarnings(kind: DeliveryKind, settings: Record<string, unknown>): TemplateWarning[] {
  const { secrets } = DELIVERY_KIND_HANDLERS[kind];
  return Object.entries(settings).flatMap(([member, value]) => {
    if (secrets.includes(member)) return [];
    const texts: [string, unknown][] =
      typeof value === "object" && value !== null
        ? Object.entries(value).map(([name, text]) => [`${member}[${name}]`, text])
        : [[member, value]];
    return texts.flatMap(([name, text]) => {
      if (typeof text !== "string") return [];
      const mode = kind === "email" && name === "html" ? "html" : "text";
      return textWarnings({ part: name, place: `settings[${member}]${name.slice(member.length)}`, text, mode });
    });
  });
}

/** The member `warnings` of an answer about a delivery; nothing where nothing is odd. */
export function warningsOf(
  { kind, settings }: Pick<Delivery, "kind" | "settings">,
  ignored: readonly string[] = [],
): { warnings?: TemplateWarning[] } {
  const warnings = [...unknownMembers(ignored, MEMBERS), ...settingWarnings(kind, settings)];
  return warnings.length > 0 ? { warnings } : {};
}
