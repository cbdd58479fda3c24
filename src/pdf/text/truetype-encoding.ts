import { present } from "../../domain/present.ts";
import { macRomanCode, unicodeOfCode, unicodeOfGlyphName } from "../../font/glyph-names.ts";
import { type CmapSubtable, readCmap } from "../../font/opentype/cmap-table.ts";
import { postNames } from "../../font/opentype/post-table.ts";
import { readTrueType } from "../../font/opentype/sfnt.ts";
import { encodingNames } from "./simple-encodings.ts";

/** How codes of a simple TrueType font find their glyphs (ISO 32000-2, 9.6.5.4). */
export interface TrueTypeLookup {
  readonly glyphs: Set<number>;
  readonly subtables: readonly CmapSubtable[];
  /** Codes looked up in each subtable. */
  readonly codes: readonly Set<number>[];
  /** Some glyph was found by its name in `post`. */
  readonly byName: boolean;
}

/** Symbolic fonts may have their codes in one of these ranges. */
const SYMBOL_RANGES = [0xf000, 0xf100, 0xf200];

/**
 * Every glyph that any reader may show for these codes: readers differ in which subtable and encoding they prefer.
 * Undefined if a glyph cannot be determined.
 * @param differences glyph names by code, from the encoding's Differences
 */
export function lookUpGlyphs(
  font: Uint8Array,
  shown: Uint8Array,
  differences: ReadonlyMap<number, string>,
): TrueTypeLookup | undefined {
  const tables = readTrueType(font);
  if (!tables) return undefined;
  const cmap = tables.get("cmap");
  const subtables = cmap ? readCmap(cmap) : [];
  // without a cmap some readers go by the names of `post` and others by number: such a font stays whole
  if (!cmap || !subtables) return undefined;
  const names = postNames(tables.get("post"));
  const glyphs = new Set<number>();
  const codes = subtables.map(() => new Set<number>());
  let byName = false;
  for (let code = 0; code < 256; code++) {
    if (shown[code] === 0) continue;
    const name = differences.get(code);
    const candidates = new Set([code, ...SYMBOL_RANGES.map((range) => range + code), ...unicodeOfCode(code)]);
    const fromName = name === undefined ? undefined : unicodeOfGlyphName(name);
    if (fromName !== undefined) candidates.add(fromName);
    const numbered = name === undefined ? null : /^(?:g|cid|glyph|index)(\d+)$/i.exec(name);
    if (numbered) glyphs.add(Number(numbered[1]));
    for (const unicode of [...candidates]) {
      const mac = macRomanCode(unicode);
      if (mac !== undefined) candidates.add(mac);
    }
    const isMapped = addFromSubtables(code, candidates, subtables, codes, glyphs);
    const named = name === undefined ? undefined : names.get(name);
    if (named !== undefined) {
      glyphs.add(named);
      byName = true;
    }
    // what no subtable has is looked for by its name in each encoding
    for (const standard of isMapped ? [] : namesOfCode(code)) {
      const glyph = names.get(standard);
      if (glyph === undefined) continue;
      glyphs.add(glyph);
      byName = true;
    }
    if (name !== undefined && name !== ".notdef" && fromName === undefined && named === undefined && !numbered) {
      return undefined;
    }
  }
  return { glyphs, subtables, codes, byName };
}

const ENCODINGS = ["WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding"] as const;

function namesOfCode(code: number): Set<string> {
  return new Set(ENCODINGS.flatMap((encoding) => encodingNames(encoding)?.get(code) ?? []));
}

/** Whether any subtable has a glyph. */
function addFromSubtables(
  code: number,
  candidates: ReadonlySet<number>,
  subtables: readonly CmapSubtable[],
  codes: readonly Set<number>[],
  glyphs: Set<number>,
): boolean {
  let isMapped = false;
  for (const [index, subtable] of subtables.entries()) {
    const isSymbol = subtable.platform === 3 && subtable.encoding === 0;
    for (const candidate of isSymbol ? [...candidates, ...codesInAnyRange(code)] : candidates) {
      const glyph = subtable.glyph(candidate);
      if (glyph === 0) continue;
      isMapped = true;
      glyphs.add(glyph);
      present(codes[index]).add(candidate);
    }
  }
  return isMapped;
}

/** Symbolic fonts are read in the range in which their first code is, wherever that is. */
function codesInAnyRange(code: number): number[] {
  return Array.from({ length: 256 }, (_, high) => high * 256 + code);
}
