import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MOVED_IN } from "../../../src/store/object/moved-in-tables.ts";
import { readMigrations } from "../../migrations.ts";

/** A moment at which a service starts. */
export const START = 1_000_000;

/** The folder in which the local platform keeps the databases of workspaces in objects, below that of a service's data. */
export const OBJECTS = "answering/do/docloom-WorkspaceObject";

/** Uses a database of a service's data, new or not, as a file. @param file below the folder of the data */
export function useDatabase<Result>(data: string, file: string, use: (database: DatabaseSync) => Result): Result {
  const whole = path.join(data, file);
  fs.mkdirSync(path.dirname(whole), { recursive: true });
  // Rows need not have what they refer to.
  const database = new DatabaseSync(whole, { enableForeignKeyConstraints: false });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

export const objectFile = (name: string): string => path.join(OBJECTS, `${name}.sqlite`);

export function makeTables(database: DatabaseSync): void {
  for (const { statements } of readMigrations()) for (const statement of statements) database.exec(statement);
}

/** The database of a workspace, with a run that a service was at work on when it ended; or one that is over. @param more statements */
export function workspaceFile(
  data: string,
  name: string,
  { status = "running", dueAt = (START + 60_000) as number | null, more = "" } = {},
): void {
  useDatabase(data, objectFile(name), (database) => {
    makeTables(database);
    database.exec(MOVED_IN);
    database.exec(`INSERT INTO workspaces (id, name, created_at) VALUES ('${name}', 'A', 1)`);
    const run = { id: `run-${name}`, workspace_id: name, status, lease: "held", due_at: dueAt };
    insertRow(database, "runs", { ...run, accepted_at: 1, started_at: 2 });
    database.exec(more);
  });
}

/** Whatever else a row must have is empty. */
export function insertRow(database: DatabaseSync, table: string, known: Record<string, string | number | null>): void {
  const columns = database
    .prepare(`SELECT name, type, "notnull" AS needed, dflt_value AS otherwise FROM pragma_table_info('${table}')`)
    .all();
  const row = new Map(Object.entries(known));
  for (const { name, type, needed, otherwise } of columns)
    if (needed === 1 && otherwise === null && !row.has(String(name)))
      row.set(String(name), type === "text" || type === "TEXT" ? "" : 0);
  database
    .prepare(
      `INSERT INTO ${table} (${[...row.keys()].join(", ")}) VALUES (${[...row.keys()].map(() => "?").join(", ")})`,
    )
    .run(...row.values());
}
