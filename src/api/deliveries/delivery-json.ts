import { z } from "zod";
import { shownSettings } from "../../delivery/delivery-kinds.ts";
import type { Delivery } from "../../store/deliveries.ts";

/** A delivery as answers show it (interface 2.5). */
export const deliverySchema = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  active: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

/** Flags among the settings are shown as 1 or 0, as they are sent; secrets are not shown again. */
export function deliveryJson({ id, kind, name, active, settings }: Delivery): z.output<typeof deliverySchema> {
  const shown = Object.entries(shownSettings(kind, settings)).map(([member, value]) => [
    member,
    typeof value === "boolean" ? +value : value,
  ]);

  return { id, type: kind, name, active: active ? "1" : "0", settings: Object.fromEntries(shown) };
}
