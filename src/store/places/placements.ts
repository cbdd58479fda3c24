import { asc, eq, gt, sql } from "drizzle-orm";
import type { LocationHint } from "../../domain/access/location-hint.ts";
import { idInObject, type Jurisdiction } from "../../domain/access/workspace-place.ts";
import { type Database, openDatabase } from "../database.ts";
import { newId } from "../ids.ts";
import { placements } from "../schema/places.ts";
import { sweeps } from "../schema/requests.ts";
import { workspaces } from "../schema/workspaces.ts";
import type { DatabaseOf } from "./database-of.ts";

/** Where the object of a new workspace is to be. */
export interface NewPlace {
  /** What the deployment's setting says if absent. */
  jurisdiction?: Jurisdiction;
  /** Near whoever makes it: no more than a wish, and none where there is a jurisdiction. */
  near?: LocationHint;
}

type Placement = typeof placements.$inferSelect;

const ROUND = "placements";
/** Stands for the end of a round. */
const ENDED = "";
/** Between the end of a round and the next one: each wakes an object that may have nothing to do. */
const PAUSE_MS = 5 * 60_000;

/**
 * Which workspaces are in objects.
 * @param ofNew the jurisdiction in which workspaces are made
 */
export function createPlacements(database: Database, databaseOf: DatabaseOf, ofNew: Jurisdiction | undefined) {
  /** By their ids. @param after the last one of the page before */
  async function page(after: string | undefined, limit: number): Promise<Placement[]> {
    return await database
      .select()
      .from(placements)
      .where(after === undefined ? undefined : gt(placements.workspaceId, after))
      .orderBy(asc(placements.workspaceId))
      .limit(limit);
  }

  return {
    page,

    /** The next ones of a round through all of them, whoever asks; none between two rounds. */
    async nextOfRound(now: Date, limit: number): Promise<Placement[]> {
      const [sweep] = await database.select().from(sweeps).where(eq(sweeps.name, ROUND));
      const after = sweep?.cursor ?? ENDED;
      if (sweep && after === ENDED && sweep.updatedAt > now.getTime() - PAUSE_MS) return [];
      const found = await page(after, limit);
      if (found.length === 0 && after === ENDED) return [];
      // Before anything is done with them: who fails at one of them does not meet it again and again.
      const state = {
        cursor: found.length < limit ? ENDED : (found.at(-1)?.workspaceId ?? ENDED),
        updatedAt: now.getTime(),
      };
      await database
        .insert(sweeps)
        .values({ name: ROUND, ...state })
        .onConflictDoUpdate({ target: sweeps.name, set: state });
      return found;
    },

    /** Makes a workspace in an object. */
    async make(
      name: string,
      now: Date,
      { jurisdiction = ofNew, near }: NewPlace = {},
    ): Promise<typeof workspaces.$inferSelect> {
      const id = idInObject(newId(), jurisdiction);
      await database.insert(placements).values({ workspaceId: id, createdAt: now.getTime(), jurisdiction });
      const own = openDatabase(databaseOf(id, near));
      const [row] = await own.insert(workspaces).values({ id, name, createdAt: now.getTime() }).returning();
      if (!row) throw new Error("A workspace that was just written is not there");
      return row;
    },

    async byId(workspaceId: string): Promise<Placement | undefined> {
      const [row] = await database.select().from(placements).where(eq(placements.workspaceId, workspaceId));
      return row;
    },

    async oldest(): Promise<string | undefined> {
      const [row] = await database.select().from(placements).orderBy(asc(placements.createdAt)).limit(1);
      return row?.workspaceId;
    },

    /** Has the first workspace be in an object, unless there is one anywhere: two first requests may arrive at once. @returns its id, if it was this request */
    async placeFirst(now: Date): Promise<string | undefined> {
      const [placed] = await database.all<{ workspace_id: string }>(sql`
        insert into placements (workspace_id, created_at, jurisdiction)
        select ${idInObject(newId(), ofNew)}, ${now.getTime()}, ${ofNew ?? null}
        where not exists (select 1 from workspaces) and not exists (select 1 from placements)
        returning workspace_id`);
      return placed?.workspace_id;
    },

    /** Makes a workspace that has its place and nothing else. */
    async fill(id: string, name: string, now: Date, near: LocationHint | undefined): Promise<void> {
      const own = openDatabase(databaseOf(id, near));
      await own.insert(workspaces).values({ id, name, createdAt: now.getTime() }).onConflictDoNothing();
    },
  };
}
