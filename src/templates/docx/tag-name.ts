/** A name of a column as tags write it. */
export function tagName(column: string): string | undefined {
  const name = column
    .trim()
    .replace(/^\$/, "")
    .replace(/[^\p{L}\p{M}\p{N}_.]/gu, "_");
  return /^[\p{L}_]/u.test(name) ? name : undefined;
}
