import { settingsOnTheWay } from "../../domain/delivery/delivery-secrets.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { newId } from "../../store/ids.ts";
import type { NamedEntry } from "./finish-run.ts";

/** One row per active delivery. Those of test merges are rows like any other: whoever takes them up only shows them. */
export function outboxEntries(deliveries: readonly Delivery[]): NamedEntry[] {
  return deliveries
    .filter((delivery) => delivery.active)
    .map(({ id, kind, name, settings }) => ({
      id: newId(),
      deliveryId: id,
      kind,
      name,
      settings: settingsOnTheWay(kind, settings),
      status: "pending",
    }));
}
