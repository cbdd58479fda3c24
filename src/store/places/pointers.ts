import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import type { NumberedTable } from "../object/id-block.ts";
import type { PointerKind } from "../object/pointer-triggers.ts";
import { idBlocks, pointers } from "../schema/places.ts";

/** Which workspaces in objects may know something. */
export function createPointers(database: Database) {
  const leadingTo = (kind: PointerKind, value: string) =>
    database
      .select({ workspaceId: pointers.workspaceId })
      .from(pointers)
      .where(and(eq(pointers.kind, kind), eq(pointers.value, value)))
      .orderBy(asc(sql`rowid`));

  return {
    /** The first that had it before others. */
    async to(kind: PointerKind, value: string): Promise<string[]> {
      return (await leadingTo(kind, value)).map(({ workspaceId }) => workspaceId);
    },

    /** The one that gives the id of a merge address, before those that brought the address along from another service. */
    async toAddress(table: NumberedTable, id: number, formerAddress: string): Promise<string[]> {
      const [holders, bringers] = await database.batch([
        // Blocks do not overlap: only the last one that begins before it can have it.
        database
          .select({ workspaceId: idBlocks.workspaceId, lastId: idBlocks.lastId })
          .from(idBlocks)
          .where(and(eq(idBlocks.tableName, table), lte(idBlocks.firstId, id)))
          .orderBy(desc(idBlocks.firstId))
          .limit(1),
        leadingTo("former", formerAddress),
      ]);
      return [...holders.filter(({ lastId }) => lastId >= id), ...bringers].map(({ workspaceId }) => workspaceId);
    },
  };
}
