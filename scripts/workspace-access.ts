// Keys and links of workspaces, wherever these are: in D1 by SQL, in objects by the running service.
import type { Jurisdiction } from "../src/domain/access/workspace-place.ts";
import {
  type Credentials,
  createCredentials,
  createOwnerLink,
  createSignInLink,
  type KeyRow,
  listKeys,
  OLDEST_HERE,
  revokeKey,
  WORKSPACE_IS_HERE,
} from "./credentials.ts";
import { type Database, sqlText } from "./database.ts";
import type { OperatorService } from "./operator-service.ts";

export interface Places {
  database: Database;
  service: OperatorService;
}

/** Where a workspace is: `object` also for one that D1 does not know, as long as there are objects. */
async function placeOf(database: Database, named: string | undefined): Promise<"database" | "object"> {
  const isInDatabase =
    named === undefined
      ? `${OLDEST_HERE} IS NOT NULL`
      : `EXISTS (SELECT 1 FROM workspaces WHERE name = ${sqlText(named)} AND ${WORKSPACE_IS_HERE})`;
  const [rows] = await database([`SELECT ${isInDatabase} AS here, EXISTS (SELECT 1 FROM placements) AS placed`]);
  return rows?.[0]?.placed === 1 && rows[0].here === 0 ? "object" : "database";
}

/**
 * A new key of a workspace, which is made if none has that name; without a name, of the first one.
 * @param jurisdiction of the workspace that is made: in an object
 */
export async function createKey(
  { database, service }: Places,
  workspace?: string,
  jurisdiction?: Jurisdiction,
): Promise<Credentials> {
  const place = await placeOf(database, workspace);
  if (place === "database" && jurisdiction === undefined) return await createCredentials(database, workspace);
  if (place === "database" && (await isThere(database, workspace)))
    throw new Error("The workspace is in D1, and in no jurisdiction: `npm run move` moves it into one.");
  const made = await service({ do: "make_key", workspace, jurisdiction });
  if (made) return made;
  if (jurisdiction !== undefined)
    throw new Error("The service makes no workspaces in objects: set NEW_WORKSPACES=objects.");
  return await createCredentials(database, workspace);
}

async function isThere(database: Database, named: string | undefined): Promise<boolean> {
  const isNamed = named === undefined ? "1" : `name = ${sqlText(named)}`;
  const [rows] = await database([`SELECT 1 FROM workspaces WHERE ${isNamed} AND ${WORKSPACE_IS_HERE} LIMIT 1`]);
  return rows?.length === 1;
}

/** The token of a link that signs a browser in once; undefined if there is no such workspace. */
export async function signInLink({ database, service }: Places, workspace?: string): Promise<string | undefined> {
  if ((await placeOf(database, workspace)) === "database") return await createSignInLink(database, workspace);
  return (await service({ do: "make_sign_in_link", workspace }))?.token;
}

/** The token of an invitation that makes a person an owner; undefined if there is no such workspace. */
export async function ownerLink(
  { database, service }: Places,
  email: string,
  workspace?: string,
): Promise<string | undefined> {
  if ((await placeOf(database, workspace)) === "database") return await createOwnerLink(database, email, workspace);
  return (await service({ do: "make_owner_link", workspace, email }))?.token;
}

/** False if there is no such key, or it has already been revoked. */
export async function revokeAnyKey({ database, service }: Places, key: string): Promise<boolean> {
  if (await revokeKey(database, key)) return true;
  // D1 knows which keys objects have.
  const [pointers] = await database([`SELECT 1 FROM pointers WHERE kind = 'key' AND value = ${sqlText(key)}`]);
  if (pointers?.length === 0) return false;
  return (await service({ do: "revoke_key", key })).is_revoked;
}

export interface AllKeys {
  keys: KeyRow[];
  /** Why those of workspaces in objects are not among them. */
  problem: string | undefined;
}

/** Keys of all workspaces, oldest first. */
export async function allKeys({ database, service }: Places): Promise<AllKeys> {
  const own = await listKeys(database);
  const [placements] = await database(["SELECT 1 FROM placements LIMIT 1"]);
  if (placements?.length === 0) return { keys: own, problem: undefined };
  try {
    const keys = [...own, ...(await keysInObjects(service))];
    return { keys: keys.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()), problem: undefined };
  } catch (error) {
    return { keys: own, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function keysInObjects(service: OperatorService): Promise<KeyRow[]> {
  const found: KeyRow[] = [];
  for (let after: string | undefined; ; ) {
    const { keys, next } = await service({ do: "list_keys", after });
    for (const { key, workspace, created_at, revoked_at } of keys)
      found.push({
        ...{ key, workspace, createdAt: new Date(created_at) },
        revokedAt: revoked_at === null ? undefined : new Date(revoked_at),
      });
    if (next === null) return found;
    after = next;
  }
}
