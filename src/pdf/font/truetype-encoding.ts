import { present } from "../../domain/present.ts";
import { type CmapSubtable, readCmap } from "./cmap-table.ts";
import { macRomanCode, unicodeOfCode, unicodeOfGlyphName } from "./glyph-names.ts";
import { readTrueType, viewOf } from "./sfnt.ts";

/** How codes of a simple TrueType font find their glyphs (ISO 32000-2, 9.6.5.4). */
export interface TrueTypeLookup {
  readonly glyphs: Set<number>;
  readonly subtables: readonly CmapSubtable[];
  /** Codes looked up in each subtable. */
  readonly codes: readonly Set<number>[];
  /** Some glyph was found by its name in `post`. */
  readonly byName: boolean;
  readonly hasCmap: boolean;
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
  // without a cmap names count, and those of the standard order are not known here
  if (!subtables || (!cmap && differences.size > 0)) return undefined;
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
    if (cmap) addFromSubtables(candidates, subtables, codes, glyphs);
    else glyphs.add(code);
    const named = name === undefined ? undefined : names.get(name);
    if (named !== undefined) {
      glyphs.add(named);
      byName = true;
    }
    if (name !== undefined && name !== ".notdef" && fromName === undefined && named === undefined && !numbered) {
      return undefined;
    }
  }
  return { glyphs, subtables, codes, byName, hasCmap: cmap !== undefined };
}

function addFromSubtables(
  candidates: ReadonlySet<number>,
  subtables: readonly CmapSubtable[],
  codes: readonly Set<number>[],
  glyphs: Set<number>,
): void {
  for (const [index, subtable] of subtables.entries()) {
    for (const candidate of candidates) {
      const glyph = subtable.glyph(candidate);
      if (glyph === 0) continue;
      glyphs.add(glyph);
      present(codes[index]).add(candidate);
    }
  }
}

/** Glyphs by name from a `post` table of version 2 (ISO/IEC 14496-22, 5.2.8); the 258 standard names are left out. */
function postNames(post: Uint8Array | undefined): Map<string, number> {
  const names = new Map<string, number>();
  if (!post || post.length < 34 || viewOf(post).getUint32(0) !== 0x00020000) return names;
  const view = viewOf(post);
  const count = view.getUint16(32);
  const strings: string[] = [];
  for (let at = 34 + 2 * count; at < post.length; at += 1 + (post[at] ?? 0)) {
    strings.push(String.fromCharCode(...post.subarray(at + 1, at + 1 + (post[at] ?? 0))));
  }
  for (let glyph = 0; glyph < count && 36 + 2 * glyph <= post.length; glyph++) {
    const index = view.getUint16(34 + 2 * glyph);
    if (index < 258) continue;
    const name = strings[index - 258];
    if (name !== undefined) names.set(name, glyph);
  }
  return names;
}
