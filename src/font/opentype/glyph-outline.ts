/** Outlines of TrueType glyphs (ISO/IEC 14496-22, 5.3.4) as paths of lines and cubic curves, in units of the font. */
import { ARGUMENTS_ARE_WORDS, glyphPoints, HAS_SCALE, HAS_TWO_BY_TWO, HAS_XY_SCALE, partsOf } from "./glyph-data.ts";
import { viewOf } from "./sfnt.ts";

/** `M` and `L` take one point of `numbers`, `C` three, `Z` none. */
export interface GlyphOutline {
  operators: string;
  /** x and y in turn; y grows upwards. */
  numbers: number[];
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** The data of a glyph; undefined for one without an outline. */
export type GlyphData = (glyph: number) => Uint8Array | undefined;

const ARGUMENTS_ARE_OFFSETS = 0x0002;

const MAX_DEPTH = 6;
const MAX_PARTS = 256;
const MAX_POINTS = 20_000;

/** @throws RangeError on damage */
export function glyphOutline(dataOf: GlyphData, glyph: number): GlyphOutline {
  const budget = { parts: MAX_PARTS, points: MAX_POINTS };
  const outline: GlyphOutline = { operators: "", numbers: [] };
  for (const contour of contoursOf(dataOf, glyph, budget, 0)) addContour(outline, contour);
  return outline;
}

interface Budget {
  parts: number;
  points: number;
}

function contoursOf(dataOf: GlyphData, glyph: number, budget: Budget, depth: number): Point[][] {
  // Parts without an outline count, too: there may be a million of them.
  if (--budget.parts < 0 || depth > MAX_DEPTH) throw new RangeError("a glyph of too many parts");
  const data = dataOf(glyph);
  if (!data || data.length < 10) return [];
  const view = viewOf(data);
  const count = view.getInt16(0);
  return count >= 0 ? simpleContours(view, count, budget) : composedContours(dataOf, data, budget, depth);
}

function simpleContours(view: DataView, count: number, budget: Budget): Point[][] {
  const { ends, onCurve, xs, ys } = glyphPoints(view, count, (points) => {
    budget.points -= points;
    if (budget.points < 0) throw new RangeError("a glyph of too many points");
  });
  let start = 0;
  return ends.map((end) => {
    const contour: Point[] = [];
    for (let index = start; index <= end; index++) {
      contour.push({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOnCurve: onCurve[index] ?? false });
    }
    start = end + 1;
    return contour;
  });
}

function composedContours(dataOf: GlyphData, data: Uint8Array, budget: Budget, depth: number): Point[][] {
  const view = viewOf(data);
  const contours: Point[][] = [];
  for (const { at, glyph, flags } of partsOf(data)) {
    const areWords = (flags & ARGUMENTS_ARE_WORDS) !== 0;
    const [first, second] = areWords
      ? [view.getInt16(at + 4), view.getInt16(at + 6)]
      : [view.getInt8(at + 4), view.getInt8(at + 5)];
    const share = (index: number) => view.getInt16(at + (areWords ? 8 : 6) + 2 * index) / 0x4000;
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & HAS_SCALE) a = d = share(0);
    else if (flags & HAS_XY_SCALE) [a, d] = [share(0), share(1)];
    else if (flags & HAS_TWO_BY_TWO) [a, b, c, d] = [share(0), share(1), share(2), share(3)];
    // Parts that are attached to points of others are practically unknown: no font is made this way.
    const [moveX, moveY] = flags & ARGUMENTS_ARE_OFFSETS ? [first, second] : [0, 0];
    for (const contour of contoursOf(dataOf, glyph, budget, depth + 1)) {
      budget.points -= contour.length;
      if (budget.points < 0) throw new RangeError("a glyph of too many points");
      contours.push(
        contour.map(({ x, y, isOnCurve }) => ({ x: a * x + c * y + moveX, y: b * x + d * y + moveY, isOnCurve })),
      );
    }
  }
  return contours;
}

/** Between two points off the curve there is one on it, in the middle. */
function addContour(outline: GlyphOutline, contour: readonly Point[]): void {
  const first = contour[0];
  const last = contour.at(-1);
  if (!first || !last || contour.length < 2) return;
  const start = first.isOnCurve ? first : last.isOnCurve ? last : middleOf(first, last);
  const { numbers } = outline;
  let operators = "M";
  numbers.push(start.x, start.y);
  let before: Point = start;
  let control: Point | undefined;
  const curveTo = (from: Point, over: Point, to: Point) => {
    operators += "C";
    numbers.push(from.x + ((over.x - from.x) * 2) / 3, from.y + ((over.y - from.y) * 2) / 3);
    numbers.push(to.x + ((over.x - to.x) * 2) / 3, to.y + ((over.y - to.y) * 2) / 3, to.x, to.y);
  };
  for (const point of [...(first.isOnCurve ? contour.slice(1) : contour), start]) {
    if (!point.isOnCurve) {
      if (control) {
        const middle = middleOf(control, point);
        curveTo(before, control, middle);
        before = middle;
      }
      control = point;
      continue;
    }
    if (control) curveTo(before, control, point);
    else if (point !== start) {
      operators += "L";
      numbers.push(point.x, point.y);
    }
    before = point;
    control = undefined;
  }
  outline.operators += `${operators}Z`;
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOnCurve: true };
}
