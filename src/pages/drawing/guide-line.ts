/** The lines that WordArt is set on or between, measured along their length. Lengths in points. */
import { geometryPaths } from "../../layout/drawing/outline.ts";
import type { Geometry } from "../../layout/model/shapes.ts";
import { transformed } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { unitsOf } from "./outline-renderer.ts";

type Point = readonly [x: number, y: number];

/** Pieces per curve: a quarter arc that is 400 points wide is off by 0.02. */
const CURVE_STEPS = 48;
const MAX_POINTS = 20_000;
const TANGENT_PT = 1;

export class GuideLine {
  readonly lengthPt: number;
  readonly #points: readonly Point[];
  /** From the start to each point. */
  readonly #lengths: readonly number[];

  constructor(points: readonly Point[]) {
    this.#points = points;
    let length = 0;
    this.#lengths = points.map(([x, y], index) => {
      const [fromX, fromY] = points[index - 1] ?? [x, y];
      return (length += Math.hypot(x - fromX, y - fromY));
    });
    this.lengthPt = length;
  }

  /** A point of the line and the direction there; before the start and after the end the line goes straight on. */
  at(pt: number): { x: number; y: number; directionX: number; directionY: number } {
    const index = this.#pieceAt(pt);
    const [fromX, fromY] = this.#points[index] ?? [0, 0];
    const [toX, toY] = this.#points[index + 1] ?? [fromX, fromY];
    const length = Math.hypot(toX - fromX, toY - fromY);
    const [directionX, directionY] = length > 0 ? [(toX - fromX) / length, (toY - fromY) / length] : [1, 0];
    const along = pt - (this.#lengths[index] ?? 0);
    return { x: fromX + directionX * along, y: fromY + directionY * along, directionX, directionY };
  }

  /** The same, with the direction of the curve that the pieces of the line approximate. */
  smoothAt(pt: number): ReturnType<GuideLine["at"]> {
    const middle = this.at(pt);
    const [before, after] = [this.at(pt - TANGENT_PT), this.at(pt + TANGENT_PT)];
    const [x, y] = [after.x - before.x, after.y - before.y];
    const length = Math.hypot(x, y);
    return length > 0 ? { ...middle, directionX: x / length, directionY: y / length } : middle;
  }

  /** Bends to the right, seen along its course: the center of its circle is below it. */
  get isClockwise(): boolean {
    let area = 0;
    for (const [index, [x, y]] of this.#points.entries()) {
      const [nextX, nextY] = this.#points[(index + 1) % this.#points.length] ?? [x, y];
      area += x * nextY - nextX * y;
    }
    return area > 0;
  }

  get isStraight(): boolean {
    return this.#points.length === 2;
  }

  moved(rightPt: number, downPt: number): GuideLine {
    return new GuideLine(this.#points.map(([x, y]) => [x + rightPt, y + downPt]));
  }

  #pieceAt(pt: number): number {
    let [low, high] = [0, Math.max(0, this.#points.length - 2)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lengths[middle] ?? 0) <= pt) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The lines of a geometry for a box of that size at the origin, in their order. */
export function guideLines(guides: Geometry, widthPt: number, heightPt: number): GuideLine[] {
  const box = { widthPt, heightPt, geometry: guides, flipHorizontal: false, flipVertical: false };
  const [scaleX, scaleY] = unitsOf(box);
  return geometryPaths(box).flatMap(({ d }) => linesOf(transformed(readPathData(d), scaleX, scaleY)));
}

function linesOf({ operators, numbers }: ReturnType<typeof readPathData>): GuideLine[] {
  const lines: Point[][] = [];
  let at = 0;
  let [x, y] = [0, 0];
  const next = (): Point => [numbers[at++] ?? 0, numbers[at++] ?? 0];
  for (const operator of operators) {
    if (operator === "M") lines.push([]);
    const points = lines.at(-1);
    if (!points || points.length > MAX_POINTS) break;
    if (operator === "C") {
      const [x1, y1] = next();
      const [x2, y2] = next();
      const [endX, endY] = next();
      for (let step = 1; step <= CURVE_STEPS; step++) {
        const share = step / CURVE_STEPS;
        points.push([cubicAt(x, x1, x2, endX, share), cubicAt(y, y1, y2, endY, share)]);
      }
      [x, y] = [endX, endY];
    } else if (operator !== "Z") {
      [x, y] = next();
      points.push([x, y]);
    }
  }
  return lines.filter((points) => points.length > 1).map((points) => new GuideLine(points));
}

export function cubicAt(from: number, first: number, second: number, to: number, share: number): number {
  const rest = 1 - share;
  return (
    rest * rest * rest * from + 3 * rest * rest * share * first + 3 * rest * share * share * second + share ** 3 * to
  );
}
