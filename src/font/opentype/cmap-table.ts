import { present } from "../../domain/present.ts";
import { viewOf } from "./sfnt.ts";

/** One encoding subtable of a `cmap` table (ISO/IEC 14496-22, 5.2.1). */
export interface CmapSubtable {
  readonly platform: number;
  readonly encoding: number;
  /** The glyph of a character code, 0 for none. */
  glyph(code: number): number;
}

/**
 * The subtables of formats 0, 4, 6 and 12, without variation sequences; undefined if one of another format is among
 * them, or one that ends within its head.
 */
export function readCmap(table: Uint8Array): CmapSubtable[] | undefined {
  const view = viewOf(table);
  if (table.length < 4) return [];
  const subtables: CmapSubtable[] = [];
  const count = view.getUint16(2);
  for (let index = 0; index < count; index++) {
    const at = 4 + 8 * index;
    if (at + 8 > table.length) return undefined;
    const [platform, encoding] = [view.getUint16(at), view.getUint16(at + 2)];
    // variation sequences map no characters by themselves
    if (platform === 0 && encoding === 5) continue;
    const offset = view.getUint32(at + 4);
    if (offset + 6 > table.length) return undefined;
    const lookup = wholeLookup(table.subarray(offset));
    if (!lookup) return undefined;
    const glyph = (code: number): number => {
      try {
        return lookup(code);
      } catch (error) {
        if (error instanceof RangeError) return 0;
        throw error;
      }
    };
    subtables.push({ platform, encoding, glyph });
  }
  return subtables;
}

/** The subtable with the widest Unicode repertoire: Windows UCS-4 before UCS-2. */
export function unicodeSubtable(subtables: readonly CmapSubtable[]): CmapSubtable | undefined {
  return subtables
    .filter(({ platform, encoding }) => platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10)))
    .sort((a, b) => b.platform * 16 + b.encoding - (a.platform * 16 + a.encoding))[0];
}

