import { Buffer } from "node:buffer";
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { ApiKey } from "../domain/access/api-key.ts";
import { RIGHT_NAMES, type Right, rightsOfKey } from "../domain/access/rights.ts";
import type { AuditHead } from "../domain/audit/entry.ts";
import { Failure } from "../domain/failure.ts";
import { headOf, readHead } from "./audit/audit-head.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
import { toDate } from "./run-rows.ts";
import { isHere } from "./schema/is-here.ts";
import { apiKeys, workspaces } from "./schema/workspaces.ts";
import { sha256Hex } from "./sha256.ts";

/** A new pair; the secret is shown only this once. */
export interface NewApiKey {
  keyId: string;
  secret: string;
}

/** A key as lists show it. */
export interface ListedApiKey extends Omit<ApiKey, "storedBytes" | "auditHead" | "rights"> {
  name: string;
  createdAt: Date;
  /** Undefined for all. */
  rights: readonly Right[] | undefined;
  /** Ids of the only folders that it may use; undefined for all. */
  folders: readonly string[] | undefined;
  /** The people who made and revoked it; empty if nobody is known. */
  madeBy: string;
  revokedBy: string;
}

/** What a new key may, and until when. */
export interface KeyTerms {
  /** Its id, where that has to be known before; see `newKeyId`. */
  id?: string;
  rights?: readonly Right[];
  folders?: readonly string[];
  expiresAt?: Date;
  /** The person who makes it: the key is made only while that is a member. */
  madeBy?: string;
}

/** A key's name and terms, in place of those it had. */
export type KeyChange = Pick<ListedApiKey, "name" | "rights" | "folders" | "expiresAt">;

export interface KeyFilter {
  /** Part of the name or of the key; case does not matter. */
  search?: string;
  isRevoked?: boolean;
}

/** What keys can be listed by. */
export const KEY_ORDERS = ["created_at", "name", "last_used_at"] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

const KEYS = {
  created_at: { id: apiKeys.id, by: apiKeys.createdAt },
  name: { id: apiKeys.id, by: apiKeys.name },
  last_used_at: { id: apiKeys.id, by: sql`coalesce(${apiKeys.lastUsedAt}, 0)` },
} as const;

/** The last use of a key is written at most this often. */
const USE_RESOLUTION_MS = 5 * 60 * 1000;

/** A workspace as its owner's requests need it. */
export interface OwnWorkspace {
  id: string;
  /** What it keeps, in bytes. */
  storedBytes: number;
  /** The end of its log. */
  auditHead: AuditHead;
}

/** Credential pairs by their ids, and the workspace of the pair that the environment gives. */
export function createKeyLookUps(database: Database) {
  return {
    async findByKeyId(keyId: string): Promise<ApiKey | undefined> {
      const [row] = await database
        .select({
          key: apiKeys,
          storedBytes: workspaces.storedBytes,
          paths: pathsOf(apiKeys),
          head: headOf(workspaces.id),
        })
        .from(apiKeys)
        .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
        .where(and(eq(apiKeys.id, keyId), isHere(apiKeys.workspaceId)));
      if (!row) return undefined;
      const { key, storedBytes, paths, head } = row;
      return { ...toApiKey(key), rights: keyRights(key, paths), storedBytes, auditHead: readHead(head) };
    },

    /** Undefined if there is none here, or an older one is in an object. */
    async oldestWorkspace(): Promise<OwnWorkspace | undefined> {
      const isOldest = sql`not exists (select 1 from placements where placements.created_at < workspaces.created_at)
        and ${isHere(workspaces.id)}`;
      const [oldest] = await database
        .select({ id: workspaces.id, storedBytes: workspaces.storedBytes, head: headOf(workspaces.id) })
        .from(workspaces)
        .where(isOldest)
        .orderBy(asc(workspaces.id))
        .limit(1);
      return oldest && { id: oldest.id, storedBytes: oldest.storedBytes, auditHead: readHead(oldest.head) };
    },

    /** Makes the first workspace: two first requests may arrive at once, one statement makes it for both. */
    async makeFirstWorkspace(name: string, now: Date): Promise<void> {
      await database.run(sql`
        insert into workspaces (id, name, created_at)
        select ${newId()}, ${name}, ${now.getTime()} where not exists (select 1 from workspaces)`);
    },
  };
}

