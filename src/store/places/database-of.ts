import type { LocationHint } from "../../domain/access/location-hint.ts";
import { isInObject, type Jurisdiction, jurisdictionOf } from "../../domain/access/workspace-place.ts";
import { objectDatabase, objectsIn, type PlacedObjects } from "../object/object-database.ts";
import { movableDatabase } from "./movable-database.ts";

/**
 * The database in which a workspace's rows are; D1 for the id of none.
 * @param near where its object is to be, of a workspace that is just being made
 */
export type DatabaseOf = (workspaceId: string, near?: LocationHint) => D1Database;

interface Databases {
  DB: D1Database;
  /** Without objects, everything is in `DB`: so it is within an object. */
  WORKSPACES?: PlacedObjects;
  /** Only where it is `objects` may workspaces move from D1: else nothing is asked for their sake. */
  NEW_WORKSPACES?: string;
}

export function databaseIn({ DB, WORKSPACES, NEW_WORKSPACES }: Databases): DatabaseOf {
  if (!WORKSPACES) return () => DB;
  const open = (workspaceId: string) => {
    const inObject = (jurisdiction: Jurisdiction | undefined) =>
      objectDatabase(objectsIn(WORKSPACES, jurisdiction), workspaceId);
    return isInObject(workspaceId) ? inObject(jurisdictionOf(workspaceId)) : movableDatabase(DB, workspaceId, inObject);
  };
  const known = new Map<string, D1Database>();
  return (workspaceId, near) => {
    // In a jurisdiction it is where that is.
    if (near !== undefined && isInObject(workspaceId) && jurisdictionOf(workspaceId) === undefined)
      return objectDatabase(WORKSPACES, workspaceId, near);
    if (workspaceId === "" || (NEW_WORKSPACES !== "objects" && !isInObject(workspaceId))) return DB;
    const database = known.get(workspaceId) ?? open(workspaceId);
    known.set(workspaceId, database);
    return database;
  };
}
