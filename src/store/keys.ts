import { Buffer } from "node:buffer";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { ApiKey, ApiKeyStore } from "../domain/api-key.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { apiKeys, workspaces } from "./schema/workspaces.ts";
import { sha256Hex } from "./sha256.ts";

/** A new pair; the secret is shown this once. */
export interface NewApiKey {
  keyId: string;
  secret: string;
}

export type Keys = ReturnType<typeof createKeys>;

/** Credential pairs. */
export function createKeys(database: Database) {
  const lookUps: ApiKeyStore = {
    async findByKeyId(keyId) {
      const [row] = await database.select().from(apiKeys).where(eq(apiKeys.id, keyId));
      return row && toApiKey(row);
    },

    async defaultWorkspaceId() {
      const [oldest] = await database
        .select({ id: workspaces.id })
        .from(workspaces)
        .orderBy(asc(workspaces.id))
        .limit(1);
      if (oldest) return oldest.id;

      // Two first requests may come at once: one statement makes the workspace for both.
      await database.run(sql`
        insert into workspaces (id, name, created_at)
        select ${newId()}, 'Default', ${Date.now()} where not exists (select 1 from workspaces)`);
      return lookUps.defaultWorkspaceId();
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

    async list(workspaceId: string): Promise<(ApiKey & { name: string })[]> {
      const rows = await database
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.workspaceId, workspaceId))
        .orderBy(apiKeys.createdAt);
      return rows.map((row) => ({ ...toApiKey(row), name: row.name }));
    },

    /** False when the workspace has no such key, or it was revoked before. */
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

function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    keyId: row.id,
    workspaceId: row.workspaceId,
    secretSha256: row.secretSha256,
    revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt).toISOString(),
  };
}

const randomText = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");
