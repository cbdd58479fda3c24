import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { Delivery } from "../../store/deliveries.ts";

/** @throws Failure `delivery_not_found`, for another workspace's or another document's delivery too */
export async function findDelivery(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  id: string,
): Promise<Delivery> {
  const delivery = await context.store.deliveries.byId(caller.workspaceId, owner, id);
  if (!delivery) throw deliveryNotFound();

  return delivery;
}

export const deliveryNotFound = (): Failure =>
  new Failure("delivery_not_found", "The delivery does not exist here: see the list of deliveries.");