/** Credential pairs of workspaces. */
export function createKeys(database: Database) {
  return {
    newKeyId: () => `dk_${randomText(12)}`,

    /** @throws Failure `not_allowed` if its maker is no member any more */
    async create(workspaceId: string, name: string, now: Date, terms: KeyTerms = {}): Promise<NewApiKey> {
      const keyId = terms.id ?? this.newKeyId();
      const secret = randomText(32);
      const { rights, folders, expiresAt, madeBy = "" } = terms;
      const asJson = (value: readonly string[] | undefined) => (value ? JSON.stringify(value) : null);
      const made = await database.all(sql`
        insert into api_keys (id, workspace_id, name, secret_sha256, created_at, rights, folders, expires_at, made_by)
        select ${keyId}, ${workspaceId}, ${name}, ${await sha256Hex(secret)}, ${now.getTime()}, ${asJson(rights)},
          ${asJson(folders)}, ${expiresAt?.getTime() ?? null}, ${madeBy}
        where ${madeBy} = '' or exists
          (select 1 from memberships where workspace_id = ${workspaceId} and person_id = ${madeBy})
        returning id`);
      if (made.length === 0) throw new Failure("not_allowed", "Whoever makes a key must be a member of the workspace.");
      return { keyId, secret };
    },

    async list(workspaceId: string): Promise<ListedApiKey[]> {
      const rows = await database
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.workspaceId, workspaceId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
      return rows.map(toListedKey);
    },

    async page(workspaceId: string, filter: KeyFilter, page: Page<KeyOrder>): Promise<ListedApiKey[]> {
      const keys = KEYS[page.order ?? "created_at"];
      const search = filter.search?.toLowerCase();
      const rows = await database
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.workspaceId, workspaceId),
            filter.isRevoked === undefined
              ? undefined
              : filter.isRevoked
                ? isNotNull(apiKeys.revokedAt)
                : isNull(apiKeys.revokedAt),
            search ? sql`instr(lower(${apiKeys.name} || ' ' || ${apiKeys.id}), ${search}) > 0` : undefined,
            afterStart(keys, page),
          ),
        )
        .orderBy(...inOrder(keys, page))
        .limit(page.limit);
      return rows.map(toListedKey);
    },

    /** The keys that a person made and that still work. */
    async madeBy(workspaceId: string, personId: string): Promise<ListedApiKey[]> {
      const rows = await database
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.madeBy, personId), isNull(apiKeys.revokedAt)))
        .orderBy(asc(apiKeys.createdAt));
      return rows.map(toListedKey);
    },

    /** Undefined if the workspace has no such key, as for the fixed pair of the environment. */
    async find(workspaceId: string, keyId: string): Promise<ListedApiKey | undefined> {
      const [row] = await database
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId)));
      return row && toListedKey(row);
    },

    /** Another name and other terms; undefined if the workspace has no such key. */
    async change(workspaceId: string, keyId: string, change: KeyChange): Promise<ListedApiKey | undefined> {
      const { name, rights, folders, expiresAt } = change;
      const [row] = await database
        .update(apiKeys)
        .set({
          name,
          rights: rights ? [...rights] : null,
          folders: folders ? [...folders] : null,
          expiresAt: expiresAt?.getTime() ?? null,
        })
        .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId)))
        .returning();
      return row && toListedKey(row);
    },

    /** Records that a key was used, unless that was recorded a moment ago. */
    async touch({ keyId, lastUsedAt }: ApiKey, now: Date): Promise<void> {
      if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < USE_RESOLUTION_MS) return;
      await database.update(apiKeys).set({ lastUsedAt: now.getTime() }).where(eq(apiKeys.id, keyId));
    },

    /** False if the workspace has no such key, or it has already been revoked. */
    async revoke(workspaceId: string, keyId: string, now: Date, revokedBy = ""): Promise<boolean> {
      const revoked = await database
        .update(apiKeys)
        .set({ revokedAt: now.getTime(), revokedBy })
        .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id });
      return revoked.length > 0;
    },
  };
}

/** A key as it was when its secret was checked. */
export type CheckedKey = Pick<ApiKey, "keyId" | "secretSha256">;

/** Whether a key that was checked before is still there, with the same secret, and may merge in all folders. */
export const mayMerge = (workspaceId: string, { keyId, secretSha256 }: CheckedKey, now: Date): SQL =>
  sql`exists (select 1 from api_keys where id = ${keyId} and workspace_id = ${workspaceId} and secret_sha256 = ${secretSha256}
    and revoked_at is null and coalesce(expires_at, ${Number.MAX_SAFE_INTEGER}) > ${now.getTime()} and folders is null
    and (rights is null or exists (select 1 from json_each(rights) where value = 'merge')))`;

type KeyRow = typeof apiKeys.$inferSelect;

/** The paths of a key's folders, as JSON; those that are gone are none. */
export const pathsOf = (key: typeof apiKeys) =>
  sql<string | null>`(select json_group_array(kept.path) from folders as kept
    where kept.workspace_id = ${key.workspaceId} and kept.id in (select value from json_each(${key.folders})))`;

/** @param paths of `pathsOf` */
export function keyRights({ rights, folders }: Pick<KeyRow, "rights" | "folders">, paths: string | null) {
  return rightsOfKey(rights ?? RIGHT_NAMES, folders ? (JSON.parse(paths ?? "[]") as string[]) : undefined);
}

function toApiKey(row: KeyRow): Omit<ApiKey, "storedBytes" | "auditHead" | "rights"> {
  return {
    keyId: row.id,
    workspaceId: row.workspaceId,
    secretSha256: row.secretSha256,
    revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt).toISOString(),
    lastUsedAt: toDate(row.lastUsedAt),
    expiresAt: toDate(row.expiresAt),
  };
}

function toListedKey(row: KeyRow): ListedApiKey {
  return {
    ...toApiKey(row),
    name: row.name,
    createdAt: new Date(row.createdAt),
    rights: row.rights ?? undefined,
    folders: row.folders ?? undefined,
    madeBy: row.madeBy,
    revokedBy: row.revokedBy,
  };
}

const randomText = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
