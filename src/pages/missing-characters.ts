const MAX_NAMED_CHARACTERS = 10;

/** A warning that names some of them. */
export function missingCharacters(missing: ReadonlySet<number>): string {
  const named = [...missing].sort((a, b) => a - b).slice(0, MAX_NAMED_CHARACTERS);
  const list = named.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`).join(", ");
  return `no font has ${list}${missing.size > named.length ? ` and ${missing.size - named.length} more characters` : ""}`;
}
