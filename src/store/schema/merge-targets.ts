import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces.ts";

/** Folders of documents and data routes; a folder is known by its whole path `A/B/C`. */
export const folders = sqliteTable(
  "folders",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    path: text("path").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("folders_by_path").on(table.workspaceId, table.path)],
);

/** Columns of everything that data are merged into: documents and data routes. Ids grow and are never reused. */
export const mergeTargetColumns = () => ({
  id: integer("id").primaryKey({ autoIncrement: true }),
  workspaceId: text("workspace_id")
    .notNull()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  key: text("key").notNull(),
  /** SHA-256 of `key`, hex: merge addresses are looked up by it, so that a wrong key and a wrong id both miss the index. */
  keySha256: text("key_sha256").notNull(),
  folderId: text("folder_id").references(() => folders.id, { onDelete: "set null" }),
  name: text("name").notNull(),
  outputName: text("output_name").notNull().default(""),
  active: integer("active", { mode: "boolean" }).notNull().default(true),
  /** Days for which merged files are kept; null: as the workspace says. */
  retentionDays: integer("retention_days"),
  /** Grows with every change: the ETag. */
  revision: integer("revision").notNull().default(1),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** Deleted ones are invisible, in the bin; the sweep removes them once no run needs them. */
  deletedAt: integer("deleted_at"),
  /** The path of the folder that it was deleted in: the folder may be gone when it comes back. */
  deletedFrom: text("deleted_from").notNull().default(""),
});

type Column = Parameters<ReturnType<typeof index>["on"]>[0];

/** Their indexes. @param table the table's name */
export const mergeTargetIndexes = (
  table: string,
  columns: { keySha256: Column; workspaceId: Column; id: Column; folderId: Column; deletedAt: Column },
) => [
  uniqueIndex(`${table}_by_key`).on(columns.keySha256),
  index(`${table}_by_workspace`).on(columns.workspaceId, columns.id).where(sql`deleted_at is null`),
  // Includes deleted ones: whatever removes a folder looks for rows that name it.
  index(`${table}_by_folder`).on(columns.folderId, columns.id),
  index(`${table}_deleted`).on(columns.deletedAt).where(sql`deleted_at is not null`),
];
