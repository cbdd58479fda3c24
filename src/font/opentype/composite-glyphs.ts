import { viewOf } from "./sfnt.ts";

const ARGUMENTS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const HAS_XY_SCALE = 0x0040;
const HAS_TWO_BY_TWO = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/** One part of a composite glyph (ISO/IEC 14496-22, 5.3.4). */
interface GlyphPart {
  readonly glyph: number;
  readonly flags: number;
  /** Offset of the flags. */
  readonly at: number;
  /** Offset after the part. */
  readonly end: number;
}

/** Start offsets of all glyphs and the end of the last, from `loca`. */
export function glyphOffsets(loca: Uint8Array, long: boolean, glyphCount: number): Uint32Array {
  const view = viewOf(loca);
  const offsets = new Uint32Array(glyphCount + 1);
  const size = long ? 4 : 2;
  let last = 0;
  for (let glyph = 0; glyph <= glyphCount; glyph++) {
    if ((glyph + 1) * size <= loca.length) last = long ? view.getUint32(glyph * 4) : view.getUint16(glyph * 2) * 2;
    offsets[glyph] = last;
  }
  return offsets;
}

/** The glyphs that a composite glyph is made of; none for simple ones. Throws RangeError on damage. */
export function componentGlyphs(data: Uint8Array): number[] {
  return partsOf(data).map(({ glyph }) => glyph);
}

/** A composite glyph made of glyphs of these numbers, in the order of its parts; a simple one as it is. */
export function withGlyphNumbers(data: Uint8Array, numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return data;
  const out = data.slice();
  for (const [index, { at }] of partsOf(data).entries()) viewOf(out).setUint16(at + 2, numbers[index] ?? 0);
  return out;
}

/** The glyph's outline without its instructions. Throws RangeError on damage. */
export function withoutInstructions(data: Uint8Array): Uint8Array {
  if (data.length < 10) return data;
  const view = viewOf(data);
  const contours = view.getInt16(0);
  if (contours >= 0) {
    const lengthAt = 10 + 2 * contours;
    const length = view.getUint16(lengthAt);
    if (length === 0) return data;
    if (lengthAt + 2 + length > data.length) throw new RangeError("instructions reach beyond the glyph");
    const out = new Uint8Array(data.length - length);
    out.set(data.subarray(0, lengthAt));
    out.set(data.subarray(lengthAt + 2 + length), lengthAt + 2);
    return out;
  }
  const parts = partsOf(data);
  const last = parts.at(-1);
  if (!last || parts.every(({ flags }) => (flags & HAS_INSTRUCTIONS) === 0)) return data;
  const out = data.slice(0, last.end);
  for (const { at, flags } of parts) viewOf(out).setUint16(at, flags & ~HAS_INSTRUCTIONS);
  return out;
}

function partsOf(data: Uint8Array): GlyphPart[] {
  if (data.length < 10) return [];
  const view = viewOf(data);
  if (view.getInt16(0) >= 0) return [];
  const parts: GlyphPart[] = [];
  let at = 10;
  for (;;) {
    const flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    let end = at + 4 + ((flags & ARGUMENTS_ARE_WORDS) !== 0 ? 4 : 2);
    if ((flags & HAS_SCALE) !== 0) end += 2;
    else if ((flags & HAS_XY_SCALE) !== 0) end += 4;
    else if ((flags & HAS_TWO_BY_TWO) !== 0) end += 8;
    parts.push({ glyph, flags, at, end });
    if ((flags & MORE_COMPONENTS) === 0) return parts;
    at = end;
  }
}
