import { eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { turnstileKeys } from "../schema/turnstile-keys.ts";

/** The Turnstile keys of a workspace, the secret one encrypted. */
export type StoredTurnstileKeys = Omit<typeof turnstileKeys.$inferSelect, "workspaceId" | "updatedAt">;

/** Turnstile keys of workspaces, one pair each. */
export function createTurnstileKeys(database: Database) {
  return {
    async ofWorkspace(workspaceId: string): Promise<StoredTurnstileKeys | undefined> {
      const [row] = await database.select().from(turnstileKeys).where(eq(turnstileKeys.workspaceId, workspaceId));
      return row;
    },

    async put(workspaceId: string, keys: StoredTurnstileKeys, now: Date): Promise<void> {
      const values = { ...keys, updatedAt: now.getTime() };
      await database
        .insert(turnstileKeys)
        .values({ workspaceId, ...values })
        .onConflictDoUpdate({ target: turnstileKeys.workspaceId, set: values });
    },

    async delete(workspaceId: string): Promise<void> {
      await database.delete(turnstileKeys).where(eq(turnstileKeys.workspaceId, workspaceId));
    },
  };
}
