import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { folderAndAncestors } from "../domain/folder.ts";
import type { Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { documents } from "./schema/documents.ts";
import { folders } from "./schema/merge-targets.ts";
import { routes } from "./schema/routes.ts";

export interface Folder {
  id: string;
  /** Normalized, `A/B/C`. */
  path: string;
  createdAt: Date;
  /** Whether documents, or data routes, are directly in it. */
  hasDocuments: boolean;
  hasRoutes: boolean;
}

export type Folders = ReturnType<typeof createFolders>;

/** Folders of documents and data routes. They are made by writing something into them. */
export function createFolders(database: Database) {
  return {
    /** All folders of a workspace by path. */
    async list(workspaceId: string): Promise<Folder[]> {
      const inDocuments = database
        .select({ one: sql`1` })
        .from(documents)
        .where(and(eq(documents.folderId, folders.id), isNull(documents.deletedAt)));
      const inRoutes = database
        .select({ one: sql`1` })
        .from(routes)
        .where(and(eq(routes.folderId, folders.id), isNull(routes.deletedAt)));
      const rows = await database
        .select({
          id: folders.id,
          path: folders.path,
          createdAt: folders.createdAt,
          hasDocuments: sql<number>`exists ${inDocuments}`,
          hasRoutes: sql<number>`exists ${inRoutes}`,
        })
        .from(folders)
        .where(eq(folders.workspaceId, workspaceId))
        .orderBy(asc(folders.path));

      return rows.map((row) => ({
        ...row,
        createdAt: new Date(row.createdAt),
        hasDocuments: row.hasDocuments === 1,
        hasRoutes: row.hasRoutes === 1,
      }));
    },

    /** The id of the folder with this whole path. */
    async idOf(workspaceId: string, path: string): Promise<string | undefined> {
      const [row] = await database
        .select({ id: folders.id })
        .from(folders)
        .where(and(eq(folders.workspaceId, workspaceId), eq(folders.path, path)));
      return row?.id;
    },
  };
}

/** The statement that makes a folder and its ancestors where they are missing; none for the empty path. */
export function ensureFolder(database: Database, workspaceId: string, path: string, now: Date): Statement[] {
  if (path === "") return [];
  const rows = folderAndAncestors(path).map((ancestor) => ({
    id: newId(),
    workspaceId,
    path: ancestor,
    createdAt: now.getTime(),
  }));

  return [database.insert(folders).values(rows).onConflictDoNothing()];
}

/** The folder's id as an expression, for a statement that comes after `ensureFolder` in the same batch. */
export function folderIdByPath(workspaceId: string, path: string): SQL<string | null> {
  return sql`(select id from folders where workspace_id = ${workspaceId} and path = ${path})`;
}
