import { type SfntTables, viewOf } from "./sfnt.ts";

const MAX_DEPTH = 8;
/** Of one glyph with all that it is made of: parts that consist of each other would never end. */
const MAX_PARTS = 1_000;
const MAX_POINTS = 200_000;

/** A glyph is larger than those of real fonts are. */
class EndlessGlyph extends Error {
  override name = "EndlessGlyph";
}

/** The outline of a glyph as text, without its instructions: glyphs that draw alike have one text. */
export type GlyphOutline = (glyph: number) => string;

/**
 * The outlines of a TrueType font as readers find them: where a glyph ends before it begins, it goes on to the end of
 * the table, as FreeType reads it.
 */
export function trueTypeOutlines(tables: SfntTables): GlyphOutline | undefined {
  const [glyf, loca, head] = ["glyf", "loca", "head"].map((tag) => tables.get(tag));
  if (!glyf || !loca || !head || head.length < 54) return undefined;
  const view = viewOf(loca);
  const isLong = viewOf(head).getUint16(50) !== 0;
  const offset = (index: number): number => {
    const size = isLong ? 4 : 2;
    if ((index + 1) * size > loca.length) return glyf.length;
    return isLong ? view.getUint32(index * 4) : view.getUint16(index * 2) * 2;
  };
  const count = loca.length / (isLong ? 4 : 2);
  const dataOf = (glyph: number): Uint8Array => {
    const [start, end] = [offset(glyph), Math.min(offset(glyph + 1), glyf.length)];
    return glyf.subarray(start, end >= start ? end : glyf.length);
  };
  const outline = (glyph: number, depth: number, left: Allowance): string => {
    if (--left.parts < 0) throw new EndlessGlyph();
    if (glyph + 1 > count || depth > MAX_DEPTH) return "";
    const data = dataOf(glyph);
    if (data.length < 10) return "";
    try {
      const view = viewOf(data);
      const contours = view.getInt16(0);
      return contours >= 0 ? simple(view, contours, left) : composite(view, (part) => outline(part, depth + 1, left));
    } catch (error) {
      if (error instanceof RangeError) return "damaged";
      throw error;
    }
  };
  return (glyph) => {
    try {
      return outline(glyph, 0, { parts: MAX_PARTS, points: MAX_POINTS });
    } catch (error) {
      if (!(error instanceof EndlessGlyph)) throw error;
      return Buffer.from(dataOf(glyph)).toString("base64");
    }
  };
}

/** What is left of the most that a glyph may have. */
interface Allowance {
  parts: number;
  points: number;
}

function simple(view: DataView, contours: number, left: Allowance): string {
  const ends: number[] = [];
  for (let index = 0; index < contours; index++) ends.push(view.getUint16(10 + 2 * index));
  const points = (ends.at(-1) ?? -1) + 1;
  left.points -= points;
  if (left.points < 0) throw new EndlessGlyph();
  const instructions = contours === 0 ? 0 : view.getUint16(10 + 2 * contours);
  let at = 12 + 2 * contours + instructions;
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = view.getUint8(at++);
    const repeats = (flag & 8) !== 0 ? view.getUint8(at++) : 0;
    for (let index = 0; index <= repeats && flags.length < points; index++) flags.push(flag);
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? view.getUint8(at++) : -view.getUint8(at++);
      else if ((flag & same) === 0) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  return `${ends.join()}:${flags.map((flag, index) => `${flag & 1},${xs[index]},${ys[index]}`).join(" ")}`;
}

function composite(view: DataView, part: GlyphOutline): string {
  const parts: string[] = [];
  for (let at = 10, more = true; more; ) {
    const flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    const bytes =
      ((flags & 1) !== 0 ? 4 : 2) + ((flags & 8) !== 0 ? 2 : (flags & 64) !== 0 ? 4 : (flags & 128) !== 0 ? 8 : 0);
    const placed: number[] = [];
    for (let index = 0; index < bytes; index++) placed.push(view.getUint8(at + 4 + index));
    // how arguments are meant: words, positions, scaled offsets
    parts.push(`${flags & 0x1803}(${placed.join()})[${part(glyph)}]`);
    at += 4 + bytes;
    more = (flags & 32) !== 0;
  }
  return parts.join("+");
}
