import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import type { Database } from "../database.ts";
import { newId } from "../ids.ts";
import { documents } from "../schema/documents.ts";
import { formerAddresses } from "../schema/former-addresses.ts";
import { routes } from "../schema/routes.ts";
import { sha256Hex } from "../sha256.ts";

/** An address that a document or data route had at another service. */
export interface FormerAddress {
  id: string;
  formerId: number;
  formerKey: string;
  createdAt: Date;
}

type AddressKind = "document" | "route";

/** By which an address of another service is looked up. */
export const formerAddressDigest = (kind: AddressKind, id: number, key: string) => sha256Hex(`${kind}/${id}/${key}`);

/**
 * The id of what an address of another service leads to here. Id and key are one digest, so that a wrong one of either misses
 * the same index.
 */
export async function idByFormerAddress(kind: AddressKind, id: number, key: string): Promise<SQL> {
  const column = kind === "document" ? formerAddresses.documentId : formerAddresses.routeId;
  const digest = await formerAddressDigest(kind, id, key);
  return sql`select ${column} from ${formerAddresses} where ${formerAddresses.addressSha256} = ${digest}`;
}

const isOf = (workspaceId: string, owner: DeliveryOwner) =>
  and(
    "documentId" in owner
      ? and(isNotNull(formerAddresses.documentId), eq(formerAddresses.documentId, owner.documentId))
      : and(isNotNull(formerAddresses.routeId), eq(formerAddresses.routeId, owner.routeId)),
    eq(formerAddresses.workspaceId, workspaceId),
  );

/** Merge addresses that documents and data routes bring along. The caller has made sure that the owner is the workspace's. */
export function createFormerAddresses(database: Database) {
  /** Whether the address is that of a document or data route of this service. */
  async function isOwnAddress(kind: AddressKind, id: number, key: string): Promise<boolean> {
    const keySha256 = await sha256Hex(key);
    const table = kind === "document" ? documents : routes;
    const [row] = await database
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.keySha256, keySha256), isNull(table.deletedAt)));
    return row?.id === id;
  }

  return {
    /** In the order in which they were added. */
    async list(workspaceId: string, owner: DeliveryOwner): Promise<FormerAddress[]> {
      const rows = await database
        .select()
        .from(formerAddresses)
        .where(isOf(workspaceId, owner))
        .orderBy(asc(formerAddresses.id));
      return rows.map(toFormerAddress);
    },

    /** Adds one, or finds that the owner has it; undefined if it leads somewhere else. */
    async add(
      workspaceId: string,
      owner: DeliveryOwner,
      { formerId, formerKey }: Pick<FormerAddress, "formerId" | "formerKey">,
      now: Date,
    ): Promise<FormerAddress | undefined> {
      const kind = "documentId" in owner ? "document" : "route";
      const addressSha256 = await formerAddressDigest(kind, formerId, formerKey);
      if (await isOwnAddress(kind, formerId, formerKey)) return undefined;

      const isIt = eq(formerAddresses.addressSha256, addressSha256);
      const deletedDocuments = database
        .select({ id: documents.id })
        .from(documents)
        .where(isNotNull(documents.deletedAt));
      const deletedRoutes = database.select({ id: routes.id }).from(routes).where(isNotNull(routes.deletedAt));
      const target = kind === "document" ? formerAddresses.documentId : formerAddresses.routeId;
      const [, , rows] = await database.batch([
        // what belonged to something that was deleted is free
        database
          .delete(formerAddresses)
          .where(and(isIt, inArray(target, kind === "document" ? deletedDocuments : deletedRoutes))),
        database
          .insert(formerAddresses)
          .values({ id: newId(), workspaceId, ...owner, formerId, formerKey, addressSha256, createdAt: now.getTime() })
          .onConflictDoNothing(),
        database
          .select()
          .from(formerAddresses)
          .where(and(isIt, isOf(workspaceId, owner))),
      ]);
      return rows[0] && toFormerAddress(rows[0]);
    },

    async delete(workspaceId: string, owner: DeliveryOwner, id: string): Promise<boolean> {
      const deleted = await database
        .delete(formerAddresses)
        .where(and(eq(formerAddresses.id, id), isOf(workspaceId, owner)))
        .returning({ id: formerAddresses.id });
      return deleted.length > 0;
    },

    async count(workspaceId: string, owner: DeliveryOwner): Promise<number> {
      return database.$count(formerAddresses, isOf(workspaceId, owner));
    },
  };
}

function toFormerAddress(row: typeof formerAddresses.$inferSelect): FormerAddress {
  const { id, formerId, formerKey, createdAt } = row;
  return { id, formerId, formerKey, createdAt: new Date(createdAt) };
}
