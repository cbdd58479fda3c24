import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/** Whether a workspace's rows in this database count: once it has moved, what was left behind is on its way out. @param of the column that names it */
export const isHere = (of: AnySQLiteColumn | SQL): SQL =>
  sql`not exists (select 1 from moves where moves.workspace_id = ${of} and moves.step in ('moved', 'done'))`;
