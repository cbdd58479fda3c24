import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { documents } from "./documents.ts";
import { routes } from "./routes.ts";

/** Merge addresses that a document or data route had at another service, under which it is merged here, too. */
export const formerAddresses = sqliteTable(
  "former_addresses",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    routeId: integer("route_id").references(() => routes.id, { onDelete: "cascade" }),
    /** The id and the key there. */
    formerId: integer("former_id").notNull(),
    formerKey: text("former_key").notNull(),
    /** SHA-256 of kind, id and key, hex: what they are looked up by. */
    addressSha256: text("address_sha256").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("former_addresses_by_address").on(table.addressSha256),
    index("former_addresses_by_document").on(table.documentId, table.id).where(sql`document_id is not null`),
    index("former_addresses_by_route").on(table.routeId, table.id).where(sql`route_id is not null`),
    check("former_addresses_have_one_owner", sql`(document_id is null) <> (route_id is null)`),
  ],
);
