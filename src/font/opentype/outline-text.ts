import { glyphPoints, partsOf } from "./glyph-data.ts";
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
      return contours >= 0 ? simple(view, contours, left) : composite(data, (part) => outline(part, depth + 1, left));
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
  const { ends, onCurve, xs, ys } = glyphPoints(view, contours, (points) => {
    left.points -= points;
    if (left.points < 0) throw new EndlessGlyph();
  });
  return `${ends.join()}:${onCurve.map((isOn, index) => `${Number(isOn)},${xs[index]},${ys[index]}`).join(" ")}`;
}

function composite(data: Uint8Array, part: GlyphOutline): string {
  const parts: string[] = [];
  for (const { at, end, flags, glyph } of partsOf(data)) {
    if (end > data.length) throw new RangeError("a part is cut off");
    // how arguments are meant: words, positions, scaled offsets
    parts.push(`${flags & 0x1803}(${data.subarray(at + 4, end).join()})[${part(glyph)}]`);
  }
  return parts.join("+");
}
