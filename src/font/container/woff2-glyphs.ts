/** Outlines as WOFF 2.0 takes them apart: a stream for each kind of their data (5.1 to 5.3). */
import { appendAll } from "../../domain/collections/long-lists.ts";
import { viewOf } from "../opentype/sfnt.ts";

const HEADER_BYTES = 36;
const ON_CURVE = 1;
const SHORT_X = 2;
const SHORT_Y = 4;
const SAME_X = 16;
const SAME_Y = 32;
const OVERLAPS = 64;
const MORE_COMPONENTS = 0x20;
const HAS_INSTRUCTIONS = 0x100;

class Stream {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = viewOf(bytes);
  }

  u8(): number {
    return this.#view.getUint8(this.#at++);
  }

  u16(): number {
    this.#at += 2;
    return this.#view.getUint16(this.#at - 2);
  }

  i16(): number {
    this.#at += 2;
    return this.#view.getInt16(this.#at - 2);
  }

  /** 255UInt16. */
  packed(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    return code === 254 ? this.u8() + 506 : code;
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#view.byteLength) throw new RangeError("its outlines end early");
    this.#at += length;
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at - length, length);
  }
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

export interface Outlines {
  glyf: Uint8Array;
  /** With offsets of four bytes. */
  loca: Uint8Array;
  /** The left edge of each glyph. */
  lefts: Int16Array;
}

/** @throws RangeError for streams that end early */
export class GlyphStreams {
  readonly #count: number;
  readonly #contours: Stream;
  readonly #points: Stream;
  readonly #flags: Stream;
  readonly #glyphs: Stream;
  readonly #composites: Stream;
  readonly #boxBits: Uint8Array;
  readonly #boxes: Stream;
  readonly #instructions: Stream;
  readonly #overlapBits: Uint8Array | undefined;

  constructor(table: Uint8Array) {
    const view = viewOf(table);
    this.#count = view.getUint16(4);
    const whole = new Stream(table);
    whole.take(HEADER_BYTES);
    const parts = Array.from({ length: 7 }, (_, index) => whole.take(view.getUint32(8 + 4 * index)));
    const [contours, points, flags, glyphs, composites, boxes, instructions] = parts.map((part) => new Stream(part));
    if (!contours || !points || !flags || !glyphs || !composites || !boxes || !instructions) throw new RangeError();
    this.#contours = contours;
    this.#points = points;
    this.#flags = flags;
    this.#glyphs = glyphs;
    this.#composites = composites;
    this.#boxes = boxes;
    this.#boxBits = boxes.take(4 * ((this.#count + 31) >> 5));
    this.#instructions = instructions;
    this.#overlapBits = view.getUint16(2) & 1 ? whole.take((this.#count + 7) >> 3) : undefined;
  }

