/** Glyphs as `glyf` has them (ISO/IEC 14496-22, 5.3.4): simple ones of points, composite ones of other glyphs. */
import { viewOf } from "./sfnt.ts";

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
/** The sign of short coordinates; for long ones that there is no change. */
const X_SAME = 0x10;
const Y_SAME = 0x20;

export const ARGUMENTS_ARE_WORDS = 0x0001;
export const HAS_SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
export const HAS_XY_SCALE = 0x0040;
export const HAS_TWO_BY_TWO = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/** One part of a composite glyph. */
interface GlyphPart {
  readonly glyph: number;
  readonly flags: number;
  /** Offset of the flags. */
  readonly at: number;
  /** Offset after the part. */
  readonly end: number;
}

/** The points of a simple glyph: coordinates in units of the font, y upwards. */
interface GlyphPoints {
  /** Index of the last point of each contour. */
  ends: number[];
  onCurve: boolean[];
  xs: number[];
  ys: number[];
}

/**
 * @param contours how many it has
 * @param expect is told the number of points before they are read
 * @throws RangeError on damage
 */
export function glyphPoints(view: DataView, contours: number, expect: (points: number) => void): GlyphPoints {
  const ends = Array.from({ length: contours }, (_, index) => view.getUint16(10 + 2 * index));
  const count = (ends.at(-1) ?? -1) + 1;
  expect(count);
  let at = 12 + 2 * contours + (contours === 0 ? 0 : view.getUint16(10 + 2 * contours));
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = view.getUint8(at++);
    const times = flag & REPEAT ? view.getUint8(at++) + 1 : 1;
    for (let time = 0; time < times && flags.length < count; time++) flags.push(flag);
  }
  const coordinates = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? view.getUint8(at++) : -view.getUint8(at++);
      else if (!(flag & same)) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(X_SHORT, X_SAME);
  return { ends, onCurve: flags.map((flag) => (flag & ON_CURVE) !== 0), xs, ys: coordinates(Y_SHORT, Y_SAME) };
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

/** Its number of contours is negative. */
function isComposite(data: Uint8Array): boolean {
  return data.length >= 10 && ((data[0] ?? 0) & 0x80) !== 0;
}

/** The glyphs that a composite glyph is made of; none for simple ones. Throws RangeError on damage. */
export function componentGlyphs(data: Uint8Array): number[] {
  return isComposite(data) ? Array.from(partsOf(data), ({ glyph }) => glyph) : [];
}

/** A composite glyph made of glyphs of these numbers, in the order of its parts; a simple one as it is. */
export function withGlyphNumbers(data: Uint8Array, numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return data;
  const out = data.slice();
  for (const [index, { at }] of [...partsOf(data)].entries()) viewOf(out).setUint16(at + 2, numbers[index] ?? 0);
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
  const parts = [...partsOf(data)];
  const last = parts.at(-1);
  if (!last || parts.every(({ flags }) => (flags & HAS_INSTRUCTIONS) === 0)) return data;
  const out = data.slice(0, last.end);
  for (const { at, flags } of parts) viewOf(out).setUint16(at, flags & ~HAS_INSTRUCTIONS);
  return out;
}

/** One after the other, as there may be very many; none for simple glyphs. @throws RangeError on damage */
export function* partsOf(data: Uint8Array): Generator<GlyphPart> {
  if (!isComposite(data)) return;
  const view = viewOf(data);
  for (let at = 10, more = true; more; ) {
    const flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    let end = at + 4 + ((flags & ARGUMENTS_ARE_WORDS) !== 0 ? 4 : 2);
    if ((flags & HAS_SCALE) !== 0) end += 2;
    else if ((flags & HAS_XY_SCALE) !== 0) end += 4;
    else if ((flags & HAS_TWO_BY_TWO) !== 0) end += 8;
    yield { glyph, flags, at, end };
    at = end;
    more = (flags & MORE_COMPONENTS) !== 0;
  }
}
