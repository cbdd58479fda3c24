import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { Approval } from "../../store/approvals/approvals.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { approvalRequired, requireApproval } from "../documents/approved-state.ts";
import { findDocument } from "../documents/find-document.ts";
import { requireOwnerForRoute } from "../surroundings/require-owner.ts";

/** The document whose deliveries change only with approval; undefined where they are free. */
async function guarded(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
): Promise<StoredDocument | undefined> {
  if (!("documentId" in owner)) return undefined;
  const document = await findDocument(context, caller, owner.documentId);
  return document.settings.approval ? document : undefined;
}

/**
 * Lets nothing leave that no second person has approved: a delivery that is switched off may be written, and one that is
 * switched on is not.
 * @throws Failure `approval_required`
 */
export async function requireSwitchedOff(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  { active }: Pick<Delivery, "active">,
): Promise<void> {
  if (active && "routeId" in owner) await requireOwnerForRoute(context, caller, owner);
  if (active && (await guarded(context, caller, owner)))
    throw approvalRequired(
      "Deliveries of this document are added, changed and deleted while they are switched off (active=0): ask for approval to switch this one on or off.",
    );
}

/**
 * A change of a delivery: of one that stays off it is free; on or off it is switched by an approval, with nothing else.
 * @throws Failure `approval_required`
 */
export async function requireSwitchApproval(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  before: Delivery,
  after: Pick<Delivery, "active" | "settings">,
): Promise<Approval | undefined> {
  if (!before.active && !after.active) return undefined;
  if ("routeId" in owner) await requireOwnerForRoute(context, caller, owner);
  const document = await guarded(context, caller, owner);
  if (!document) return undefined;
  if (JSON.stringify(before.settings) !== JSON.stringify(after.settings))
    await requireSwitchedOff(context, caller, owner, { active: true });
  return await requireApproval(context, document, { delivery: { id: before.id, active: after.active } });
}

/**
 * Why a change was not made that an approval was given for: somebody else has used it up.
 * @throws Failure `approval_required`
 */
export async function requireUnused(
  context: RequestContext,
  caller: Caller,
  owner: DeliveryOwner,
  { id, documentId }: Approval,
): Promise<void> {
  const now = await context.store.approvals.byId(caller.workspaceId, documentId, id);
  if (now?.status !== "approved") await requireSwitchedOff(context, caller, owner, { active: true });
}
