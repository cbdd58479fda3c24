import { isInObject } from "../../domain/access/workspace-place.ts";
import { type DatabaseObjects, objectDatabase } from "../object/object-database.ts";

/** The database in which a workspace's rows are; D1 for the id of none. */
export type DatabaseOf = (workspaceId: string) => D1Database;

/** @param bindings without objects, everything is in `DB`: so it is within an object */
export function databaseIn({ DB, WORKSPACES }: { DB: D1Database; WORKSPACES?: DatabaseObjects }): DatabaseOf {
  const known = new Map<string, D1Database>();
  return (workspaceId) => {
    if (!WORKSPACES || !isInObject(workspaceId)) return DB;
    const database = known.get(workspaceId) ?? objectDatabase(WORKSPACES, workspaceId);
    known.set(workspaceId, database);
    return database;
  };
}
