import { keyOf, MOVED_TABLES, type MovedTable } from "./moved-tables.ts";

/** What D1 says to a write of a workspace that it holds still, or has no more (`places/movable-database.ts`). */
export const HELD_STILL = "the workspace is moving";

/**
 * Triggers of D1 in the words in which it keeps them, there as long as a workspace moves: they note which rows change while it is copied, and refuse changes from then on
 * until it has moved. They do so for whoever writes: another isolate, the cron, somebody's own SQL.
 */
export const MOVE_TRIGGERS: readonly { name: string; sql: string }[] = MOVED_TABLES.flatMap((table, position) => [
  trigger(table, position, "insert", ["new"]),
  trigger(table, position, "update", ["new", "old"]),
  trigger(table, position, "delete", ["old"]),
]);

/** What their names have in common. */
export const MOVE_TRIGGER_NAMES = "move_*";

function trigger(
  table: MovedTable,
  position: number,
  event: "insert" | "update" | "delete",
  rows: readonly ["new" | "old", ...("new" | "old")[]],
): { name: string; sql: string } {
  const [row] = rows;
  const owner = table.ownerOf(row);
  const isAt = (steps: string) => `exists (select 1 from moves where workspace_id = ${owner} and step in (${steps}))`;
  // What is left behind goes, and what goes is counted in the workspace's row.
  const isOver = event === "delete" || table.name === "workspaces" ? "" : ", 'moved'";
  const notes = rows.map(
    (each) => `
  insert into move_changes (workspace_id, position, key) select ${owner}, ${position}, ${keyOf(table, each)} where ${isAt("'copying'")}${
    each === row ? "" : ` and ${keyOf(table, each)} is not ${keyOf(table, row)}`
  };`,
  );
  const name = `move_${table.name}_${event}`;
  return {
    name,
    sql: `CREATE TRIGGER ${name} after ${event} on ${table.name}
when exists (select 1 from moves where workspace_id = ${owner}) begin
  select raise(abort, '${HELD_STILL}') where ${isAt(`'fenced'${isOver}`)};${notes.join("")}
end`,
  };
}
