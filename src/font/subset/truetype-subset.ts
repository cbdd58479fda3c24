import { LIMITS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { type CmapSubtable, writeCmap } from "../opentype/cmap-table.ts";
import { componentGlyphs, glyphOffsets, withoutInstructions } from "../opentype/glyph-data.ts";
import { readTrueType, type SfntTables, viewOf, writeTrueType } from "../opentype/sfnt.ts";

export interface TrueTypeSubset {
  /** Glyphs that are shown; glyph 0 and the parts of composite glyphs are kept as well. */
  readonly glyphs: ReadonlySet<number>;
  /** What to put into `cmap`; undefined drops the table (composite fonts do not read it), "whole" keeps it. */
  readonly cmap: { subtables: readonly CmapSubtable[]; codes: readonly Iterable<number>[] } | "whole" | undefined;
  /** Keep the glyph names of `post`: readers look glyphs up by name. */
  readonly glyphNames: boolean;
  readonly hinting: boolean;
}

/** Of all outlines together: those of a font do not overlap, but a table may say that each is all of it. */
const MAX_OUTLINE_BYTES = 2 * LIMITS.fontBytes.most;

const OUTLINE_TABLES = ["head", "hhea", "hmtx", "maxp", "vhea", "vmtx"];
const HINTING_TABLES = ["cvt ", "fpgm", "prep"];

/**
 * A TrueType font with the outlines of only these glyphs; glyph numbers stay. Undefined for fonts that are not TrueType
 * or are damaged.
 */
export function subsetTrueType(bytes: Uint8Array, subset: TrueTypeSubset): Uint8Array | undefined {
  const tables = readTrueType(bytes);
  if (!tables) return undefined;
  try {
    return subsetTables(tables, subset);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function subsetTables(tables: SfntTables, subset: TrueTypeSubset): Uint8Array | undefined {
  const glyf = tables.get("glyf");
  const loca = tables.get("loca");
  const head = tables.get("head");
  const maxp = tables.get("maxp");
  if (!glyf || !loca || !head || !maxp || head.length < 54 || maxp.length < 6) return undefined;
  const glyphCount = viewOf(maxp).getUint16(4);
  const offsets = glyphOffsets(loca, viewOf(head).getUint16(50) !== 0, glyphCount);
  const outline = (glyph: number): Uint8Array => glyf.subarray(offsets[glyph] ?? 0, offsets[glyph + 1] ?? 0);
  const kept = [...withComponents(subset.glyphs, glyphCount, outline)].sort((a, b) => a - b);
  // readers differ in what a glyph is that ends before it begins
  for (const glyph of kept) if ((offsets[glyph] ?? 0) > (offsets[glyph + 1] ?? 0)) return undefined;

  const parts: Uint8Array[] = [];
  const newOffsets = new Uint32Array(glyphCount + 1);
  let length = 0;
  let next = 0;
  for (const glyph of kept) {
    newOffsets.fill(length, next, glyph + 1);
    next = glyph + 1;
    const data = subset.hinting ? outline(glyph) : withoutInstructions(outline(glyph));
    parts.push(data);
    length += data.length + (data.length & 1);
  }
  newOffsets.fill(length, next);
  const newGlyf = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    newGlyf.set(part, at);
    at += part.length + (part.length & 1);
  }

  const long = length > 0x1fffe;
  const newHead = head.slice();
  viewOf(newHead).setUint16(50, long ? 1 : 0);
  const result: SfntTables = new Map();
  for (const tag of OUTLINE_TABLES) if (tables.has(tag)) result.set(tag, present(tables.get(tag)));
  if (subset.hinting) for (const tag of HINTING_TABLES) if (tables.has(tag)) result.set(tag, present(tables.get(tag)));
  result.set("head", newHead);
  result.set("glyf", newGlyf);
  result.set("loca", writeLoca(newOffsets, long));
  clearMetrics(result, "hhea", "hmtx", kept, glyphCount);
  clearMetrics(result, "vhea", "vmtx", kept, glyphCount);
  addCmap(result, tables, subset);
  addPost(result, tables, subset);
  return writeTrueType(result);
}

function withComponents(
  glyphs: ReadonlySet<number>,
  glyphCount: number,
  outline: (glyph: number) => Uint8Array,
): Set<number> {
  const kept = new Set([0, ...glyphs]);
  let bytes = 0;
  for (const glyph of kept) {
    if (glyph >= glyphCount) {
      kept.delete(glyph);
      continue;
    }
    const data = outline(glyph);
    bytes += data.length;
    if (bytes > MAX_OUTLINE_BYTES) throw new RangeError("outlines that lie within each other");
    // a Set visits what is added while it is walked
    for (const part of componentGlyphs(data)) kept.add(part);
  }
  return kept;
}

function writeLoca(offsets: Uint32Array, long: boolean): Uint8Array {
  const out = new Uint8Array(offsets.length * (long ? 4 : 2));
  const view = viewOf(out);
  for (let glyph = 0; glyph < offsets.length; glyph++) {
    const offset = offsets[glyph] ?? 0;
    if (long) view.setUint32(glyph * 4, offset);
    else view.setUint16(glyph * 2, offset / 2);
  }
  return out;
}

/**
 * Zeroes the metrics of glyphs that are gone; the last long metric stays, as it applies to all glyphs after it.
 * @param kept ascending
 */
function clearMetrics(
  tables: SfntTables,
  header: string,
  tag: string,
  kept: readonly number[],
  glyphCount: number,
): void {
  const metrics = tables.get(tag)?.slice();
  const head = tables.get(header);
  if (!metrics || !head || head.length < 36) return;
  const longMetrics = viewOf(head).getUint16(34);
  const shortAt = (glyph: number) => 4 * longMetrics + 2 * (glyph - longMetrics);
  let next = 0;
  for (const glyph of [...kept, glyphCount]) {
    metrics.fill(0, 4 * next, 4 * Math.max(0, Math.min(glyph, longMetrics - 1)));
    if (glyph > longMetrics) metrics.fill(0, shortAt(Math.max(next, longMetrics)), shortAt(glyph));
    next = glyph + 1;
  }
  tables.set(tag, metrics);
}

function addCmap(result: SfntTables, tables: SfntTables, { cmap }: TrueTypeSubset): void {
  const table = tables.get("cmap");
  if (cmap === undefined || !table) return;
  result.set("cmap", cmap === "whole" ? table : writeCmap(cmap.subtables, cmap.codes));
}

function addPost(result: SfntTables, tables: SfntTables, { glyphNames, cmap }: TrueTypeSubset): void {
  const post = tables.get("post");
  if (!post || (cmap === undefined && !glyphNames)) return;
  if (glyphNames || post.length < 32) {
    result.set("post", post);
    return;
  }
  const nameless = post.slice(0, 32);
  viewOf(nameless).setUint32(0, 0x00030000);
  result.set("post", nameless);
}
