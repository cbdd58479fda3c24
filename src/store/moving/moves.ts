import { eq, ne } from "drizzle-orm";
import type { Database } from "../database.ts";
import { moves } from "../schema/places.ts";

/** Workspaces that operators have asked to be moved. */
export function createMoves(database: Database) {
  return {
    /** Of those that are not over. */
    async unfinished(): Promise<string[]> {
      const rows = await database.select({ workspaceId: moves.workspaceId }).from(moves).where(ne(moves.step, "done"));
      return rows.map(({ workspaceId }) => workspaceId);
    },

    /** Tells whoever has asked for it why it does not go on. */
    async note(workspaceId: string, problem: string): Promise<void> {
      await database.update(moves).set({ problem }).where(eq(moves.workspaceId, workspaceId));
    },
  };
}
