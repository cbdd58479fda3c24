// A copy of a service's data while it runs, and the way back. Databases are copied by SQLite's own backup, all as they are at one
// moment; stored files are never changed, only added and deleted.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { PrepareError } from "../prepare.mjs";
import { blobFolders, databaseFiles, dataFiles } from "./data-files.ts";

const MANIFEST = "backup.json";
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** When it was made, ISO 8601. */
  made: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type BackupManifest = z.output<typeof manifestSchema>;

/** A backup, and what could not be in it. */
export interface MadeBackup extends BackupManifest {
  /** Stored files that a database names and that are gone from the data themselves. */
  lost: string[];
}

/**
 * Copies the data of a service, which may be at work: all databases as they are at one moment, and every stored file that they name then.
 * @param target a folder that does not exist, or is empty
 * @throws PrepareError where there is nothing to copy, or no room for it
 */
export async function makeBackup(data: string, target: string): Promise<MadeBackup> {
  if (!fs.existsSync(path.join(data, "v3"))) throw new PrepareError(`There are no data of a service in ${data}.`);
  requireEmpty(target);
  const stored = new StoredFiles(data, target);
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
    for (const [file, database] of moment) await backup(database, placeOf(target, file));
  } finally {
    close(moment);
  }

  // A release of the platform may name some in a way that is not known here: whatever is there is copied, too.
  const { blobs, others } = dataFiles(data);
  for (const file of blobs) stored.copy(file);
  stored.removeBut(new Set(blobs));
  const copied = [...moment.keys(), ...stored.copied];
  for (const file of others) if (copyFile(path.join(data, file), placeOf(target, file))) copied.push(file);

  const files = [];
  for (const file of copied.sort()) {
    const copy = path.join(target, file);
    files.push({ path: file.split(path.sep).join("/"), bytes: fs.statSync(copy).size, sha256: await sha256Of(copy) });
  }
  const manifest: BackupManifest = { format: FORMAT, made: new Date().toISOString(), files };
  // Last: a backup without it was broken off.
  fs.writeFileSync(path.join(target, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
  return { ...manifest, lost };
}

const placeOf = (target: string, file: string): string => {
  const copy = path.join(target, file);
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  return copy;
};

const openDatabase = (data: string, file: string) => new DatabaseSync(path.join(data, file), { readOnly: true });

/** The names of stored files in a database of the platform, whatever is kept in them. */
function namedFiles(database: DatabaseSync): string[] {
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
      const look = "SELECT count(*) FROM sqlite_schema";
      // What takes longer the first time is done before.
      for (const reader of moment.values()) reader.exec(look);
      const versions = Array.from(watchers.values(), (watcher) => watcher.prepare("PRAGMA data_version"));
      const before = versions.map((version) => version.get()?.data_version);
      // SQLite's copy begins anew each time that something is written meanwhile, and never ends beside a service at work: unless its
      // own connection reads, and sees the database as it is now until that has ended.
      for (const reader of moment.values()) reader.exec(`BEGIN; ${look}`);
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

/**
 * Puts a backup in the place of a service's data. What was due when it was made is done after the service's start.
 * @param data a folder that does not exist, or is empty: nothing is overwritten
 * @throws PrepareError for a backup that is not whole; then nothing was written
 */
export async function restoreBackup(source: string, data: string): Promise<BackupManifest> {
  const manifest = readManifest(source);
  requireEmpty(data);
  for (const { path: file, bytes, sha256 } of manifest.files) {
    const copy = path.join(source, file);
    if (!path.resolve(copy).startsWith(path.resolve(source) + path.sep))
      throw new PrepareError(`${MANIFEST} names a file outside of the backup: ${file}`);
    if (!fs.existsSync(copy))
      throw new PrepareError(`The backup is not whole: ${file} is missing. Nothing was restored.`);
    if (fs.statSync(copy).size !== bytes || (await sha256Of(copy)) !== sha256)
      throw new PrepareError(`The backup is damaged: ${file} is not as it was written. Nothing was restored.`);
  }
  for (const { path: file } of manifest.files) {
    const copy = path.join(data, file);
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    fs.copyFileSync(path.join(source, file), copy);
    // The key of the secrets is for this user's eyes alone.
    fs.chmodSync(copy, fs.statSync(path.join(source, file)).mode & 0o777);
  }
  return manifest;
}

function readManifest(source: string): BackupManifest {
  const file = path.join(source, MANIFEST);
  if (!fs.existsSync(file))
    throw new PrepareError(`${source} is no backup, or one that was broken off: it has no ${MANIFEST}.`);
  const { data, error } = manifestSchema.safeParse(JSON.parse(fs.readFileSync(file, "utf8")));
  if (data) return data;
  throw new PrepareError(`${file} cannot be read by this release: ${z.prettifyError(error)}`);
}

function requireEmpty(folder: string): void {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new PrepareError(
      `${folder} is not empty. Name a folder that does not exist yet, so that nothing is overwritten.`,
    );
  fs.mkdirSync(folder, { recursive: true });
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
