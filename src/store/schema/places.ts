import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What D1 knows of workspaces whose rows are in objects of their own. Nobody decides anything by it: the object is asked.

/** Workspaces in objects. */
export const placements = sqliteTable(
  "placements",
  { workspaceId: text("workspace_id").primaryKey(), createdAt: integer("created_at").notNull() },
  (table) => [index("placements_by_time").on(table.createdAt)],
);

/** What strangers show, and the workspaces in objects to which it leads. Objects write it (`object/publish-pointers.ts`). */
export const pointers = sqliteTable(
  "pointers",
  {
    /** A name of `POINTER_SOURCES`. */
    kind: text("kind").notNull(),
    value: text("value").notNull(),
    workspaceId: text("workspace_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value, table.workspaceId] })],
);

/** Ids of documents and data routes that an object may give: nobody else gives them. */
export const idBlocks = sqliteTable(
  "id_blocks",
  {
    /** `documents` or `routes`. */
    tableName: text("table_name").notNull(),
    firstId: integer("first_id").notNull(),
    lastId: integer("last_id").notNull(),
    workspaceId: text("workspace_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.firstId] })],
);
