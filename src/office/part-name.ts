import { Failure } from "../domain/failure.ts";

/**
 * ECMA-376 Part 2, 6.2.2: segments are not empty, do not end in a dot, and hold no backslash, control character or
 * encoded slash.
 */
const FORBIDDEN = /[\\\u0000-\u001f\u007f?#*"<>|]|%2f|%5c|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|^\/|:/i;

/** Refuses a name that is not a legal part name; ZIP item names carry no leading slash. */
export function checkPartName(name: string): void {
  if (name === "" || name.length > 512 || FORBIDDEN.test(name))
    throw new Failure("archive_invalid", `The archive holds a part with the unsafe name "${name.slice(0, 80)}".`);
}

/** Folder of a part, with its closing slash: `word/document.xml` -> `word/`. */
function folderOf(partName: string): string {
  return partName.slice(0, partName.lastIndexOf("/") + 1);
}

/**
 * Resolves a relationship target against the part that holds it (ECMA-376 Part 2, 6.4).
 * Returns `undefined` when it leaves the package.
 */
export function resolvePartName(target: string, sourcePart: string): string | undefined {
  // Some writers separate the segments as Windows does.
  const written = target.replaceAll("\\", "/");
  const path = written.startsWith("/") ? written : `/${folderOf(sourcePart)}${written}`;
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

/** Target of `partName` as a relationship of `sourcePart` writes it. */
export function relativePartName(partName: string, sourcePart: string): string {
  const from = folderOf(sourcePart).split("/").slice(0, -1);
  const to = partName.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return "../".repeat(from.length - shared) + to.slice(shared).join("/");
}

/** Name of the relationships part of a part (`""` for the package itself). */
export function relationshipsPartOf(partName: string): string {
  const folder = folderOf(partName);
  return `${folder}_rels/${partName.slice(folder.length)}.rels`;
}

/** The message about a part that cannot be read. @param reason a sentence */
export function damagedPart(name: string, reason: string): string {
  return `The part "${name}" is damaged. ${reason}`;
}
