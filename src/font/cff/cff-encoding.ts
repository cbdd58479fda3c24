import { unicodeOfCode, unicodeOfGlyphName } from "../glyph-names.ts";
import type { CffFont } from "./cff-font.ts";
import { nameOfSid } from "./cff-names.ts";

/** Names and codes of the glyphs of a font. */
export interface NamedGlyphs {
  readonly count: number;
  /** Undefined if the name is not known. */
  readonly nameOf: (glyph: number) => string | undefined;
  readonly encoding: readonly (readonly [code: number, glyph: number])[] | undefined;
}

export function namedGlyphs(font: CffFont): NamedGlyphs {
  const nameOf = (glyph: number) => nameOfSid(font.charset[glyph] ?? 0, font.strings);
  return { count: font.charstrings.length, nameOf, encoding: font.encoding };
}

/**
 * Every glyph that any reader may show for these codes of a simple font (ISO 32000-2, 9.6.5): by the font's own
 * encoding, by a base encoding, or by Differences.
 */
export function glyphsOfCodes(
  font: NamedGlyphs,
  shown: Uint8Array,
  differences: ReadonlyMap<number, string>,
): Set<number> {
  const names = new Set<string>();
  const characters = new Set<number>();
  for (let code = 0; code < 256; code++) {
    if (shown[code] === 0) continue;
    for (const unicode of unicodeOfCode(code)) characters.add(unicode);
    const name = differences.get(code);
    if (name === undefined) continue;
    names.add(name);
    const unicode = unicodeOfGlyphName(name);
    if (unicode !== undefined) characters.add(unicode);
  }
  const glyphs = new Set<number>([0]);
  for (const [code, glyph] of font.encoding ?? []) if (shown[code] === 1) glyphs.add(glyph);
  for (let glyph = 1; glyph < font.count; glyph++) {
    const name = font.nameOf(glyph);
    const unicode = name === undefined ? undefined : unicodeOfGlyphName(name);
    // names of expert sets are not known: such glyphs stay
    if (name === undefined || names.has(name) || (unicode !== undefined && characters.has(unicode))) glyphs.add(glyph);
  }
  return glyphs;
}
