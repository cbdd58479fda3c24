import { isInObject, type Jurisdiction, jurisdictionOf } from "../../domain/access/workspace-place.ts";
import { objectDatabase, objectsIn, type PlacedObjects } from "../object/object-database.ts";
import { movableDatabase } from "./movable-database.ts";

/** The database in which a workspace's rows are; D1 for the id of none. */
export type DatabaseOf = (workspaceId: string) => D1Database;

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
  return (workspaceId) => {
    if (workspaceId === "" || (NEW_WORKSPACES !== "objects" && !isInObject(workspaceId))) return DB;
    const database = known.get(workspaceId) ?? open(workspaceId);
    known.set(workspaceId, database);
    return database;
  };
}
