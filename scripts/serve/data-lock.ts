// One program at a time works on a folder of data: a start puts the registry of the running service away and takes its leases over.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { PrepareError } from "../prepare.mjs";
import { LastingError, makeFolder } from "./refused-start.ts";
import { SQLITE, sqliteCode } from "./sqlite-codes.ts";

/** Below the folder of data: nothing in it is data, and a folder that holds nothing else counts as empty. */
export const LOCK_FOLDER = "lock";

const holderSchema = z.object({ who: z.string(), pid: z.number(), host: z.string(), port: z.number().optional() });
type Holder = z.output<typeof holderSchema>;

/** Referenced as long as they are held: one that is collected as garbage is closed. */
const locks = new Set<DatabaseSync>();

/**
 * Holds a folder of data, which is made if it is missing, until it is given back or this process ends, however it ends: the
 * operating system frees the lock of SQLite's file then. To be called before anything in the folder is read or changed.
 * @param who "A service": how it is named to whoever is refused meanwhile
 * @param port where it answers, if it does
 * @returns gives it back
 * @throws PrepareError while another process holds it
 */
export function holdData(folder: string, who: string, port?: number): () => void {
  const below = path.join(folder, LOCK_FOLDER);
  makeFolder(below);
  const holderFile = path.join(below, "holder.json");
  const lock = new DatabaseSync(path.join(below, "held"), { open: false });
  try {
    lock.open();
    // Nothing is ever written into it: a process that is killed leaves nothing behind that is damaged.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    if (lock.isOpen) lock.close();
    if (sqliteCode(error) !== SQLITE.busy)
      throw new LastingError(
        `The lock ${path.join(below, "held")} cannot be taken (${error instanceof Error ? error.message : String(error)}). While no service runs, remove the folder ${below}; it must be one that the service's user can write, on a disk with locks.`,
        { cause: error },
      );
    throw new PrepareError(
      `${described(readHolder(holderFile))} already runs on ${folder}. End it first, or name another folder in DATA_DIR.`,
    );
  }
  locks.add(lock);
  const holder: Holder = { who, pid: process.pid, host: os.hostname(), port };
  // As a whole: somebody may be reading it.
  fs.writeFileSync(`${holderFile}.new`, `${JSON.stringify(holder)}\n`);
  fs.renameSync(`${holderFile}.new`, holderFile);
  return () => {
    if (locks.delete(lock)) lock.close();
  };
}

/** Undefined where it has not been written yet. */
function readHolder(file: string): Holder | undefined {
  if (!fs.existsSync(file)) return undefined;
  const text = fs.readFileSync(file, "utf8");
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch (error) {
    console.error(`${file} does not say who it is: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function described(holder: Holder | undefined): string {
  if (holder === undefined) return "Another program";
  const { who, pid, host, port } = holder;
  const place = [
    // Of containers that share a folder each counts its own processes.
    host === os.hostname() ? `process ${pid}` : `process ${pid} of ${host}`,
    ...(port === undefined ? [] : [`port ${port}`]),
  ];
  return `${who} (${place.join(", ")})`;
}
