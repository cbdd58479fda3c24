import { largestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { readCmap, unicodeSubtable, writeUnicodeCmap } from "../opentype/cmap-table.ts";
import { componentGlyphs, glyphOffsets, withGlyphNumbers } from "../opentype/glyph-data.ts";
import { readTrueType, type SfntTables, viewOf, writeTrueType } from "../opentype/sfnt.ts";

/** A slice of a font, ready to take glyphs from. */
interface Slice {
  tables: SfntTables;
  glyphOf(code: number): number;
  outline(glyph: number): Uint8Array;
  /** Advance width and left side bearing, as `hmtx` has them. */
  metrics(glyph: number): { advance: number; bearing: number };
}

/** Glyph numbers have 16 bits. */
const MAX_GLYPHS = 0xffff;

/**
 * One TrueType font with the glyphs for these characters, from slices of a font that is too large to be one file
 * (ISO/IEC 14496-22: `cmap`, `glyf`, `loca`, `hmtx`). A character comes from the first slice that has it; glyphs are
 * numbered in the order of the characters. Undefined if no slice can be read, or one is damaged.
 * @param slices static fonts with the same units and without instructions
 */
export function mergeTrueType(slices: readonly Uint8Array[], characters: Iterable<number>): Uint8Array | undefined {
  try {
    const opened = slices.flatMap((bytes) => openSlice(bytes) ?? []);
    return opened[0] && merge(opened[0], opened, characters);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function openSlice(bytes: Uint8Array): Slice | undefined {
  const tables = readTrueType(bytes);
  const [head, hhea, hmtx, maxp, glyf, loca, cmap] = ["head", "hhea", "hmtx", "maxp", "glyf", "loca", "cmap"].map(
    (tag) => tables?.get(tag),
  );
  if (!tables || !head || !hhea || !hmtx || !maxp || !glyf || !loca || !cmap) return undefined;
  const unicode = unicodeSubtable(readCmap(cmap) ?? []);
  if (!unicode) return undefined;
  const glyphCount = viewOf(maxp).getUint16(4);
  const offsets = glyphOffsets(loca, viewOf(head).getUint16(50) !== 0, glyphCount);
  const longMetrics = viewOf(hhea).getUint16(34);
  const widths = viewOf(hmtx);
  return {
    tables,
    glyphOf: (code) => {
      const glyph = unicode.glyph(code);
      return glyph < glyphCount ? glyph : 0;
    },
    outline: (glyph) =>
      glyph < glyphCount ? glyf.subarray(offsets[glyph] ?? 0, offsets[glyph + 1] ?? 0) : new Uint8Array(),
    metrics: (glyph) => ({
      advance: widths.getUint16(4 * Math.min(glyph, longMetrics - 1)),
      bearing: widths.getInt16(glyph < longMetrics ? 4 * glyph + 2 : 4 * longMetrics + 2 * (glyph - longMetrics)),
    }),
  };
}

function merge(first: Slice, slices: readonly Slice[], characters: Iterable<number>): Uint8Array {
  const glyphs: { slice: Slice; glyph: number }[] = [{ slice: first, glyph: 0 }];
  const numbers = new Map(slices.map((slice) => [slice, new Map<number, number>()] as const));
  const numberOf = (slice: Slice, glyph: number): number => {
    const known = present(numbers.get(slice));
    let number = known.get(glyph);
    if (number === undefined) {
      number = glyphs.push({ slice, glyph }) - 1;
      known.set(glyph, number);
    }
    return number;
  };
  const pairs: [code: number, glyph: number][] = [];
  for (const code of [...new Set(characters)].sort((a, b) => a - b)) {
    const slice = slices.find((each) => each.glyphOf(code) !== 0);
    // a glyph for each character, even where two look the same: text that is copied keeps its characters
    if (slice) pairs.push([code, glyphs.push({ slice, glyph: slice.glyphOf(code) }) - 1]);
  }
  const outlines: Uint8Array[] = [];
  // the parts of composite glyphs are added while the list is walked
  for (let index = 0; index < glyphs.length; index++) {
    const { slice, glyph } = present(glyphs[index]);
    const outline = slice.outline(glyph);
    const parts = componentGlyphs(outline).map((part) => numberOf(slice, part));
    outlines.push(withGlyphNumbers(outline, parts));
    if (glyphs.length > MAX_GLYPHS) throw new RangeError("more glyphs than a font can have");
  }
  return writeTrueType(
    new Map([
      ...outlineTables(outlines),
      ["head", headOf(slices)],
      ["hhea", withUint16(present(first.tables.get("hhea")), 34, glyphs.length)],
      ["maxp", maxpOf(slices, glyphs.length)],
      ["hmtx", metricsOf(glyphs)],
      ["cmap", writeUnicodeCmap(pairs)],
    ]),
  );
}

function outlineTables(outlines: readonly Uint8Array[]): [string, Uint8Array][] {
  const loca = new Uint8Array(4 * (outlines.length + 1));
  let length = 0;
  for (const [index, outline] of outlines.entries()) {
    length += (outline.length + 3) & ~3;
    viewOf(loca).setUint32(4 * (index + 1), length);
  }
  const glyf = new Uint8Array(length);
  for (const [index, outline] of outlines.entries()) glyf.set(outline, viewOf(loca).getUint32(4 * index));
  return [
    ["glyf", glyf],
    ["loca", loca],
  ];
}

/** The first `head` with the box that holds all glyphs and long offsets. */
function headOf(slices: readonly Slice[]): Uint8Array {
  const heads = slices.map(({ tables }) => viewOf(present(tables.get("head"))));
  const head = withUint16(present(present(slices[0]).tables.get("head")), 50, 1);
  for (const [at, choose] of [
    [36, Math.min],
    [38, Math.min],
    [40, Math.max],
    [42, Math.max],
  ] as const)
    viewOf(head).setInt16(at, choose(...heads.map((each) => each.getInt16(at))));
  return head;
}

/** Readers size their buffers by these maxima, so each has to be that of all slices. */
function maxpOf(slices: readonly Slice[], glyphCount: number): Uint8Array {
  const tables = slices.map(({ tables }) => present(tables.get("maxp")));
  const maxp = withUint16(present(tables[0]), 4, glyphCount);
  for (let at = 6; at + 2 <= maxp.length; at += 2)
    viewOf(maxp).setUint16(
      at,
      largestOf(tables.map((each) => (at + 2 <= each.length ? viewOf(each).getUint16(at) : 0))),
    );
  return maxp;
}

function metricsOf(glyphs: readonly { slice: Slice; glyph: number }[]): Uint8Array {
  const hmtx = new Uint8Array(4 * glyphs.length);
  for (const [index, { slice, glyph }] of glyphs.entries()) {
    const { advance, bearing } = slice.metrics(glyph);
    viewOf(hmtx).setUint16(4 * index, advance);
    viewOf(hmtx).setInt16(4 * index + 2, bearing);
  }
  return hmtx;
}

function withUint16(table: Uint8Array, at: number, value: number): Uint8Array {
  const copy = table.slice();
  viewOf(copy).setUint16(at, value);
  return copy;
}
