/** How deep folders nest, and how long a whole path may be, in characters. */
export const MAX_FOLDER_DEPTH = 20;
const MAX_FOLDER_PATH_LENGTH = 500;

/**
 * A folder's path `A/B/C` as it is kept: names without blanks at their ends, no empty names; empty for no folder.
 * Undefined when it is too deep, too long, or holds control characters.
 */
export function normalizeFolderPath(path: string): string | undefined {
  const names = path
    .normalize("NFC")
    .split("/")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const normal = names.join("/");

  const isAllowed =
    names.length <= MAX_FOLDER_DEPTH &&
    normal.length <= MAX_FOLDER_PATH_LENGTH &&
    !/[\u0000-\u001f\u007f]/.test(normal);
  return isAllowed ? normal : undefined;
}

/** `A/B/C` -> `A`, `A/B`, `A/B/C`. */
export function folderAndAncestors(path: string): string[] {
  const names = path === "" ? [] : path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}
