import type { RequestContext } from "../../http/context.ts";
import { openSession } from "../../people/open-session.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import { wayOfIssuer } from "../../store/ways-in/issuers.ts";
import type { Entrance } from "../../store/ways-in/person-ways.ts";

/** How somebody has proved who they are. */
export interface Proof {
  way: "mail" | "passkey" | "access" | "oidc";
  /** The issuer, if a workspace has set it. */
  issuerId?: string;
  /** When it was proved; now, unless it is said. */
  provedAt?: Date;
}

/**
 * Opens a session for the first workspace that lets somebody in this way.
 * @param entrances the memberships that the proof is good for
 * @returns `Set-Cookie`
 * @throws SignInError `not_invited`, `other_way_required`
 */
export async function enterWorkspace(
  context: RequestContext,
  entrances: readonly Entrance[],
  { way, issuerId, provedAt }: Proof,
): Promise<string> {
  if (entrances.length === 0) throw new SignInError("not_invited", "the person is a member of no workspace");
  const open = entrances.find(({ onlyIssuer }) => onlyIssuer === undefined || onlyIssuer === issuerId);
  if (!open) throw new SignInError("other_way_required", "the workspace lets its people in by one issuer only");
  const { workspaceId, personId } = open;
  const { cookie } = await openSession(context, {
    workspaceId,
    personId,
    way: issuerId === undefined ? way : wayOfIssuer(issuerId),
    ...(provedAt ? { freshAt: provedAt } : {}),
  });
  return cookie;
}
