import type { DatabaseSync } from "node:sqlite";

/** What whoever reads the files of objects needs; an object that nobody has ever used has none of it. */
const TABLES = ["hook_calls", "moved_in", "outbox", "runs", "workspaces"];
const HAS_TABLES = `SELECT count(*) AS found FROM sqlite_schema
  WHERE type = 'table' AND name IN (${TABLES.map((name) => `'${name}'`).join(", ")})`;

/** Of one that is still moving in, D1 has what counts. */
const WORKSPACE = "SELECT id FROM workspaces WHERE NOT EXISTS (SELECT 1 FROM moved_in WHERE is_open = 0)";

/** The workspace whose rows count in this database of an object, if there is one. */
export function workspaceOf(database: DatabaseSync): string | undefined {
  if (database.prepare(HAS_TABLES).get()?.found !== TABLES.length) return undefined;
  const id = database.prepare(WORKSPACE).get()?.id;
  return typeof id === "string" ? id : undefined;
}