function wholeLookup(subtable: Uint8Array): ((code: number) => number) | undefined {
  try {
    return lookupOf(subtable);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function lookupOf(subtable: Uint8Array): ((code: number) => number) | undefined {
  const view = viewOf(subtable);
  switch (view.getUint16(0)) {
    case 0:
      return (code) => (code < 256 ? (subtable[6 + code] ?? 0) : 0);
    case 4:
      return segmentLookup(view);
    case 6: {
      const first = view.getUint16(6);
      const count = view.getUint16(8);
      return (code) => (code >= first && code < first + count ? view.getUint16(10 + 2 * (code - first)) : 0);
    }
    case 12:
      return groupLookup(view);
    default:
      return undefined;
  }
}

/** The segment of a code is the first that does not end before it, in tables without the order that they should have, too. */
function segmentLookup(view: DataView): (code: number) => number {
  const segments = view.getUint16(6) >> 1;
  let furthest: Uint16Array | undefined;
  return (code) => {
    furthest ??= furthestEnds(view, segments);
    const ends = furthest;
    const segment = firstOf(ends.length, (each) => code <= (ends[each] ?? 0));
    if (segment === ends.length) return 0;
    const start = view.getUint16(16 + 2 * segments + 2 * segment);
    if (code < start) return 0;
    const delta = view.getUint16(16 + 4 * segments + 2 * segment);
    const rangeAt = 16 + 6 * segments + 2 * segment;
    const range = view.getUint16(rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = view.getUint16(rangeAt + range + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

/** Where each segment ends, or one before it that ends later. */
function furthestEnds(view: DataView, segments: number): Uint16Array {
  const ends = new Uint16Array(Math.min(segments, Math.max(0, view.byteLength - 14) >> 1));
  let furthest = 0;
  for (let segment = 0; segment < ends.length; segment++)
    ends[segment] = furthest = Math.max(furthest, view.getUint16(14 + 2 * segment));
  return ends;
}

/** Groups are in the order of their codes. */
function groupLookup(view: DataView): (code: number) => number {
  const groups = Math.min(view.getUint32(12), Math.floor((view.byteLength - 16) / 12));
  return (code) => {
    const group = firstOf(groups, (each) => code <= view.getUint32(16 + 12 * each + 4));
    if (group === groups) return 0;
    const at = 16 + 12 * group;
    const start = view.getUint32(at);
    return code < start ? 0 : view.getUint32(at + 8) + code - start;
  };
}

/** The first of some numbers from 0 on from which on something is so; `count` if there is none. */
function firstOf(count: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A `cmap` table with the same subtables for only these codes, formats 0 (one byte each) and 4. */
export function writeCmap(subtables: readonly CmapSubtable[], codes: readonly Iterable<number>[]): Uint8Array {
  const bodies = subtables.map((subtable, index) => {
    const pairs = [...new Set(codes[index])]
      .filter((code) => code < 0xffff)
      .map((code): [number, number] => [code, subtable.glyph(code)])
      .filter(([, glyph]) => glyph > 0)
      .sort(([first], [second]) => first - second);
    return subtable.platform === 1 ? trimmedTable(pairs) : segmentTable(pairs);
  });
  const header = 4 + 8 * subtables.length;
  const out = new Uint8Array(bodies.reduce((sum, body) => sum + body.length, header));
  const view = viewOf(out);
  view.setUint16(2, subtables.length);
  let offset = header;
  for (const [index, { platform, encoding }] of subtables.entries()) {
    view.setUint16(4 + 8 * index, platform);
    view.setUint16(6 + 8 * index, encoding);
    view.setUint32(8 + 8 * index, offset);
    out.set(present(bodies[index]), offset);
    offset += present(bodies[index]).length;
  }
  return out;
}

/** A `cmap` table of one Windows UCS-4 subtable, format 12. @param pairs ascending by code */
export function writeUnicodeCmap(pairs: readonly (readonly [code: number, glyph: number])[]): Uint8Array {
  const groups: [first: number, last: number, glyph: number][] = [];
  for (const [code, glyph] of pairs) {
    const last = groups.at(-1);
    if (last && last[1] === code - 1 && last[2] + code - last[0] === glyph) last[1] = code;
    else groups.push([code, code, glyph]);
  }
  const words = [1, 0x0003000a, 12, 0x000c0000, 16 + 12 * groups.length, 0, groups.length, ...groups.flat()];
  const out = new Uint8Array(4 * words.length);
  for (const [index, word] of words.entries()) viewOf(out).setUint32(4 * index, word);
  return out;
}

/** Format 6. */
function trimmedTable(pairs: readonly (readonly [number, number])[]): Uint8Array {
  const first = pairs[0]?.[0] ?? 0;
  const count = pairs.length === 0 ? 0 : present(pairs.at(-1))[0] - first + 1;
  const out = new Uint8Array(10 + 2 * count);
  const view = viewOf(out);
  view.setUint16(0, 6);
  view.setUint16(2, out.length);
  view.setUint16(6, first);
  view.setUint16(8, count);
  for (const [code, glyph] of pairs) view.setUint16(10 + 2 * (code - first), glyph);
  return out;
}

/** Format 4, a segment for each run of codes with glyphs in step. */
function segmentTable(pairs: readonly (readonly [number, number])[]): Uint8Array {
  const segments: { start: number; end: number; delta: number }[] = [];
  for (const [code, glyph] of pairs) {
    const delta = (glyph - code) & 0xffff;
    const last = segments.at(-1);
    if (last && last.end === code - 1 && last.delta === delta) last.end = code;
    else segments.push({ start: code, end: code, delta });
  }
  segments.push({ start: 0xffff, end: 0xffff, delta: 1 });
  const count = segments.length;
  const out = new Uint8Array(16 + 8 * count);
  const view = viewOf(out);
  const exponent = Math.floor(Math.log2(count));
  view.setUint16(0, 4);
  view.setUint16(2, out.length);
  view.setUint16(6, 2 * count);
  view.setUint16(8, 2 << exponent);
  view.setUint16(10, exponent);
  view.setUint16(12, 2 * count - (2 << exponent));
  for (const [index, { start, end, delta }] of segments.entries()) {
    view.setUint16(14 + 2 * index, end);
    view.setUint16(16 + 2 * count + 2 * index, start);
    view.setUint16(16 + 4 * count + 2 * index, delta);
  }
  return out;
}
