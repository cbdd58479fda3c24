import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import type { Database } from "../database.ts";
import { storedBytesOf } from "../document-rows.ts";
import { newId, newKey } from "../ids.ts";
import { fillInPages } from "../schema/fill-in-pages.ts";
import { isHere } from "../schema/is-here.ts";
import { sha256Hex } from "../sha256.ts";

/** The address of a fill-in page. */
export interface FillInPage {
  id: string;
  workspaceId: string;
  owner: DeliveryOwner;
  key: string;
  /** How often it was sent. */
  sent: number;
}

/** A page found by its address. */
export interface AddressedPage extends FillInPage {
  /** What its workspace keeps, in bytes. */
  storedBytes: number;
}

const isOf = (workspaceId: string, owner: DeliveryOwner) =>
  and(
    "documentId" in owner
      ? and(isNotNull(fillInPages.documentId), eq(fillInPages.documentId, owner.documentId))
      : and(isNotNull(fillInPages.routeId), eq(fillInPages.routeId, owner.routeId)),
    eq(fillInPages.workspaceId, workspaceId),
  );

/** Addresses of fill-in pages. The caller has made sure that the owner is the workspace's. */
export function createFillInPages(database: Database) {
  async function newPage(workspaceId: string, owner: DeliveryOwner, now: Date) {
    const key = newKey();
    const keySha256 = await sha256Hex(key);
    return { id: newId(), workspaceId, ...owner, key, keySha256, createdAt: now.getTime() };
  }

  return {
    /** Undefined if the owner's page has never had an address. */
    async ofOwner(workspaceId: string, owner: DeliveryOwner): Promise<FillInPage | undefined> {
      const [row] = await database.select().from(fillInPages).where(isOf(workspaceId, owner));
      return row && toPage(row);
    },

    /** Gives the owner's page an address, unless it has one. */
    async ensure(workspaceId: string, owner: DeliveryOwner, now: Date): Promise<void> {
      await database
        .insert(fillInPages)
        .values(await newPage(workspaceId, owner, now))
        .onConflictDoNothing();
    },

    /** Gives the owner's page another address, or its first one; what was sent is counted anew. */
    async renew(workspaceId: string, owner: DeliveryOwner, now: Date): Promise<FillInPage> {
      const page = await newPage(workspaceId, owner, now);
      const [, rows] = await database.batch([
        database.delete(fillInPages).where(isOf(workspaceId, owner)),
        database.insert(fillInPages).values(page).returning(),
      ]);
      if (!rows[0]) throw new Error("A fill-in page that was just written is not there");
      return toPage(rows[0]);
    },

    /** Counts one more that was sent; false if there have been as many as there may be. */
    async count({ id }: FillInPage, most: number | undefined): Promise<boolean> {
      const counted = await database
        .update(fillInPages)
        .set({ sent: sql`${fillInPages.sent} + 1` })
        .where(and(eq(fillInPages.id, id), most === undefined ? undefined : lt(fillInPages.sent, most)))
        .returning({ id: fillInPages.id });
      return counted.length > 0;
    },

    /** Takes one back that came to nothing. */
    async uncount({ id }: FillInPage): Promise<void> {
      await database
        .update(fillInPages)
        .set({ sent: sql`max(0, ${fillInPages.sent} - 1)` })
        .where(eq(fillInPages.id, id));
    },
  };
}

/** Fill-in pages by their addresses. */
export function createFillInPageLookUps(database: Database) {
  return {
    /** Found by the key alone: a wrong id and a wrong key take the same path to the same nothing. */
    async byKey(ownerId: number, key: string): Promise<AddressedPage | undefined> {
      const [row] = await database
        .select({ page: fillInPages, storedBytes: storedBytesOf(fillInPages.workspaceId) })
        .from(fillInPages)
        .where(and(eq(fillInPages.keySha256, await sha256Hex(key)), isHere(fillInPages.workspaceId)));
      if (!row || (row.page.documentId ?? row.page.routeId) !== ownerId) return undefined;
      return { ...toPage(row.page), storedBytes: row.storedBytes };
    },
  };
}

function toPage({ id, workspaceId, documentId, routeId, key, sent }: typeof fillInPages.$inferSelect): FillInPage {
  const owner = documentId === null ? { routeId: routeId ?? 0 } : { documentId };
  return { id, workspaceId, owner, key, sent };
}
