import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type FolderView, isInView, isWhollyInView } from "../domain/access/rights.ts";
import { Failure } from "../domain/failure.ts";
import { folderAndAncestors } from "../domain/folder.ts";
import { runBatch, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { isPathOfView } from "./folder-view.ts";
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

/** Folders of documents and data routes. They are made by writing something into them. */
export function createFolders(database: Database, view?: FolderView) {
  const isSeen = isPathOfView(view, folders.path);

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
        .where(and(eq(folders.workspaceId, workspaceId), isSeen))
        .orderBy(asc(folders.path));

      return rows.map((row) => ({
        ...row,
        createdAt: new Date(row.createdAt),
        hasDocuments: row.hasDocuments === 1,
        hasRoutes: row.hasRoutes === 1,
      }));
    },

    async byId(workspaceId: string, id: string): Promise<{ id: string; path: string } | undefined> {
      const [row] = await database
        .select({ id: folders.id, path: folders.path })
        .from(folders)
        .where(and(eq(folders.id, id), eq(folders.workspaceId, workspaceId), isSeen));
      return row;
    },

    /** Makes a folder and those above it. */
    async create(workspaceId: string, path: string, now: Date): Promise<void> {
      requireFolder(view, path);
      for (const statement of ensureFolder(database, workspaceId, path, now)) await statement;
    },

    /**
     * Gives a folder another path; all folders below move along. False if one of the new paths is taken, or the folder
     * is gone.
     */
    async move(workspaceId: string, from: string, to: string, now: Date): Promise<boolean> {
      requireTree(view, from);
      requireFolder(view, to);
      const parent = to.includes("/") ? to.slice(0, to.lastIndexOf("/")) : "";
      const moved = await runBatch(
        database,
        ensureFolder(database, workspaceId, parent, now),
        database
          .update(folders)
          .set({ path: sql`${to} || substr(${folders.path}, length(${from}) + 1)` })
          .where(
            and(
              inTree(workspaceId, from),
              sql`not exists (select 1 from folders as other where other.workspace_id = ${workspaceId}
                and (other.path = ${to} or substr(other.path, 1, length(${to}) + 1) = ${`${to}/`})
                and not (other.path = ${from} or substr(other.path, 1, length(${from}) + 1) = ${`${from}/`}))`,
            ),
          )
          .returning({ id: folders.id }),
      );
      return moved.length > 0;
    },

    /** How much is in a folder and in those below. */
    async contents(workspaceId: string, path: string): Promise<{ documents: number; routes: number; folders: number }> {
      const ids = sql`(select id from folders where ${inTree(workspaceId, path)})`;
      const [counts] = await database.all<{ documents: number; routes: number; folders: number }>(sql`
        select (select count(*) from documents where folder_id in ${ids} and deleted_at is null) as documents,
          (select count(*) from routes where folder_id in ${ids} and deleted_at is null) as routes,
          (select count(*) - 1 from folders where ${inTree(workspaceId, path)}) as folders`);
      return counts ?? { documents: 0, routes: 0, folders: 0 };
    },

    /**
     * Removes a folder and those below. Their contents move to the folder above, or are deleted.
     * @returns false if the folder is gone
     */
    async delete(workspaceId: string, path: string, contents: "move" | "delete", now: Date): Promise<boolean> {
      requireTree(view, path);
      if (contents === "move") requireFolder(view, parentOf(path));
      const found = await database.select({ id: folders.id }).from(folders).where(inTree(workspaceId, path));
      const ids = sql`(select value from json_each(${JSON.stringify(found.map(({ id }) => id))}))`;
      const parent = parentOf(path);
      // What lies in the bin keeps the path as it is now: its folder goes.
      const keepPath = (table: typeof documents | typeof routes) =>
        database
          .update(table)
          .set({ deletedFrom: pathOfFolder })
          .where(and(eq(table.workspaceId, workspaceId), isNotNull(table.deletedAt), sql`${table.folderId} in ${ids}`));
      const change =
        contents === "delete"
          ? { deletedAt: now.getTime(), deletedFrom: pathOfFolder, revision: sql`revision + 1` }
          : { folderId: folderIdByPath(workspaceId, parent), revision: sql`revision + 1`, updatedAt: now.getTime() };
      const [, , , , deleted] = await database.batch([
        keepPath(documents),
        keepPath(routes),
        database
          .update(documents)
          .set(change)
          .where(
            and(
              eq(documents.workspaceId, workspaceId),
              isNull(documents.deletedAt),
              sql`${documents.folderId} in ${ids}`,
            ),
          ),
        database
          .update(routes)
          .set(change)
          .where(and(eq(routes.workspaceId, workspaceId), isNull(routes.deletedAt), sql`${routes.folderId} in ${ids}`)),
        database.delete(folders).where(inTree(workspaceId, path)).returning({ id: folders.id }),
      ]);
      return deleted.length > 0;
    },

    /** The folder with this whole path, or, if there is none, all those with this name. */
    async idsOf(workspaceId: string, path: string): Promise<string[]> {
      const suffix = `/${path}`;
      const rows = await database
        .select({ id: folders.id, path: folders.path })
        .from(folders)
        .where(
          and(
            eq(folders.workspaceId, workspaceId),
            isSeen,
            or(eq(folders.path, path), sql`substr(${folders.path}, -${[...suffix].length}) = ${suffix}`),
          ),
        );
      const whole = rows.filter((row) => row.path === path);
      return (whole.length > 0 ? whole : rows).map(({ id }) => id);
    },

    /** The id of the folder with this whole path. */
    async idOf(workspaceId: string, path: string): Promise<string | undefined> {
      const [row] = await database
        .select({ id: folders.id })
        .from(folders)
        .where(and(eq(folders.workspaceId, workspaceId), eq(folders.path, path), isSeen));
      return row?.id;
    },
  };
}

const parentOf = (path: string): string => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");

/** @throws Failure `folder_not_found` for a folder that is not in the view, whether it is there or not */
export function requireFolder(view: FolderView | undefined, path: string): void {
  if (!isInView(view, path)) throw new Failure("folder_not_found", "You have no such folder to write into.");
}

/** @throws Failure `folder_not_found` if not all of a folder is in the view */
function requireTree(view: FolderView | undefined, path: string): void {
  if (!isWhollyInView(view, path)) throw new Failure("folder_not_found", "You may not change all of this folder.");
}

/** The statement that makes a folder and its ancestors if they are missing; none for the empty path. */
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

/** The path of the folder of a document or data route that is being written. */
export const pathOfFolder: SQL = sql`coalesce((select path from folders where folders.id = folder_id), '')`;

/** A folder and those below. Paths are compared as they are: `LIKE` would interpret characters in them. */
function inTree(workspaceId: string, path: string): SQL | undefined {
  return and(
    eq(folders.workspaceId, workspaceId),
    sql`(${folders.path} = ${path} or substr(${folders.path}, 1, length(${path}) + 1) = ${`${path}/`})`,
  );
}
