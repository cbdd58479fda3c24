import { asc, eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { workspaces } from "./schema/workspaces.ts";

export interface Workspace {
  id: string;
  name: string;
  settings: Record<string, unknown>;
  createdAt: Date;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** The owners of everything (decisions "Accounts and keys"). */
export function createWorkspaces(database: Database) {
  return {
    async create(name: string, now: Date): Promise<Workspace> {
      const [row] = await database
        .insert(workspaces)
        .values({ id: newId(), name, createdAt: now.getTime() })
        .returning();
      return toWorkspace(row!);
    },

    async byId(id: string): Promise<Workspace | undefined> {
      const [row] = await database.select().from(workspaces).where(eq(workspaces.id, id));
      return row && toWorkspace(row);
    },

    /** All workspaces, oldest first. */
    async list(): Promise<Workspace[]> {
      return (await database.select().from(workspaces).orderBy(asc(workspaces.id))).map(toWorkspace);
    },
  };
}

const toWorkspace = (row: typeof workspaces.$inferSelect): Workspace => ({
  ...row,
  createdAt: new Date(row.createdAt),
});
