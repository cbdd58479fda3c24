// The files in which the local platform keeps database, objects and stored files.
import fs from "node:fs";
import path from "node:path";
import { type FolderKind, isUnfinished } from "./fill-folder.ts";
import { LastingError } from "./refused-start.ts";

/** Which of them are another process's guide to the service that runs, or can be made anew. */
const PASSING = new Set(["registry", "cache"]);

/** What a service keeps, beside which other things may be; its database comes last. */
export const SERVICE_DATA: FolderKind = {
  own: (name) => /^(?:v3|answering|pool-\d+|secrets-key)$/.test(name),
  last: "v3",
  // Of a start that ended before it had data.
  passing: (name) => /^(?:lock|registry(?:\.draft)?)$/.test(name),
  instead: "Nothing is overwritten: restore into a DATA_DIR without data, or move these away first.",
};

/** @throws LastingError where a restore was broken off: whatever is there is a part of what has to be there */
export function requireWholeData(data: string): void {
  if (!isUnfinished(data, SERVICE_DATA)) return;
  throw new LastingError(
    `A restore into ${data} was broken off, or is at work. Run it again: npm run restore -- FOLDER`,
  );
}

export interface DataFiles {
  /** Contents of stored files: each is written once, under a name of its own, and never changed. */
  blobs: string[];
  /** Everything else. */
  others: string[];
}

/** All but the databases. @returns paths below the folder */
export function dataFiles(folder: string): DataFiles {
  const files: DataFiles = { blobs: [], others: [] };
  for (const file of keptBy(folder).flatMap((name) => filesBelow(folder, name))) {
    const parts = file.split(path.sep);
    if (parts.some((part) => PASSING.has(part)) || /\.sqlite(?:-wal|-shm|-journal)?$/.test(file)) continue;
    if (parts.includes("blobs")) files.blobs.push(file);
    else files.others.push(file);
  }
  return files;
}

const keptBy = (folder: string): string[] => fs.readdirSync(folder).filter(SERVICE_DATA.own);

function filesBelow(folder: string, name: string): string[] {
  const whole = path.join(folder, name);
  if (!fs.statSync(whole).isDirectory()) return [name];
  return fs
    .readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Its databases alone, however many stored files there are. */
export function databaseFiles(folder: string): string[] {
  const isLeftOut = (entry: string) => ["blobs", ...PASSING].includes(path.basename(entry));
  const places = keptBy(folder).map((name) => `${name}/**/*.sqlite`);
  return fs.globSync(places, { cwd: folder, exclude: isLeftOut }).sort();
}

/** The folders of the contents of stored files, below the folder. */
export const blobFolders = (folder: string): string[] =>
  fs
    .globSync("v3/*/*/blobs", { cwd: folder })
    .filter((found) => !found.split(path.sep).some((part) => PASSING.has(part)))
    .sort();

/** Something that only a service leaves there, which has its tables before it does anything: undefined where none has worked yet. */
export function traceOfService(folder: string): string | undefined {
  if (!fs.existsSync(folder)) return undefined;
  const { blobs } = dataFiles(folder);
  // The platform makes those of the database itself on the way to the tables.
  return [...blobs, ...databaseFiles(folder)].find((file) => !file.startsWith(path.join("v3", "d1") + path.sep));
}

/** The file of the service's database, beside which the platform keeps what it notes of it. @throws LastingError if there are several */
export function databaseFile(folder: string): string | undefined {
  const below = path.join(folder, "v3/d1");
  if (!fs.existsSync(below)) return undefined;
  const files = fs
    .readdirSync(below, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sqlite") && !file.endsWith("metadata.sqlite"));
  if (files.length > 1)
    throw new LastingError(
      `${below} has ${files.length} databases: keep the one of the database_id in wrangler.toml there.`,
    );
  return files[0] && path.join(below, files[0]);
}

/** The databases of workspaces in objects, without the platform's own beside them. @returns paths below the folder */
export function workspaceFiles(folder: string): string[] {
  const objects = path.join(folder, "answering/do");
  if (!fs.existsSync(objects)) return [];
  return fs
    .readdirSync(objects)
    .filter((namespace) => namespace.endsWith("-WorkspaceObject"))
    .flatMap((namespace) => fs.readdirSync(path.join(objects, namespace)).map((file) => path.join(namespace, file)))
    .filter((file) => file.endsWith(".sqlite") && path.basename(file) !== "metadata.sqlite")
    .map((file) => path.join("answering/do", file));
}
