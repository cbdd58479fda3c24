// What a service that ended has left behind in the databases of workspaces that have one of their own: as files, before anybody works
// on them.
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { workspaceFiles } from "./data-files.ts";
import { takeUpStatements } from "./take-up.ts";

/** What the statements and the questions below need; an object that nobody has ever used has none of it. */
const TABLES = ["hook_calls", "moved_in", "outbox", "runs", "workspaces"];
const HAS_TABLES = `SELECT count(*) AS found FROM sqlite_schema
  WHERE type = 'table' AND name IN (${TABLES.map((name) => `'${name}'`).join(", ")})`;

/** Of one that is still moving in, D1 has what counts. */
const WORKSPACE = "SELECT id FROM workspaces WHERE NOT EXISTS (SELECT 1 FROM moved_in WHERE is_open = 0)";

/** Also what is due later: the platform's note of the object's alarm may be gone. */
const IS_WAITED_FOR = `SELECT EXISTS (SELECT 1 FROM runs WHERE due_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM outbox WHERE due_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM hook_calls WHERE due_at IS NOT NULL) AS waits`;

/**
 * Makes due in each of them what D1's are made due (take-up.ts).
 * @param start when the present service started, in milliseconds
 * @param failed is told of each file that cannot be read: the others are taken up
 * @returns the workspaces in which something waits for its time: their objects are to be woken
 */
export function takeUpObjects(folder: string, start: number, failed: (problem: string) => void): string[] {
  return workspaceFiles(folder).flatMap((file) => {
    try {
      return takeUp(path.join(folder, file), start) ?? [];
    } catch (error) {
      failed(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
}

/** @returns the workspace, if something waits in it */
function takeUp(file: string, start: number): string | undefined {
  const database = new DatabaseSync(file);
  try {
    if (database.prepare(HAS_TABLES).get()?.found !== TABLES.length) return undefined;
    const id = database.prepare(WORKSPACE).get()?.id;
    if (typeof id !== "string" || database.prepare(IS_WAITED_FOR).get()?.waits !== 1) return undefined;
    // Closed in the middle of it, the file is as it was.
    database.exec(`BEGIN IMMEDIATE; ${takeUpStatements(start).join(";")}; COMMIT`);
    return id;
  } finally {
    database.close();
  }
}
