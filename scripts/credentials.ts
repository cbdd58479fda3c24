// Credential pairs (key and secret) in the database; only the SHA-256 of a secret is kept.
import { createHash, randomBytes } from "node:crypto";
import { newId } from "../src/store/ids.ts";
import { type Database, sqlText } from "./database.ts";

export interface Credentials {
  key: string;
  secret: string;
}

export interface KeyRow {
  key: string;
  workspace: string;
  createdAt: Date;
  revokedAt: Date | undefined;
}

/** Whether a row of a workspace counts: once it has moved into an object, what was left of it is on its way out. */
export const WORKSPACE_IS_HERE =
  "NOT EXISTS (SELECT 1 FROM moves WHERE moves.workspace_id = workspaces.id AND moves.step IN ('moved', 'done'))";

const OLDEST_WORKSPACE = `(SELECT id FROM workspaces WHERE ${WORKSPACE_IS_HERE} ORDER BY id LIMIT 1)`;

/** The deployment's first workspace; null if it is in an object, or there is none. */
export const OLDEST_HERE = `(SELECT id FROM workspaces WHERE ${WORKSPACE_IS_HERE}
  AND NOT EXISTS (SELECT 1 FROM placements WHERE placements.created_at < workspaces.created_at) ORDER BY id LIMIT 1)`;

/** @param name an SQL literal */
const workspaceByName = (name: string): string =>
  `(SELECT id FROM workspaces WHERE name = ${name} AND ${WORKSPACE_IS_HERE} ORDER BY id LIMIT 1)`;

/** How long a sign-in link waits for its use. */
const SIGN_IN_LINK_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** A new pair for a workspace, which is made if none has that name; without a name, for the first workspace. */
export async function createCredentials(database: Database, workspaceName?: string): Promise<Credentials> {
  const pair = newPair();
  const name = sqlText(workspaceName ?? "Default");
  const isThere =
    workspaceName === undefined
      ? "SELECT 1 FROM workspaces"
      : `SELECT 1 FROM workspaces WHERE name = ${name} AND ${WORKSPACE_IS_HERE}`;
  const owner = workspaceName === undefined ? OLDEST_WORKSPACE : workspaceByName(name);

  await database([insertWorkspace(name, isThere), insertKey(pair, owner)]);

  return pair;
}

/** What somebody who starts the service needs to sign in. */
export interface FirstAccess {
  /** The first pair of a database that had none; undefined if there was one, or the settings have one. */
  credentials: Credentials | undefined;
  /** Token of a new sign-in link to the first workspace. */
  signInToken: string;
}

/**
 * Makes the first workspace and pair if there are none, and a sign-in link; undefined if the first workspace is in an object.
 * @param hasFixedPair whether the first workspace has the pair of the settings, and needs no other
 */
export async function createFirstAccess(database: Database, hasFixedPair = false): Promise<FirstAccess | undefined> {
  const [first] = await database([`SELECT 1 WHERE EXISTS (SELECT 1 FROM placements) AND ${OLDEST_HERE} IS NULL`]);
  if (first?.length === 1) return undefined;

  const pair = newPair();
  const signInToken = newToken();
  const results = await database([
    insertWorkspace(sqlText("Default"), "SELECT 1 FROM workspaces"),
    ...(hasFixedPair ? [] : [`${insertKey(pair, OLDEST_WORKSPACE)} WHERE NOT EXISTS (SELECT 1 FROM api_keys)`]),
    insertSignInLink(signInToken, OLDEST_WORKSPACE),
    `SELECT id FROM api_keys WHERE id = ${sqlText(pair.key)}`,
  ]);

  return { credentials: results.at(-1)?.length === 1 ? pair : undefined, signInToken };
}

