import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { FolderView } from "../domain/access/rights.ts";
import { documents } from "./schema/documents.ts";
import { routes } from "./schema/routes.ts";

/** Whether what is in a folder is in a view; no condition for a view of everything. @param path of the folder, null for none */
export function isPathSeen(view: FolderView, path: SQL): SQL {
  const named = JSON.stringify(view.folders.map((each) => [each.path, each.isSeen ? 1 : 0]));

  return sql`coalesce((select named.value ->> 1 from json_each(${named}) as named, (select ${path} as path) as place
    where place.path = named.value ->> 0
      or substr(place.path, 1, length(named.value ->> 0) + 1) = (named.value ->> 0) || '/'
    order by length(named.value ->> 0) desc limit 1), ${view.base ? 1 : 0}) = 1`;
}

/** Whether a row is in a view, by the column with the id of its folder. */
export function isFolderSeen(view: FolderView | undefined, folderId: SQLiteColumn): SQL | undefined {
  return view && isPathSeen(view, sql`(select seen.path from folders as seen where seen.id = ${folderId})`);
}

/** Whether a folder is in a view, by the column with its path. */
export const isPathOfView = (view: FolderView | undefined, path: SQLiteColumn): SQL | undefined =>
  view && isPathSeen(view, sql`${path}`);

/** Whether a document is in a view, by a column with its id. */
export const isDocumentSeen = (view: FolderView, documentId: SQLiteColumn): SQL =>
  sql`exists (select 1 from ${documents} where ${documents.id} = ${documentId}
    and ${isFolderSeen(view, documents.folderId)})`;

/** Whether a run is in a view: its document and its route are. Runs of neither are outside of all folders. */
export function isRunSeen(
  view: FolderView | undefined,
  run: { documentId: SQLiteColumn; routeId: SQLiteColumn },
): SQL | undefined {
  if (!view) return undefined;
  const document = isDocumentSeen(view, run.documentId);
  const route = sql`exists (select 1 from ${routes} where ${routes.id} = ${run.routeId}
    and ${isFolderSeen(view, routes.folderId)})`;

  return sql`((${run.documentId} is null or ${document}) and (${run.routeId} is null or ${route})
    and (${run.documentId} is not null or ${run.routeId} is not null or ${view.base ? 1 : 0}))`;
}
