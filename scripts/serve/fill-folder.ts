// A folder that is filled all at once or not at all, whatever breaks off meanwhile: a full disk, a kill, a power cut.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { PrepareError } from "../prepare.mjs";
import { SQLITE, sqliteCode } from "./sqlite-codes.ts";

/**
 * Where all is put together, within the folder: that may be a mount point, or belong to a user who can write nothing beside it, so that no
 * other folder can be renamed to it.
 */
const UNFINISHED = ".unfinished";
const LOCK = "lock";
const CONTENT = "content";

export interface FolderKind {
  /** Names of what is put into it. */
  own(this: void, name: string): boolean;
  /** The one that is put there last: with it the folder is full. */
  last: string;
  /** Names of what may be there and goes for nothing. */
  passing?(this: void, name: string): boolean;
  /** What to do where something is there already. */
  instead: string;
}

/** What belongs to the file system, or, like every hidden entry, to somebody else: a user's home may be the folder of a service. */
const isInTheWay = (name: string) => !name.startsWith(".") && name !== "lost+found";

/** Whether filling it was broken off, so that what is there is of no use. */
export const isUnfinished = (folder: string, { last }: FolderKind): boolean =>
  fs.existsSync(path.join(folder, UNFINISHED)) && !fs.existsSync(path.join(folder, last));

/** @throws PrepareError where something else is there already */
export function requireVacant(folder: string, kind: FolderKind): void {
  if (!fs.existsSync(folder)) return;
  if (!fs.statSync(folder).isDirectory()) throw new PrepareError(`${folder} is a file, not a folder.`);
  const wasBegun = isUnfinished(folder, kind);
  const isNothing = (name: string) => kind.passing?.(name) || (wasBegun && kind.own(name));
  const there = fs.readdirSync(folder).find((name) => isInTheWay(name) && !isNothing(name));
  if (there !== undefined) throw new PrepareError(`${folder} is not empty: ${there} is there. ${kind.instead}`);
}

/**
 * @param fill puts everything into the folder that it is given
 * @throws PrepareError where something is there already, or it cannot be filled: then what was made is gone again
 */
export async function fillFolder<Result>(
  folder: string,
  kind: FolderKind,
  fill: (content: string) => Promise<Result>,
): Promise<Result> {
  requireVacant(folder, kind);
  const owner = ownerOf(folder);
  const unfinished = path.join(folder, UNFINISHED);
  const content = path.join(unfinished, CONTENT);
  const made: string[] = [];
  let lock: DatabaseSync | undefined;
  let isOurs = false;
  try {
    makeFolder(folder, made);
    const wasBegun = fs.existsSync(unfinished);
    makeFolder(unfinished, made);
    lock = lockedBy(path.join(unfinished, LOCK));
    if (!lock) throw new PrepareError(`${folder} is being filled by somebody else at this moment.`);
    // Who held it until now may have filled it.
    requireVacant(folder, kind);
    isOurs = true;
    if (wasBegun) console.error(`What an attempt that was broken off has left in ${folder} is removed.`);
    removeParts(folder, kind);
    fs.mkdirSync(content);
    const result = await fill(content);
    await keepOnDisk(content);
    for (const each of [...made, content]) giveTo(owner, each);
    moveUp(content, folder, kind);
    lock.close();
    fs.rmSync(unfinished, { recursive: true });
    return result;
  } catch (error) {
    try {
      if (isOurs) removeParts(folder, kind);
      lock?.close();
      if (isOurs) fs.rmSync(unfinished, { recursive: true });
      for (const each of made.reverse())
        if (fs.existsSync(each) && fs.readdirSync(each).length === 0) fs.rmdirSync(each);
    } catch (second) {
      console.error(`What was put into ${folder} cannot be removed: ${second}`);
    }
    throw inWords(error, folder);
  }
}

/** All but the lock. */
function removeParts(folder: string, { own }: FolderKind): void {
  fs.rmSync(path.join(folder, UNFINISHED, CONTENT), { recursive: true, force: true });
  for (const name of fs.readdirSync(folder))
    if (own(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** As `mkdir` with `recursive`, which goes on forever in /proc, and does not say that a disk is read-only. */
function makeFolder(folder: string, made: string[]): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder), made);
  fs.mkdirSync(folder);
  made.push(folder);
}

/** Held until it is closed, or this process ends, however it does. */
function lockedBy(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written into it, and nothing beside it: it can be held on a disk that is full.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (sqliteCode(error) === SQLITE.busy) return undefined;
    fs.rmSync(file);
    throw error;
  }
}

/** What is renamed before it is on the disk may be there after a power cut, and be empty. */
async function keepOnDisk(folder: string): Promise<void> {
  try {
    // All of it at once: thousands of files one after the other take minutes.
    await promisify(execFile)("sync", ["-f", folder]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") throw new PrepareError(`What was copied is not on the disk: ${message}`);
    console.error(`There is no command \`sync\`: what is in ${path.dirname(folder)} may not be on the disk yet.`);
  }
}

function moveUp(content: string, folder: string, { last }: FolderKind): void {
  for (const name of fs.readdirSync(content))
    if (name !== last) fs.renameSync(path.join(content, name), path.join(folder, name));
  syncEntries(folder);
  fs.renameSync(path.join(content, last), path.join(folder, last));
  syncEntries(folder);
}

function syncEntries(folder: string): void {
  const opened = fs.openSync(folder, "r");
  fs.fsyncSync(opened);
  fs.closeSync(opened);
}

interface Owner {
  uid: number;
  gid: number;
}

/** Whose a folder is, or would be if its nearest parent were asked. Undefined for whoever can give nothing away. */
function ownerOf(folder: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return fs.existsSync(folder) ? fs.statSync(folder) : ownerOf(path.dirname(folder));
}

/** What root puts into the folder of a service is that service's to read and write; a copy would belong to whom the original belongs to. */
function giveTo(owner: Owner | undefined, folder: string): void {
  if (!owner) return;
  const below = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const each of [folder, ...below.map((name) => path.join(folder, name))])
    fs.lchownSync(each, owner.uid, owner.gid);
}

/** What the system refused, as a sentence; any other error as it is. */
function inWords(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT" || sqliteCode(error) === SQLITE.full)
    return new PrepareError(`There is no room in ${folder}. What was put there is removed again.`);
  if (code === "EROFS") return new PrepareError(`${folder} cannot be written: its disk is mounted read-only.`);
  const isOfSystem = sqliteCode(error) !== undefined || /^E[A-Z]+$/.test(code ?? "");
  return isOfSystem ? new PrepareError(`${folder} cannot be filled: ${message}`) : error;
}
