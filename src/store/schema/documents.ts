import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DocumentField, DocumentOutput, DocumentSettings, DocumentType } from "../../domain/document.ts";
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

/** Documents, i.e. templates with an address (interface 2.2). Ids grow and are never used again. */
export const documents = sqliteTable(
  "documents",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 of `key`, hex: merge addresses are looked up by it, so that a wrong key and a wrong id both miss the index. */
    keySha256: text("key_sha256").notNull(),
    folderId: text("folder_id").references(() => folders.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    /** `name` folded for `search`. */
    searchText: text("search_text").notNull(),
    type: text("type").$type<DocumentType>().notNull(),
    output: text("output").$type<DocumentOutput>().notNull(),
    outputName: text("output_name").notNull().default(""),
    /** Inches, as text; empty for the defaults. */
    sizeWidth: text("size_width").notNull().default(""),
    sizeHeight: text("size_height").notNull().default(""),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    settings: text("settings", { mode: "json" }).$type<DocumentSettings>().notNull().default({}),
    /** Days for which merged files are kept; null: as the workspace says. */
    retentionDays: integer("retention_days"),
    /** The template version that merges use. */
    versionId: text("version_id").notNull(),
    /** Grows with every change: the ETag. */
    revision: integer("revision").notNull().default(1),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Deleted documents are invisible; the sweep removes them when no run needs them any more. */
    deletedAt: integer("deleted_at"),
  },
  (table) => [
    uniqueIndex("documents_by_key").on(table.keySha256),
    index("documents_by_workspace").on(table.workspaceId, table.id).where(sql`deleted_at is null`),
    index("documents_by_folder").on(table.folderId, table.id).where(sql`deleted_at is null`),
    index("documents_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** Every template a document has had. Rows and bytes never change; the document points to the current one. */
export const templateVersions = sqliteTable(
  "template_versions",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** 1, 2, 3, ... within the document. */
    number: integer("number").notNull(),
    blobKey: text("blob_key").notNull(),
    /** SHA-256 of the bytes, hex. */
    sha256: text("sha256").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** The number of the version that this one restored. */
    restoredFrom: integer("restored_from"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("template_versions_by_number").on(table.documentId, table.number),
    index("template_versions_by_blob").on(table.blobKey),
  ],
);

/** The merge fields of a document's current template, in template order (interface 2.3). */
export const fields = sqliteTable(
  "fields",
  {
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    key: text("key").notNull(),
    name: text("name").notNull(),
    /** JSON: what `attributes=1` adds. */
    attributes: text("attributes", { mode: "json" }).$type<Omit<DocumentField, "key" | "name">>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.position] })],
);
