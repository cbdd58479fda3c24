import { zipSync } from "fflate";

/** The earliest time a ZIP can say: the same files give the same bytes whenever they are packed. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** A ZIP archive of files, stored as they are because most are packed already; equal names are numbered. */
export function zipFiles(files: readonly { name: string; bytes: Uint8Array }[]): Uint8Array {
  const entries: Record<string, Uint8Array> = {};
  for (const { name, bytes } of files) entries[freeName(name, entries)] = bytes;
  return zipSync(entries, { level: 0, mtime: ZIP_EPOCH });
}

/** `Letter.pdf`, `Letter (2).pdf`, ... */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(taken, name)) return name;
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let number = 2;
  while (Object.hasOwn(taken, `${stem} (${number})${extension}`)) number++;
  return `${stem} (${number})${extension}`;
}
