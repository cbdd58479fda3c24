import { may } from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";

/**
 * Fonts, and data routes with their deliveries, belong to no document and cannot be approved with one. While a document asks for
 * approval, what it is drawn with and where routes send it is changed by owners only; approvals that wait are void then.
 * @throws Failure `approval_required`
 */
async function requireOwner(
  { store }: Pick<RequestContext, "store">,
  caller: Caller,
  among: Parameters<typeof store.surroundings.askForApproval>[1],
  what: string,
): Promise<void> {
  if (may(caller, "account:write")) return;
  if (await store.surroundings.askForApproval(caller.workspaceId, among))
    throw new Failure(
      "approval_required",
      `${what} asks for approval by a second person: an owner of the workspace changes this.`,
    );
}

/** @throws Failure `approval_required` */
export const requireOwnerForFonts = (context: Pick<RequestContext, "store">, caller: Caller): Promise<void> =>
  requireOwner(context, caller, "any", "A document of the workspace, which fonts change the look of,");

/** @throws Failure `approval_required` */
export const requireOwnerForRoute = (
  context: Pick<RequestContext, "store">,
  caller: Caller,
  route: { routeId?: number; documentIds?: readonly number[] },
): Promise<void> => requireOwner(context, caller, route, "A document that this data route merges");
