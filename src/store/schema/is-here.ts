import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/** Whether a workspace's rows in this database count: once it has moved, what was left behind is on its way out. @param of the column that names it */
export const isHere = (of: AnySQLiteColumn | SQL): SQL => isAtNone(of, sql`'moved', 'done'`);

/**
 * Whether a workspace's rows may be changed here. What is done for all workspaces at once leaves those out that are held still:
 * a row of theirs would have it refused for all.
 */
export const isChangeable = (of: AnySQLiteColumn | SQL): SQL => isAtNone(of, sql`'fenced', 'moved', 'done'`);

const isAtNone = (of: AnySQLiteColumn | SQL, steps: SQL): SQL =>
  sql`not exists (select 1 from moves where moves.workspace_id = ${of} and moves.step in (${steps}))`;