  /** The tables that other programs read. */
  outlines(maxBytes: number): Outlines {
    const parts: Uint8Array[] = [];
    const loca = new Uint8Array(4 * (this.#count + 1));
    const offsets = viewOf(loca);
    const lefts = new Int16Array(this.#count);
    let length = 0;
    for (let glyph = 0; glyph < this.#count; glyph++) {
      const outline = this.#outline(glyph);
      if (outline.length > 0) lefts[glyph] = viewOf(outline).getInt16(2);
      parts.push(outline);
      length += (outline.length + 3) & ~3;
      if (length > maxBytes) throw new RangeError("its outlines are too large");
      offsets.setUint32(4 * glyph + 4, length);
    }
    const glyf = new Uint8Array(length);
    for (const [glyph, part] of parts.entries()) glyf.set(part, offsets.getUint32(4 * glyph));
    return { glyf, loca, lefts };
  }

  #outline(glyph: number): Uint8Array {
    const contours = this.#contours.i16();
    const box = isSet(this.#boxBits, glyph) ? Array.from({ length: 4 }, () => this.#boxes.i16()) : undefined;
    if (contours === 0) return new Uint8Array();
    if (contours > 0)
      return this.#simple(contours, box, this.#overlapBits !== undefined && isSet(this.#overlapBits, glyph));
    if (!box) throw new RangeError("a glyph of parts has no box");
    return this.#composite(box);
  }

  #simple(contours: number, box: readonly number[] | undefined, overlaps: boolean): Uint8Array {
    const ends: number[] = [];
    let count = 0;
    for (let contour = 0; contour < contours; contour++) {
      count += this.#points.packed();
      ends.push(count - 1);
    }
    if (count > 0xffff) throw new RangeError("a glyph has too many points");
    const points: Point[] = [];
    let [x, y] = [0, 0];
    for (let index = 0; index < count; index++) {
      const flag = this.#flags.u8();
      const [dx, dy] = triplet(flag & 0x7f, this.#glyphs);
      x += dx;
      y += dy;
      points.push({ x, y, isOnCurve: flag < 128 });
    }
    const instructions = this.#instructions.take(this.#glyphs.packed());
    return writeSimple(ends, points, instructions, box ?? boxOf(points), overlaps);
  }

  #composite(box: readonly number[]): Uint8Array {
    const bytes = words(0xffff, ...box);
    let flags = MORE_COMPONENTS;
    let hasInstructions = false;
    while (flags & MORE_COMPONENTS) {
      flags = this.#composites.u16();
      hasInstructions ||= (flags & HAS_INSTRUCTIONS) !== 0;
      const places = flags & 1 ? 4 : 2;
      // One scale, two of them, or a matrix.
      const scales = flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
      appendAll(bytes, words(flags));
      appendAll(bytes, this.#composites.take(2 + places + scales));
    }
    if (hasInstructions) {
      const length = this.#glyphs.packed();
      appendAll(bytes, words(length));
      const code = this.#instructions.take(length);
      for (const byte of code) bytes.push(byte);
    }
    return Uint8Array.from(bytes);
  }
}

function isSet(bits: Uint8Array, index: number): boolean {
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

/**
 * How far a point is from the previous one (table 5.2): a sign and some bits in the flag, the rest in one to four
 * bytes.
 */
function triplet(flag: number, bytes: Stream): [dx: number, dy: number] {
  const signed = (bit: number, length: number) => (bit & 1 ? length : -length);
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + bytes.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + bytes.u8()), 0];
  if (flag < 84) {
    const [high, low] = [flag - 20, bytes.u8()];
    return [signed(flag, 1 + (high & 0x30) + (low >> 4)), signed(flag >> 1, 1 + ((high & 0x0c) << 2) + (low & 0x0f))];
  }
  if (flag < 120) {
    const high = flag - 84;
    const dx = signed(flag, 1 + (Math.floor(high / 12) << 8) + bytes.u8());
    return [dx, signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + bytes.u8())];
  }
  if (flag < 124) {
    const [first, middle, last] = [bytes.u8(), bytes.u8(), bytes.u8()];
    return [signed(flag, (first << 4) + (middle >> 4)), signed(flag >> 1, ((middle & 0x0f) << 8) + last)];
  }
  return [signed(flag, bytes.u16()), signed(flag >> 1, bytes.u16())];
}

function boxOf(points: readonly Point[]): number[] {
  let [left, bottom, right, top] = [32767, 32767, -32768, -32768];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return points.length > 0 ? [left, bottom, right, top] : [0, 0, 0, 0];
}

function words(...values: number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
}

/** A simple glyph (ISO/IEC 14496-22, 5.3.3.1). */
function writeSimple(
  ends: readonly number[],
  points: readonly Point[],
  instructions: Uint8Array,
  box: readonly number[],
  overlaps: boolean,
): Uint8Array {
  const flags: number[] = [];
  const across: number[] = [];
  const up: number[] = [];
  let before = { x: 0, y: 0 };
  for (const point of points) {
    let flag = point.isOnCurve ? ON_CURVE : 0;
    flag |= writeStep(point.x - before.x, across, SHORT_X, SAME_X);
    flag |= writeStep(point.y - before.y, up, SHORT_Y, SAME_Y);
    flags.push(flag);
    before = point;
  }
  if (overlaps && flags[0] !== undefined) flags[0] |= OVERLAPS;
  const head = words(ends.length, ...box, ...ends, instructions.length);
  const out = new Uint8Array(head.length + instructions.length + flags.length + across.length + up.length);
  let at = 0;
  for (const part of [head, instructions, flags, across, up]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Writes a distance in no, one or two bytes; the flags that say how. */
function writeStep(distance: number, out: number[], short: number, same: number): number {
  if (distance === 0) return same;
  if (Math.abs(distance) < 256) {
    out.push(Math.abs(distance));
    return distance > 0 ? short | same : short;
  }
  appendAll(out, words(distance));
  return 0;
}
