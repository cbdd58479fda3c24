import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { documents } from "./documents.ts";
import { routes } from "./routes.ts";
import { workspaces } from "./workspaces.ts";

/** What can lie in the bin as a row of its own; documents and data routes stay in their tables, with `deleted_at`. */
export type BinnedKind = "sample" | "delivery" | "font" | "identity";

/** Rows that were deleted, whole, until somebody brings them back or their time is up. */
export const bin = sqliteTable(
  "bin",
  {
    kind: text("kind").$type<BinnedKind>().notNull(),
    /** Of the row that was deleted: it comes back with it. */
    id: text("id").notNull(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** What a sample or a delivery belongs to: they go for good together. */
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    routeId: integer("route_id").references(() => routes.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** JSON object: column -> value, without what is in `content`. */
    row: text("row").notNull(),
    /** The data of a sample: inside of `row` its quotation marks would double it. */
    content: text("content"),
    /** The bytes of a font. */
    blobKey: text("blob_key"),
    /** What the workspace's storage counts of it. */
    sizeBytes: integer("size_bytes").notNull().default(0),
    deletedAt: integer("deleted_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index("bin_by_workspace").on(table.workspaceId, table.deletedAt),
    index("bin_by_document").on(table.documentId),
    index("bin_by_route").on(table.routeId),
    index("bin_by_blob").on(table.blobKey),
    index("bin_by_time").on(table.deletedAt),
  ],
);