/** The token of a new link that signs a browser in once; undefined if there is no such workspace. */
export async function createSignInLink(database: Database, workspaceName?: string): Promise<string | undefined> {
  const token = newToken();
  const owner = workspaceName === undefined ? OLDEST_WORKSPACE : workspaceByName(sqlText(workspaceName));
  const [made = []] = await database([
    `${insertSignInLink(token, owner)} WHERE ${owner} IS NOT NULL RETURNING token_sha256`,
  ]);

  return made.length === 1 ? token : undefined;
}

/** How long an invitation waits. */
const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The token of a new invitation that makes a person an owner, whatever they are now; undefined if there is no such workspace.
 * @param email as it is compared (`comparableEmail`)
 */
export async function createOwnerLink(
  database: Database,
  email: string,
  workspaceName?: string,
): Promise<string | undefined> {
  const token = newToken();
  const now = Date.now();
  const owner = workspaceName === undefined ? OLDEST_WORKSPACE : workspaceByName(sqlText(workspaceName));
  const results = await database([
    `DELETE FROM invitations WHERE workspace_id = ${owner} AND email = ${sqlText(email)}`,
    `INSERT INTO invitations
      (id, workspace_id, email, role, folders, token_sha256, invited_by, created_at, expires_at)
    SELECT ${sqlText(newId())}, ${owner}, ${sqlText(email)}, 'owner', '[]', ${sqlText(sha256Hex(token))}, '', ${now},
      ${now + INVITATION_LIFETIME_MS}
    WHERE ${owner} IS NOT NULL RETURNING id`,
  ]);

  return results.at(-1)?.length === 1 ? token : undefined;
}

/** All pairs, oldest first, without their secrets, which are not kept. */
export async function listKeys(database: Database): Promise<KeyRow[]> {
  const [rows = []] = await database([
    `SELECT api_keys.id AS key, workspaces.name AS workspace, api_keys.created_at, api_keys.revoked_at
     FROM api_keys JOIN workspaces ON workspaces.id = api_keys.workspace_id WHERE ${WORKSPACE_IS_HERE} ORDER BY api_keys.created_at`,
  ]);

  return rows.map(({ key, workspace, created_at, revoked_at }) => ({
    key: String(key),
    workspace: String(workspace),
    createdAt: new Date(Number(created_at)),
    revokedAt: revoked_at === null ? undefined : new Date(Number(revoked_at)),
  }));
}

/** False if there is no such key, or it has already been revoked. */
export async function revokeKey(database: Database, key: string): Promise<boolean> {
  const [revoked = []] = await database([
    `UPDATE api_keys SET revoked_at = ${Date.now()} WHERE id = ${sqlText(key)} AND revoked_at IS NULL
     AND workspace_id IN (SELECT id FROM workspaces WHERE ${WORKSPACE_IS_HERE}) RETURNING id`,
  ]);

  return revoked.length === 1;
}

function newPair(): Credentials {
  return { key: `dk_${randomBytes(12).toString("base64url")}`, secret: randomBytes(32).toString("base64url") };
}

const newToken = (): string => randomBytes(24).toString("base64url");

const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** @param workspaceId an SQL expression */
function insertSignInLink(token: string, workspaceId: string): string {
  const now = Date.now();

  return `INSERT INTO sign_in_links (token_sha256, workspace_id, created_at, expires_at)
    SELECT ${sqlText(sha256Hex(token))}, ${workspaceId}, ${now}, ${now + SIGN_IN_LINK_LIFETIME_MS}`;
}

function insertWorkspace(name: string, unless: string): string {
  return `INSERT INTO workspaces (id, name, created_at) SELECT ${sqlText(newId())}, ${name}, ${Date.now()} WHERE NOT EXISTS (${unless})`;
}

function insertKey({ key, secret }: Credentials, workspaceId: string): string {
  return `INSERT INTO api_keys (id, workspace_id, name, secret_sha256, created_at)
    SELECT ${sqlText(key)}, ${workspaceId}, '', ${sqlText(sha256Hex(secret))}, ${Date.now()}`;
}
