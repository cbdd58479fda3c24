import { Failure } from "../../domain/failure.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import type { SigningIdentity } from "../../signing/identity.ts";
import { unsealIdentity } from "../../signing/kept-identity.ts";
import type { MergeServices } from "../context.ts";

/** What the deployment's secret is needed for, for the message that it is missing. */
export const KEEPS_IDENTITIES = "encrypts the identities that it keeps";

/**
 * An identity that the workspace keeps, ready to sign.
 * @param named its id or its name
 * @throws Failure `identity_missing`, `identity_expired`, `identity_invalid`, `misconfigured`
 */
export async function keptIdentity(
  { env, store, now }: MergeServices,
  workspaceId: string,
  named: string,
): Promise<SigningIdentity> {
  const found = await store.identities.named(workspaceId, named);
  if (!found) {
    throw new Failure(
      "identity_missing",
      `Your workspace has no signing identity "${named.slice(0, 200)}": it was deleted, or is called something else.`,
    );
  }
  const { name, sealed, id, validFrom, validTo } = found;
  const time = now();
  if (time > validTo) expired(`The certificate of the signing identity "${name}" expired on ${day(validTo)}.`);
  if (time < validFrom)
    expired(`The certificate of the signing identity "${name}" is not valid before ${day(validFrom)}.`);
  const identity = await unsealIdentity(readSecrets(env.SECRETS_KEY, KEEPS_IDENTITIES), sealed, { workspaceId, id });
  if (identity) return identity;
  throw new Failure(
    "identity_invalid",
    `The signing identity "${name}" cannot be opened: the deployment's SECRETS_KEY is not the one it was kept with. Send its file again.`,
  );
}

function expired(message: string): never {
  throw new Failure("identity_expired", `${message} Replace it with PUT /api/identities/:id.`);
}

const day = (date: Date) => date.toISOString().slice(0, 10);
