// A copy of a service's data while it runs, and the way back. Databases are copied by SQLite's own backup, all as they are at one
// moment; stored files are never changed, only added and deleted.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { PrepareError } from "../prepare.mjs";
import { blobFolders, databaseFile, databaseFiles, dataFiles, requireWholeData, SERVICE_DATA } from "./data-files.ts";
import { holdData, LOCK_FOLDER } from "./data-lock.ts";
import { type FolderKind, fillFolder, requireVacant } from "./fill-folder.ts";
import { SQLITE, sqliteCode } from "./sqlite-codes.ts";

const MANIFEST = "backup.json";
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** When it was made, ISO 8601. */
  made: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
  /** Stored files that a database names and that were gone from the data themselves. */
  lost: z.array(z.string()).default([]),
});

export type BackupManifest = z.output<typeof manifestSchema>;

const BACKUP: FolderKind = {
  own: (name) => name === MANIFEST || SERVICE_DATA.own(name),
  // A backup without it was broken off.
  last: MANIFEST,
  instead: "Name a folder that does not exist yet.",
};

/**
 * Copies the data of a service, which may be at work: all databases as they are at one moment, and every stored file that they name then.
 * @param target a folder that does not exist, or is empty
 * @throws PrepareError where there is nothing to copy, a database is damaged, or there is no room: then the folder is as it was
 */
export async function makeBackup(data: string, target: string): Promise<BackupManifest> {
  requireWholeData(data);
  if (!fs.existsSync(path.join(data, "v3"))) throw new PrepareError(`There are no data of a service in ${data}.`);
  if (databaseFile(data) === undefined) throw new PrepareError(`There is no database of a service in ${data}.`);
  requireApart(data, target);
  return fillFolder(target, BACKUP, (folder) => copyData(data, folder, target));
}

/** @param folder where it is put together @param target by which it is called */
async function copyData(data: string, folder: string, target: string): Promise<BackupManifest> {
  const stored = new StoredFiles(data, folder);
  // Almost all of them, before any database is held: as long as one is, what is written to it takes room beside it.
  for (const file of databaseFiles(data)) {
    const database = openDatabase(data, file);
    try {
      stored.copyNamed(namedFiles(database));
    } finally {
      database.close();
    }
  }
  const { moment, lost } = await wholeMoment(data, stored);
  try {
    for (const [file, database] of moment)
      await backup(database, placeOf(folder, file)).catch((error) => {
        throw inWords(error, path.join(data, file), `copied to ${target}`);
      });
  } finally {
    close(moment);
  }
  for (const file of moment.keys()) checkDatabase(path.join(data, file), path.join(folder, file));

  // A release of the platform may name some in a way that is not known here: whatever is there is copied, too.
  const { blobs, others } = dataFiles(data);
  for (const file of blobs) stored.copy(file);
  stored.removeBut(new Set(blobs));
  const copied = [...moment.keys(), ...stored.copied];
  for (const file of others) if (copyFile(path.join(data, file), placeOf(folder, file))) copied.push(file);

  const files = [];
  for (const file of copied.sort()) {
    const copy = path.join(folder, file);
    files.push({ path: file.split(path.sep).join("/"), bytes: fs.statSync(copy).size, sha256: await sha256Of(copy) });
  }
  const manifest: BackupManifest = { format: FORMAT, made: new Date().toISOString(), files, lost };
  fs.writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

const placeOf = (target: string, file: string): string => {
  const copy = path.join(target, file);
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  return copy;
};

/** By which a connection sees what there is. */
const LOOK = "SELECT count(*) FROM sqlite_schema";

function openDatabase(data: string, file: string): DatabaseSync {
  const database = new DatabaseSync(path.join(data, file), { readOnly: true });
  // What takes longer the first time; and what is no database shows here.
  named(path.join(data, file), () => database.exec(LOOK));
  return database;
}

/** Pages are copied as they are, whatever is in them: copies of a damaged database would take the place of good ones. */
function checkDatabase(file: string, copy: string): void {
  const address = pathToFileURL(copy);
  // Nobody writes it: nothing has to be made beside it.
  address.searchParams.set("immutable", "1");
  const database = new DatabaseSync(address, { readOnly: true });
  try {
    const [found] = named(file, () => database.prepare("PRAGMA quick_check(1)").all());
    if (found?.quick_check !== "ok") throw damaged(file, String(found?.quick_check));
  } finally {
    database.close();
  }
}

const damaged = (file: string, how: string) =>
  new PrepareError(
    `${file} is damaged, and no backup is made of it: ${how}. Keep the backups that you have. Either restore the newest one, or get out what can ` +
      `still be read: sqlite3 ${file} .recover`,
  );

/** SQLite does not say of which file it speaks. */
function named<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw inWords(error, file, "read");
  }
}

