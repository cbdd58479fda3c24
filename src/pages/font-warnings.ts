import type { FontLibrary } from "../font/library/font-library.ts";

const MAX_NAMED_CHARACTERS = 10;
const MAX_NAMED_FONTS = 10;

/**
 * What people should know about the fonts that a document was drawn with.
 *
 * @param missing characters that no font has
 */
export function fontWarnings({ unusableLayoutTables }: FontLibrary, missing: ReadonlySet<number>): string[] {
  const fonts = [...unusableLayoutTables]
    .slice(0, MAX_NAMED_FONTS)
    .map(([family, because]) => unusable(family, because));
  return missing.size > 0 ? [...fonts, missingCharacters(missing)] : fonts;
}

function unusable(family: string, because: string): string {
  return `the font "${family}" draws no joined letters, as its joining tables cannot be used: ${because}; send it as its maker offers it, or set such text in another font`;
}

/** A warning that names some of them. */
function missingCharacters(missing: ReadonlySet<number>): string {
  const named = [...missing].sort((a, b) => a - b).slice(0, MAX_NAMED_CHARACTERS);
  const list = named.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`).join(", ");
  return `no font has ${list}${missing.size > named.length ? ` and ${missing.size - named.length} more characters` : ""}`;
}
