import { zipSync } from "fflate";
import { numberedNames } from "../run/numbered-names.ts";

/** The earliest time that a ZIP can state: the same files give the same bytes whenever they are packed. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** A ZIP archive of files, stored as they are because most are packed already; equal names are numbered. */
export function zipFiles(files: readonly { name: string; bytes: Uint8Array }[]): Uint8Array {
  const names = numberedNames(files.map(({ name }) => name));
  const entries = Object.fromEntries(files.map(({ name, bytes }, index) => [names[index] ?? name, bytes]));
  return zipSync(entries, { level: 0, mtime: ZIP_EPOCH });
}
