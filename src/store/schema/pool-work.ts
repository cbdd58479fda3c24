import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Files that the pool works on now, and those whose work never came to its end. */
export const poolWork = sqliteTable(
  "pool_work",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    /** SHA-256 of the file; of several, of their SHA-256 one after the other. */
    digest: text("digest").notNull(),
    /** The isolate that works on it. */
    isolate: text("isolate").notNull(),
    startedAt: integer("started_at").notNull(),
  },
  (table) => [
    index("pool_work_by_digest").on(table.workspaceId, table.digest),
    index("pool_work_by_start").on(table.startedAt),
  ],
);