function inWords(error: unknown, file: string, done: string): unknown {
  const code = sqliteCode(error);
  // Which disk is full is known to whoever gave the folder.
  if (!(error instanceof Error) || code === undefined || code === SQLITE.full) return error;
  if (code === SQLITE.corrupt || code === SQLITE.noDatabase) return damaged(file, error.message);
  return new PrepareError(`${file} cannot be ${done}: ${error.message}`);
}

/** A backup that is among the data would be in the next one. */
function requireApart(data: string, target: string): void {
  const [one, other] = [realPath(data), realPath(target)];
  if (isWithin(one, other) || isWithin(other, one))
    throw new PrepareError(`Name another folder than ${target}: of that and ${data} one lies within the other.`);
}

const isWithin = (inner: string, outer: string) => `${inner}${path.sep}`.startsWith(`${outer}${path.sep}`);

/** Where a folder is that may not be there yet. */
function realPath(folder: string): string {
  const whole = path.resolve(folder);
  return fs.existsSync(whole) ? fs.realpathSync(whole) : path.join(realPath(path.dirname(whole)), path.basename(whole));
}

/** The names of stored files in a database of the platform, whatever is kept in them. */
function namedFiles(database: DatabaseSync): string[] {
  return named(database.location() ?? "", () => blobsOf(database));
}

function blobsOf(database: DatabaseSync): string[] {
  const tables = database
    .prepare(
      "SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE columns.name = 'blob_id'",
    )
    .all();
  return tables.flatMap(({ name }) => {
    const rows = database.prepare(`SELECT blob_id FROM "${name}" WHERE blob_id IS NOT NULL`).iterate();
    return Array.from(rows, ({ blob_id }) => String(blob_id));
  });
}

/** The contents of stored files in a backup: each is never changed, so that a copy is as good whenever it was made. */
class StoredFiles {
  readonly #data: string;
  readonly #target: string;
  /** Paths below the folder. */
  readonly copied = new Set<string>();
  /** Those that databases named when they were asked last. */
  #named = new Set<string>();

  constructor(data: string, target: string) {
    this.#data = data;
    this.#target = target;
  }

