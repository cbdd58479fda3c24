// What a service that ended has left behind in the databases of workspaces that have one of their own: as files, before anybody works
// on them.
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { workspaceFiles } from "./data-files.ts";
import { workspaceOf } from "./object-workspace.ts";
import { takeUpStatements } from "./take-up.ts";

/** Nobody should hold it; a service that is just being ended may for a moment. */
const WAIT_MS = 1_000;

/** Also what is due later: the platform's note of the object's alarm may be gone. */
const IS_WAITED_FOR = `SELECT EXISTS (SELECT 1 FROM runs WHERE due_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM outbox WHERE due_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM hook_calls WHERE due_at IS NOT NULL) AS waits`;

/**
 * An object in which something waits writes each minute, as long as the service runs. Those that had stopped so long before the others did
 * have nothing to be taken up: to open each takes some milliseconds, which would be seconds of every start where there are hundreds.
 */
const SILENT_MS = 10 * 60_000;

/**
 * Makes due in each of them what D1's are made due (take-up.ts).
 * @param start when the present service started, in milliseconds
 * @param failed is told of each file that cannot be read: the others are taken up
 * @returns the workspaces in which something waits for its time: their objects are to be woken
 */
export function takeUpObjects(folder: string, start: number, failed: (problem: string) => void): string[] {
  return atWorkAtTheEnd(folder).flatMap((file) => {
    try {
      return takeUp(path.join(folder, file), start) ?? [];
    } catch (error) {
      failed(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
}

/** Those that were written to when anything was for the last time; a copy's are all new. */
function atWorkAtTheEnd(folder: string): string[] {
  const files = workspaceFiles(folder).map((file) => {
    const written = [file, `${file}-wal`].map(
      (each) => fs.statSync(path.join(folder, each), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    return { file, writtenAt: Math.max(...written) };
  });
  const last = files.reduce((latest, { writtenAt }) => Math.max(latest, writtenAt), 0);
  return files.filter(({ writtenAt }) => writtenAt >= last - SILENT_MS).map(({ file }) => file);
}

/** @returns the workspace, if something waits in it */
function takeUp(file: string, start: number): string | undefined {
  const database = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    const id = workspaceOf(database);
    if (id === undefined || database.prepare(IS_WAITED_FOR).get()?.waits !== 1) return undefined;
    // Closed in the middle of it, the file is as it was.
    database.exec(`BEGIN IMMEDIATE; ${takeUpStatements(start).join(";")}; COMMIT`);
    return id;
  } finally {
    database.close();
  }
}
