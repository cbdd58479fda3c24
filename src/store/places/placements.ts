import { asc, eq, gt, sql } from "drizzle-orm";
import { idInObject, type Jurisdiction } from "../../domain/access/workspace-place.ts";
import { type Database, openDatabase } from "../database.ts";
import { newId } from "../ids.ts";
import { placements } from "../schema/places.ts";
import { workspaces } from "../schema/workspaces.ts";
import type { DatabaseOf } from "./database-of.ts";

type Placement = typeof placements.$inferSelect;

/**
 * Which workspaces are in objects.
 * @param ofNew the jurisdiction in which workspaces are made
 */
export function createPlacements(database: Database, databaseOf: DatabaseOf, ofNew: Jurisdiction | undefined) {
  return {
    /** Makes a workspace in an object. */
    async make(
      name: string,
      now: Date,
      jurisdiction: Jurisdiction | undefined = ofNew,
    ): Promise<typeof workspaces.$inferSelect> {
      const id = idInObject(newId(), jurisdiction);
      await database.insert(placements).values({ workspaceId: id, createdAt: now.getTime(), jurisdiction });
      const own = openDatabase(databaseOf(id));
      const [row] = await own.insert(workspaces).values({ id, name, createdAt: now.getTime() }).returning();
      if (!row) throw new Error("A workspace that was just written is not there");
      return row;
    },

    async byId(workspaceId: string): Promise<Placement | undefined> {
      const [row] = await database.select().from(placements).where(eq(placements.workspaceId, workspaceId));
      return row;
    },

    /** By their ids. @param after the last one of the page before */
    async page(after: string | undefined, limit: number): Promise<Placement[]> {
      return await database
        .select()
        .from(placements)
        .where(after === undefined ? undefined : gt(placements.workspaceId, after))
        .orderBy(asc(placements.workspaceId))
        .limit(limit);
    },

    async oldest(): Promise<string | undefined> {
      const [row] = await database.select().from(placements).orderBy(asc(placements.createdAt)).limit(1);
      return row?.workspaceId;
    },

    /** Has the first workspace be in an object, unless there is one anywhere: two first requests may arrive at once. */
    async placeFirst(now: Date): Promise<void> {
      await database.run(sql`
        insert into placements (workspace_id, created_at, jurisdiction)
        select ${idInObject(newId(), ofNew)}, ${now.getTime()}, ${ofNew ?? null}
        where not exists (select 1 from workspaces) and not exists (select 1 from placements)`);
    },

    /** Makes a workspace that has its place and nothing else. */
    async fill(id: string, name: string, now: Date): Promise<void> {
      const own = openDatabase(databaseOf(id));
      await own.insert(workspaces).values({ id, name, createdAt: now.getTime() }).onConflictDoNothing();
    },
  };
}
