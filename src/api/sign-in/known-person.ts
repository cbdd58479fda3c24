import { regionOf } from "../../domain/access/location-hint.ts";
import type { RequestContext } from "../../http/context.ts";
import { admittedEmail } from "../../sign-in/openid/admission.ts";
import type { OpenIdIdentity } from "../../sign-in/openid/identity.ts";
import { SignInError } from "../../sign-in/sign-in-error.ts";
import type { Entrance } from "../../store/ways-in/person-ways.ts";
import type { KnownIssuer } from "./known-issuers.ts";

/**
 * Where an identity is known: by issuer and subject, else once by a proven address, from where on issuer and subject are the
 * person. An issuer of a workspace speaks for that workspace alone.
 * @throws SignInError `email_not_verified`, `not_invited`, `other_account`
 */
export async function entrancesOf(
  context: RequestContext,
  known: KnownIssuer,
  identity: OpenIdIdentity,
): Promise<Entrance[]> {
  const { lookUps } = context.store;
  const workspaceId = known.of === "workspace" ? known.stored.workspaceId : undefined;
  const linked = await lookUps.entrances.byIdentity(identity.issuer, identity.subject, workspaceId);
  if (linked.length > 0) return linked;

  const email = admittedEmail(identity, known);
  const members = await lookUps.entrances.byEmail(email, workspaceId);
  const found = members.length > 0 ? members : await newcomer(context, known, email, identity.name);
  const entrances = await linkedTo(context, found, { ...identity, clientId: known.issuer.clientId });
  if (entrances.length === 0) throw new SignInError("other_account", "the address belongs to another subject");
  return entrances;
}

/** Those of the memberships whose person is nobody else at the issuer. */
export async function linkedTo(
  { store, now }: RequestContext,
  entrances: readonly Entrance[],
  { issuer, subject, clientId }: { issuer: string; subject: string; clientId: string },
): Promise<Entrance[]> {
  const linked: Entrance[] = [];
  for (const entrance of entrances) {
    const { workspaceId, personId } = entrance;
    if (await store.personIdentities.link({ workspaceId, personId, issuer, subject, clientId }, now()))
      linked.push(entrance);
  }
  return linked;
}

async function newcomer(
  { store, request, now }: RequestContext,
  known: KnownIssuer,
  email: string,
  name: string,
): Promise<Entrance[]> {
  const role = known.of === "workspace" ? known.stored.newcomerRole : known.issuer.newcomerRole;
  if (role === undefined) throw new SignInError("not_invited", "newcomers are turned away");
  const workspaceId =
    known.of === "workspace"
      ? known.stored.workspaceId
      : (await store.lookUps.keys.defaultWorkspace(regionOf(request.cf))).id;
  const person = await store.persons.findOrCreate(workspaceId, email, name || email, now());
  await store.memberships.add(workspaceId, person.id, role, [], now());
  return await store.lookUps.entrances.byEmail(email, workspaceId);
}