  /** Copies those that are not copied yet. @returns those that are not there */
  copyNamed(names: readonly string[]): string[] {
    this.#named = new Set(names);
    const folders = blobFolders(this.#data);
    return names.filter((name) => !folders.some((folder) => this.copy(path.join(folder, name))));
  }

  /** @returns whether it was there, now or before */
  copy(file: string): boolean {
    if (this.copied.has(file)) return true;
    if (!copyFile(path.join(this.#data, file), placeOf(this.#target, file))) return false;
    this.copied.add(file);
    return true;
  }

  /** Removes what no database names and is not among these files: it was deleted meanwhile, perhaps because it had to be. */
  removeBut(there: ReadonlySet<string>): void {
    for (const file of this.copied) {
      if (this.#named.has(path.basename(file)) || there.has(file)) continue;
      fs.rmSync(path.join(this.#target, file));
      this.copied.delete(file);
    }
  }
}

/** How often a moment is sought that the service does not write in. Each try takes milliseconds. */
const MAX_TRIES = 1_000;

/** Databases, each of which reads what it was at one moment. */
type Moment = ReadonlyMap<string, DatabaseSync>;

function close(moment: Moment): void {
  for (const database of moment.values()) database.close();
}

/**
 * The databases at one moment, open, after all that they name then was copied. A file may be deleted between the moment and its copy:
 * then a later moment is taken, for which less is left to copy.
 * @returns with the stored files that were lost before: a database names them after they were found gone
 */
async function wholeMoment(data: string, stored: StoredFiles): Promise<{ moment: Moment; lost: string[] }> {
  let gone = new Set<string>();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const moment = await oneMoment(data);
    let isWhole = false;
    try {
      const missing = stored.copyNamed([...moment.values()].flatMap(namedFiles));
      isWhole = missing.every((name) => gone.has(name));
      if (isWhole) return { moment, lost: missing };
      gone = new Set(missing);
    } finally {
      if (!isWhole) close(moment);
    }
  }
  throw new PrepareError(
    "Stored files are deleted as fast as they are copied. Try again when the service has less to do.",
  );
}

/**
 * A row of one database names what another one has, written before it and deleted after it: seen one after the other, something is missing
 * in either order. So it is looked whether one was written to until all were seen.
 */
async function oneMoment(data: string): Promise<Moment> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const files = databaseFiles(data);
    const moment = new Map(files.map((file) => [file, openDatabase(data, file)]));
    const watchers = new Map(files.map((file) => [file, openDatabase(data, file)]));
    let isOne = false;
    try {
      const versions = Array.from(watchers.values(), (watcher) => watcher.prepare("PRAGMA data_version"));
      const before = versions.map((version) => version.get()?.data_version);
      // SQLite's copy begins anew each time that something is written meanwhile, and never ends beside a service at work: unless its
      // own connection reads, and sees the database as it is now until that has ended.
      for (const reader of moment.values()) reader.exec(`BEGIN; ${LOOK}`);
      isOne = versions.every((version, index) => version.get()?.data_version === before[index]);
      if (isOne && databaseFiles(data).length === files.length) return moment;
      isOne = false;
    } finally {
      close(watchers);
      if (!isOne) close(moment);
    }
    await setTimeout(tries % 10);
  }
  throw new PrepareError("The service writes without a pause. Try again when it has less to do.");
}

/** @returns ends it, and leaves nothing: a lock that root has made could not be taken by the service's user */
function heldForRestore(data: string): () => void {
  const giveBack = holdData(data, "A restore");
  return () => {
    fs.rmSync(path.join(data, LOCK_FOLDER), { recursive: true, force: true });
    giveBack();
  };
}

/**
 * Puts a backup in the place of a service's data. What was due when it was made is done after the service's start.
 * @param data a folder in which no service has data: nothing is overwritten
 * @throws PrepareError for a backup that is not whole, or where there is no room for it; then nothing was written
 */
export async function restoreBackup(source: string, data: string): Promise<BackupManifest> {
  const manifest = readManifest(source);
  requireApart(data, source);
  requireVacant(data, SERVICE_DATA);
  for (const { path: file, bytes, sha256 } of manifest.files) {
    const copy = path.join(source, file);
    if (!path.resolve(copy).startsWith(path.resolve(source) + path.sep))
      throw new PrepareError(`${MANIFEST} names a file outside of the backup: ${file}`);
    if (!fs.existsSync(copy))
      throw new PrepareError(`The backup is not whole: ${file} is missing. Nothing was restored.`);
    if (fs.statSync(copy).size !== bytes || (await sha256Of(copy)) !== sha256)
      throw new PrepareError(`The backup is damaged: ${file} is not as it was written. Nothing was restored.`);
  }
  // Earlier releases copied whatever was in the folder.
  const files = manifest.files.filter(({ path: file }) => SERVICE_DATA.own(file.split("/")[0] ?? ""));
  if (!files.some(({ path: file }) => file.startsWith("v3/d1/")))
    throw new PrepareError(`The backup in ${source} has no database. Nothing was restored.`);
  if (files.length < manifest.files.length)
    console.error(`${manifest.files.length - files.length} files of the backup are no data of a service: left out.`);
  let release = () => {};
  const wasThere = fs.existsSync(data);
  try {
    await fillFolder(data, SERVICE_DATA, async (folder) => {
      // A service that starts meanwhile would make data of its own.
      release = heldForRestore(data);
      try {
        requireRoom(folder, data, files);
        for (const { path: file } of files) {
          const copy = path.join(folder, file);
          fs.mkdirSync(path.dirname(copy), { recursive: true });
          fs.copyFileSync(path.join(source, file), copy);
          // The key of the secrets is for this user's eyes alone.
          fs.chmodSync(copy, fs.statSync(path.join(source, file)).mode & 0o777);
        }
      } catch (error) {
        // Before the folder is left as it was.
        release();
        throw error;
      }
    });
  } finally {
    release();
    if (!wasThere && fs.existsSync(data) && fs.readdirSync(data).length === 0) fs.rmdirSync(data);
  }
  return { ...manifest, files };
}

function requireRoom(folder: string, data: string, files: BackupManifest["files"]): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  const needed = files.reduce((sum, { bytes }) => sum + Math.ceil(bytes / bsize) * bsize, 0);
  if (needed <= bavail * bsize) return;
  const [take, free] = [needed, bavail * bsize].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  throw new PrepareError(
    `There is no room in ${data}: the backup takes ${take}, and ${free} are free. Nothing was restored.`,
  );
}

function readManifest(source: string): BackupManifest {
  const file = path.join(source, MANIFEST);
  if (!fs.existsSync(file))
    throw new PrepareError(`${source} is no backup, or one that was broken off: it has no ${MANIFEST}.`);
  const { data, error } = manifestSchema.safeParse(readJson(file));
  if (data) return data;
  throw new PrepareError(`${file} cannot be read by this release: ${z.prettifyError(error)}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new PrepareError(`The backup is damaged: ${file} cannot be read. ${error}`);
  }
}

/** @returns whether it was there: the service may have deleted it in the meantime, with what named it */
function copyFile(from: string, to: string): boolean {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
    fs.chmodSync(to, fs.statSync(from).mode & 0o777);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest("hex");
}
