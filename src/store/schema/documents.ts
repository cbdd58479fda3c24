import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DocumentField, DocumentOutput, DocumentSettings, DocumentType } from "../../domain/document.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import { mergeTargetColumns, mergeTargetIndexes } from "./merge-targets.ts";

/** Documents, i.e. templates with an address (interface 2.2). */
export const documents = sqliteTable(
  "documents",
  {
    ...mergeTargetColumns(),
    /** `name` folded for `search`. */
    searchText: text("search_text").notNull(),
    type: text("type").$type<DocumentType>().notNull(),
    output: text("output").$type<DocumentOutput>().notNull(),
    /** Inches, as text; empty for the defaults. */
    sizeWidth: text("size_width").notNull().default(""),
    sizeHeight: text("size_height").notNull().default(""),
    settings: text("settings", { mode: "json" }).$type<DocumentSettings>().notNull().default({}),
    /** The template version that merges use. */
    versionId: text("version_id").notNull(),
  },
  (table) => mergeTargetIndexes("documents", table),
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
    /** JSON: what the linter says about it, under the settings that the document has. */
    warnings: text("warnings", { mode: "json" }).$type<TemplateWarning[]>().notNull().default([]),
    /** The API key that wrote it, `person:` and an id for somebody signed in, `console` for a session that a sign-in link opened; empty if unrecorded. */
    createdBy: text("created_by").notNull().default(""),
    /** Saved, but not yet published. */
    draft: integer("draft", { mode: "boolean" }).notNull().default(false),
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

/** Data kept with a document to try it out. */
export const samples = sqliteTable(
  "samples",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** JSON object: merge data. */
    data: text("data").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Grows with every change: the ETag. */
    revision: integer("revision").notNull().default(1),
  },
  (table) => [uniqueIndex("samples_by_name").on(table.documentId, table.name)],
);
