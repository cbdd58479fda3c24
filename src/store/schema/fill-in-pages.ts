import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { documents } from "./documents.ts";
import { routes } from "./routes.ts";

/** Addresses of fill-in pages, and how often each was sent. What the page asks is a setting of its owner. */
export const fillInPages = sqliteTable(
  "fill_in_pages",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    routeId: integer("route_id").references(() => routes.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 of `key`, hex: what it is looked up by. */
    keySha256: text("key_sha256").notNull(),
    sent: integer("sent").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("fill_in_pages_by_key").on(table.keySha256),
    uniqueIndex("fill_in_pages_by_document").on(table.documentId).where(sql`document_id is not null`),
    uniqueIndex("fill_in_pages_by_route").on(table.routeId).where(sql`route_id is not null`),
    check("fill_in_pages_have_one_owner", sql`(document_id is null) <> (route_id is null)`),
  ],
);
