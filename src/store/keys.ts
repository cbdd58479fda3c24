import { Buffer } from "node:buffer";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { ApiKey, ApiKeyStore } from "../domain/api-key.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
import { toDate } from "./run-rows.ts";
import { apiKeys, workspaces } from "./schema/workspaces.ts";
import { sha256Hex } from "./sha256.ts";

/** A new pair; the secret is shown only this once. */
export interface NewApiKey {
  keyId: string;
  secret: string;
}

/** A key as lists show it. */
export interface ListedApiKey extends Omit<ApiKey, "storedBytes"> {
  name: string;
  createdAt: Date;
}

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

/** Credential pairs. */
export function createKeys(database: Database) {
  const lookUps: ApiKeyStore = {
    async findByKeyId(keyId) {
      const [row] = await database
        .select({ key: apiKeys, storedBytes: workspaces.storedBytes })
        .from(apiKeys)
        .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
        .where(eq(apiKeys.id, keyId));
      return row && { ...toApiKey(row.key), storedBytes: row.storedBytes };
    },

    async defaultWorkspace() {
      const [oldest] = await database
        .select({ id: workspaces.id, storedBytes: workspaces.storedBytes })
        .from(workspaces)
        .orderBy(asc(workspaces.id))
        .limit(1);
      if (oldest) return oldest;

      // Two first requests may arrive at once: one statement makes the workspace for both.
      await database.run(sql`
        insert into workspaces (id, name, created_at)
        select ${newId()}, 'Default', ${Date.now()} where not exists (select 1 from workspaces)`);
      return lookUps.defaultWorkspace();
    },
  };

  return {
    ...lookUps,

    async create(workspaceId: string, name: string, now: Date): Promise<NewApiKey> {
      const keyId = `dk_${randomText(12)}`;
      const secret = randomText(32);
      await database
        .insert(apiKeys)
        .values({ id: keyId, workspaceId, name, secretSha256: await sha256Hex(secret), createdAt: now.getTime() });
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

    /** Another name; undefined if the workspace has no such key. */
    async rename(workspaceId: string, keyId: string, name: string): Promise<ListedApiKey | undefined> {
      const [row] = await database
        .update(apiKeys)
        .set({ name })
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
    async revoke(workspaceId: string, keyId: string, now: Date): Promise<boolean> {
      const revoked = await database
        .update(apiKeys)
        .set({ revokedAt: now.getTime() })
        .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
        .returning({ id: apiKeys.id });
      return revoked.length > 0;
    },
  };
}

function toApiKey(row: typeof apiKeys.$inferSelect): Omit<ApiKey, "storedBytes"> {
  return {
    keyId: row.id,
    workspaceId: row.workspaceId,
    secretSha256: row.secretSha256,
    revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt).toISOString(),
    lastUsedAt: toDate(row.lastUsedAt),
  };
}

function toListedKey(row: typeof apiKeys.$inferSelect): ListedApiKey {
  return { ...toApiKey(row), name: row.name, createdAt: new Date(row.createdAt) };
}

const randomText = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
