// The first start of an empty database: a workspace and a credential pair of its own (shown once).
import { type Credentials, createFirstCredentials } from "./credentials.ts";

/** The new pair of the database in a local state folder, or `undefined` when it has credentials already. */
export function ensureFirstCredentials(stateFolder: string): Promise<Credentials | undefined> {
  return createFirstCredentials({ stateFolder });
}
