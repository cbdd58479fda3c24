import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What D1 knows of workspaces whose rows are in objects of their own, or on their way. Of pointers nobody decides anything: the object is asked.

/** Workspaces in objects. */
export const placements = sqliteTable(
  "placements",
  {
    workspaceId: text("workspace_id").primaryKey(),
    createdAt: integer("created_at").notNull(),
    /** Of its object; null or `""`: none. */
    jurisdiction: text("jurisdiction"),
  },
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

/** Workspaces that move, or have moved, from D1 into objects (`moving/`). */
export const moves = sqliteTable("moves", {
  workspaceId: text("workspace_id").primaryKey(),
  /** Of this try. */
  token: text("token").notNull(),
  /** Of the object that it goes to, which is fixed when the move is taken up; `""`: none. Null until then: what the deployment's setting says. */
  jurisdiction: text("jurisdiction"),
  /** A `MoveStep`. */
  step: text("step").notNull(),
  askedAt: integer("asked_at").notNull(),
  movedAt: integer("moved_at"),
  /** Why it does not go on, in words for operators. */
  problem: text("problem"),
});

/** Rows of a workspace that are to be copied as they are by then: all, and again those that change. */
export const moveChanges = sqliteTable(
  "move_changes",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    workspaceId: text("workspace_id").notNull(),
    /** Of the table, in `MOVED_TABLES`: what a row refers to comes before it. */
    position: integer("position").notNull(),
    /** The row's key, as a JSON list. */
    key: text("key").notNull(),
  },
  (table) => [index("move_changes_in_order").on(table.workspaceId, table.position, table.seq)],
);
