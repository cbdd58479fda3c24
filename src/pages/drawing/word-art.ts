/**
 * WordArt (`a:prstTxWarp`, ECMA-376 part 1, 20.1.9.19). Between a pair of lines text is stretched from one to the
 * other; on a single line its letters are turned. The lines of the text are announced first; then each says how it
 * bends.
 */
import { appendAll, smallestOf } from "../../domain/collections/long-lists.ts";
import type { Box } from "../../geometry/box.ts";
import type { TextWarp } from "../../layout/model/shapes.ts";
import type { WarpFunction } from "./glyph-outlines.ts";
import { type GuideLine, guideLines } from "./guide-line.ts";
import { type PointMap, warpOutline } from "./warp-outline.ts";

/** A line of text as it is laid out flat: the edges of its letters, and the room that they take. */
export interface FlatLine {
  baselinePt: number;
  leftPt: number;
  rightPt: number;
  topPt: number;
  bottomPt: number;
  startPt: number;
  widthPt: number;
  /** The share of the path's surplus length that lies before the text. */
  share: number;
}

const LEAST_PT = 0.01;
const MAX_LINES = 500;
/** Curves are this close to where they belong; in large boxes, this share of the box. */
const TOLERANCE_PT = 0.05;
const TOLERANCE_SHARE = 1 / 10_000;

export class WordArt {
  readonly #warp: TextWarp;
  readonly #box: Box;
  readonly #guides: readonly GuideLine[];
  readonly #lines: FlatLine[] = [];
  #warps: readonly WarpFunction[] | undefined;

  constructor(warp: TextWarp, box: Box) {
    this.#warp = warp;
    this.#box = box;
    this.#guides = guideLines(warp.guides, box.widthPt, box.heightPt).map((line) => line.moved(box.xPt, box.yPt));
  }

  add(line: FlatLine): void {
    this.#lines.push(line);
  }

  /** There are letters, not too many, and lines for them. */
  get isWarped(): boolean {
    const { length } = this.#lines;
    return length > 0 && length <= MAX_LINES && this.#guides.length > 0;
  }

  /** How a line bends that was announced before. */
  warpOf(baselinePt: number): WarpFunction | undefined {
    this.#warps ??= this.#allWarps();
    const offsets = this.#lines.map((line) => Math.abs(line.baselinePt - baselinePt));
    return this.#warps[offsets.indexOf(smallestOf(offsets))];
  }

  /** The text is shared out evenly among the lines, or pairs of lines, that the preset has. */
  #allWarps(): WarpFunction[] {
    const isOnPath = this.#guides.length % 2 === 1;
    const areas = isOnPath ? this.#guides.length : this.#guides.length / 2;
    const perArea = Math.ceil(this.#lines.length / areas);
    const warps: WarpFunction[] = [];
    for (let area = 0; area * perArea < this.#lines.length; area++) {
      const lines = this.#lines.slice(area * perArea, (area + 1) * perArea);
      if (isOnPath) appendAll(warps, this.#onPath(area, lines));
      else {
        const [top, bottom] = this.#guides.slice(2 * area, 2 * area + 2);
        if (!top || !bottom) continue;
        const map = between(top, bottom, lines);
        const warp = this.#warpFunction(() => map);
        appendAll(
          warps,
          lines.map(() => warp),
        );
      }
    }
    return warps;
  }

  /** The line nearest to the middle of the curve is on it, the others outside of it, each on its own curve. */
  #onPath(area: number, lines: readonly FlatLine[]): WarpFunction[] {
    const guide = this.#guides[area];
    const inner = guide?.isClockwise ? lines.at(-1) : lines[0];
    if (!guide || !inner) return [];
    return lines.map((line) => {
      const offPt = line.baselinePt - inner.baselinePt;
      const own = guide.isStraight ? guide.moved(0, offPt) : (this.#enlarged(area, Math.abs(offPt)) ?? guide);
      return this.#warpFunction(along(own, line, this.#warp.fillsPath));
    });
  }

  #warpFunction(mapFrom: (middlePt: number | undefined) => PointMap): WarpFunction {
    const { widthPt, heightPt } = this.#box;
    const tolerancePt = Math.max(TOLERANCE_PT, Math.hypot(widthPt, heightPt) * TOLERANCE_SHARE);
    return (outline, middlePt) => warpOutline(outline, mapFrom(middlePt), tolerancePt);
  }

  /** The same line of a box that is larger on all sides. */
  #enlarged(area: number, byPt: number): GuideLine | undefined {
    const { xPt, yPt, widthPt, heightPt } = this.#box;
    const lines = guideLines(this.#warp.guides, widthPt + 2 * byPt, heightPt + 2 * byPt);
    return lines[area]?.moved(xPt - byPt, yPt - byPt);
  }
}

/** The edges of the letters as a whole lie on the two lines. */
function between(top: GuideLine, bottom: GuideLine, lines: readonly FlatLine[]): PointMap {
  const edge = (read: (line: FlatLine) => number, of: (...values: number[]) => number) => of(...lines.map(read));
  const leftPt = edge((line) => line.leftPt, Math.min);
  const topPt = edge((line) => line.topPt, Math.min);
  const widthPt = Math.max(LEAST_PT, edge((line) => line.rightPt, Math.max) - leftPt);
  const heightPt = Math.max(LEAST_PT, edge((line) => line.bottomPt, Math.max) - topPt);
  return (x, y) => {
    const share = (x - leftPt) / widthPt;
    const down = (y - topPt) / heightPt;
    const [upper, lower] = [top.at(share * top.lengthPt), bottom.at(share * bottom.lengthPt)];
    return [upper.x + (lower.x - upper.x) * down, upper.y + (lower.y - upper.y) * down];
  };
}

/** Letters keep their size, unless they have to fill the line or are too long for it. */
function along(
  guide: GuideLine,
  { baselinePt, startPt, widthPt, share }: FlatLine,
  fills: boolean,
): (middlePt: number | undefined) => PointMap {
  const longest = guide.lengthPt / Math.max(LEAST_PT, widthPt);
  const scale = fills ? longest : Math.min(1, longest);
  const fromPt = Math.max(0, guide.lengthPt - widthPt * scale) * share;
  return (middlePt) => {
    const alongPt = (x: number) => fromPt + (x - startPt) * scale;
    const fixed = middlePt === undefined ? undefined : guide.smoothAt(alongPt(middlePt));
    return (x, y) => {
      const { x: atX, y: atY, directionX, directionY } = fixed ?? guide.at(alongPt(x));
      const right = middlePt === undefined ? 0 : (x - middlePt) * scale;
      const down = (y - baselinePt) * scale;
      return [atX + directionX * right - directionY * down, atY + directionY * right + directionX * down];
    };
  };
}
