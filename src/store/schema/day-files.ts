import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { workspaces } from "./workspaces.ts";

/** Files in R2 with runs that nobody works with any more (`day-files`): which runs, deliveries and tries each has, by their first and last ids. */
export const dayFiles = sqliteTable(
  "day_files",
  {
    blobKey: text("blob_key").primaryKey(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** UTC, of its first run: `YYYY-MM-DD`. */
    day: text("day").notNull(),
    /** How many it has. */
    runs: integer("runs").notNull(),
    firstRun: text("first_run").notNull(),
    lastRun: text("last_run").notNull(),
    /** Of its deliveries; null where it has none. */
    firstEntry: text("first_entry"),
    lastEntry: text("last_entry"),
    /** Of the tries to make them. */
    firstAttempt: text("first_attempt"),
    lastAttempt: text("last_attempt"),
    /** Between these times everything in it was accepted, made or tried. */
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
    /** JSON: documents and data routes that its runs merged. */
    documentIds: text("document_ids", { mode: "json" }).$type<number[]>().notNull(),
    routeIds: text("route_ids", { mode: "json" }).$type<number[]>().notNull(),
    /** JSON: runs that its runs repeat, or are a part of without having ids that begin with theirs. */
    parentIds: text("parent_ids", { mode: "json" }).$type<string[]>().notNull(),
  },
  (table) => [
    index("day_files_by_run").on(table.workspaceId, table.lastRun, table.firstRun),
    index("day_files_by_entry").on(table.workspaceId, table.lastEntry, table.firstEntry),
    index("day_files_by_attempt").on(table.workspaceId, table.lastAttempt, table.firstAttempt),
  ],
);

/** How many of the runs in day files merged a document on one day, for the usage of a workspace. */
export const dayCounts = sqliteTable(
  "day_counts",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** UTC: `YYYY-MM-DD`. */
    day: text("day").notNull(),
    documentId: integer("document_id").notNull(),
    merges: integer("merges").notNull(),
    testMerges: integer("test_merges").notNull(),
    failed: integer("failed").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.day, table.documentId] })],
);

/**
 * The files of runs that are in day files. Retention, a purge, or the last row that names their bytes may end them, which a day file cannot
 * say: it never changes.
 */
export const keptFiles = sqliteTable(
  "kept_files",
  {
    runId: text("run_id").notNull(),
    position: integer("position").notNull(),
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** What the run merged: who sees it sees the file, and its purge removes it. */
    ofDocumentId: integer("of_document_id"),
    ofRouteId: integer("of_route_id"),
    /** The run that it is a part of, with which it is purged, and that one's data route. */
    wholeId: text("whole_id"),
    wholeRouteId: integer("whole_route_id"),
    name: text("name").notNull(),
    mediaType: text("media_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256").notNull(),
    blobKey: text("blob_key").notNull(),
    documentId: integer("document_id"),
    ruleId: text("rule_id"),
    /** When it is removed; null: it is kept. */
    expiresAt: integer("expires_at"),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    index("kept_files_by_blob").on(table.blobKey),
    index("kept_files_by_document").on(table.ofDocumentId).where(sql`of_document_id is not null`),
    index("kept_files_by_route").on(table.ofRouteId).where(sql`of_route_id is not null`),
    index("kept_files_by_whole").on(table.wholeId).where(sql`whole_id is not null`),
    index("kept_files_by_whole_route").on(table.wholeRouteId).where(sql`whole_route_id is not null`),
    index("kept_files_expiring").on(table.expiresAt).where(sql`expires_at is not null`),
  ],
);
