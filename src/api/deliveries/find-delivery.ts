import { deliveryResource } from "../../audit/audit-values.ts";
import { requireCurrent } from "../../audit/require-current.ts";
import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { deliveryTag } from "./delivery-json.ts";

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

/** The same, if it is still as the client's `If-Match` says. @throws Failure `precondition_failed`, too */
export async function findCurrent(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  id: string,
): Promise<Delivery> {
  const delivery = await findDelivery(context, caller, owner, id);
  await requireCurrent(context, caller, deliveryResource(owner, delivery), deliveryTag(delivery));

  return delivery;
}

/** Why nothing was written: somebody else was quicker. */
export async function changedOrGone(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  { id }: Delivery,
): Promise<Failure> {
  await findCurrent(context, caller, owner, id);

  return deliveryNotFound();
}
