import { eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { mailServers } from "../schema/mail-servers.ts";

/** The mail server of a workspace, its password encrypted. */
export type StoredMailServer = Omit<typeof mailServers.$inferSelect, "workspaceId" | "updatedAt">;

/** Mail servers of workspaces, one each. */
export function createMailServers(database: Database) {
  return {
    async ofWorkspace(workspaceId: string): Promise<StoredMailServer | undefined> {
      const [row] = await database.select().from(mailServers).where(eq(mailServers.workspaceId, workspaceId));
      return row;
    },

    async put(workspaceId: string, server: StoredMailServer, now: Date): Promise<void> {
      const values = { ...server, updatedAt: now.getTime() };
      await database
        .insert(mailServers)
        .values({ workspaceId, ...values })
        .onConflictDoUpdate({ target: mailServers.workspaceId, set: values });
    },

    /** @returns whether there was one */
    async delete(workspaceId: string): Promise<boolean> {
      const gone = await database
        .delete(mailServers)
        .where(eq(mailServers.workspaceId, workspaceId))
        .returning({ workspaceId: mailServers.workspaceId });
      return gone.length > 0;
    },
  };
}
