// A copy of a service's data while it runs, and the way back. Databases are copied by SQLite's own backup, each as it is at one
// moment; stored files are never changed, so that a link is a copy until it leaves the disk.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { PrepareError } from "../prepare.mjs";
import { dataFiles } from "./data-files.ts";

const MANIFEST = "backup.json";
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** When it was made, ISO 8601. */
  made: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type BackupManifest = z.output<typeof manifestSchema>;

/**
 * Copies the data of a service, which may be at work.
 * @param target a folder that does not exist, or is empty
 * @throws PrepareError where there is nothing to copy, or no room for it
 */
export async function makeBackup(data: string, target: string): Promise<BackupManifest> {
  if (!fs.existsSync(path.join(data, "v3"))) throw new PrepareError(`There are no data of a service in ${data}.`);
  requireEmpty(target);
  const place = (file: string) => {
    const copy = path.join(target, file);
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    return copy;
  };
  const { databases } = dataFiles(data);
  for (const file of databases) {
    const database = new DatabaseSync(path.join(data, file), { readOnly: true });
    try {
      // SQLite begins anew each time that something is written meanwhile, and never ends beside a service at work: unless its own
      // connection reads, and sees the database as it is now until that has ended.
      database.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
      await backup(database, place(file));
    } finally {
      database.close();
    }
  }
  // Listed after the databases were copied: whatever those name is there.
  const { blobs, others } = dataFiles(data);
  const gone = new Set<string>();
  for (const file of [...blobs, ...others]) if (!copyFile(path.join(data, file), place(file))) gone.add(file);

  const files = [];
  for (const file of [...databases, ...blobs, ...others].filter((each) => !gone.has(each)).sort()) {
    const copy = path.join(target, file);
    files.push({ path: file.split(path.sep).join("/"), bytes: fs.statSync(copy).size, sha256: await sha256Of(copy) });
  }
  const manifest: BackupManifest = { format: FORMAT, made: new Date().toISOString(), files };
  // Last: a backup without it was broken off.
  fs.writeFileSync(path.join(target, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
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
