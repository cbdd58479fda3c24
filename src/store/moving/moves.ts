import { eq, ne, sql } from "drizzle-orm";
import type { Jurisdiction } from "../../domain/access/workspace-place.ts";
import type { Database } from "../database.ts";
import { moves } from "../schema/places.ts";

/** As D1 has it. */
interface UnfinishedMove {
  workspaceId: string;
  /** Of this try. */
  token: string;
  /** Of the object that it goes to; whether it is one that there is, nobody has checked. */
  jurisdiction: string | undefined;
}

/** Workspaces that operators have asked to be moved. */
export function createMoves(database: Database) {
  return {
    /** Those that are not over. @param ofNew the jurisdiction of those for which nobody has said one; from here on it is theirs */
    async takeUp(ofNew: Jurisdiction | undefined): Promise<UnfinishedMove[]> {
      const rows = await database
        .update(moves)
        .set({ jurisdiction: sql`coalesce(${moves.jurisdiction}, ${ofNew ?? ""})` })
        .where(ne(moves.step, "done"))
        .returning({ workspaceId: moves.workspaceId, token: moves.token, jurisdiction: moves.jurisdiction });
      return rows.map(({ jurisdiction, ...move }) => ({ ...move, jurisdiction: jurisdiction || undefined }));
    },

    /** Tells whoever has asked for it why it does not go on. */
    async note(workspaceId: string, problem: string): Promise<void> {
      await database.update(moves).set({ problem }).where(eq(moves.workspaceId, workspaceId));
    },

    /** Tells whoever has asked for any. */
    async noteAll(problem: string): Promise<void> {
      await database.update(moves).set({ problem }).where(ne(moves.step, "done"));
    },
  };
}
