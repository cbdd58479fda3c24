/** Bends outlines: each line or curve becomes as many curves as its bent shape needs. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import type { Outline } from "../display-list/outline.ts";
import { cubicAt } from "./guide-line.ts";

/** Where a point ends up. */
export type PointMap = (x: number, y: number) => readonly [x: number, y: number];

type Cubic = readonly [number, number, number, number, number, number, number, number];

const MAX_SPLITS = 6;
/** Per outline: a longer one is split no further. */
const MAX_NUMBERS = 50_000;
const THIRD = 1 / 3;

/** @param tolerancePt a piece is split in two if it would be that far from where it belongs */
export function warpOutline({ operators, numbers }: Outline, map: PointMap, tolerancePt: number): Outline {
  const warped = new WarpedOutline(map, tolerancePt);
  let at = 0;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const next = () => numbers[at++] ?? 0;
  for (const operator of operators) {
    if (operator === "M") {
      [x, y] = [next(), next()];
      [startX, startY] = [x, y];
      warped.move(x, y);
    } else if (operator === "C") {
      const cubic: Cubic = [x, y, next(), next(), next(), next(), next(), next()];
      warped.curve(cubic, MAX_SPLITS);
      [x, y] = [cubic[6], cubic[7]];
    } else {
      const [toX, toY] = operator === "L" ? [next(), next()] : [startX, startY];
      warped.line(x, y, toX, toY);
      [x, y] = [toX, toY];
      if (operator === "Z") warped.close();
    }
  }
  return { operators: warped.operators, numbers: warped.numbers };
}

class WarpedOutline {
  operators = "";
  readonly numbers: number[] = [];
  readonly #map: PointMap;
  readonly #tolerancePt: number;

  constructor(map: PointMap, tolerancePt: number) {
    this.#map = map;
    this.#tolerancePt = tolerancePt;
  }

  move(x: number, y: number): void {
    this.operators += "M";
    appendAll(this.numbers, this.#map(x, y));
  }

  close(): void {
    this.operators += "Z";
  }

  line(x: number, y: number, toX: number, toY: number): void {
    if (x === toX && y === toY) return;
    const [dx, dy] = [(toX - x) * THIRD, (toY - y) * THIRD];
    this.curve([x, y, x + dx, y + dy, toX - dx, toY - dy, toX, toY], MAX_SPLITS);
  }

  curve(cubic: Cubic, splits: number): void {
    const [x0, y0, x1, y1, x2, y2, x3, y3] = cubic;
    const middle = (first: number, second: number) => (first + second) / 2;
    const warped: Cubic = [...this.#map(x0, y0), ...this.#map(x1, y1), ...this.#map(x2, y2), ...this.#map(x3, y3)];
    const isMet =
      this.#isMet(cubic, warped, 0.25) && this.#isMet(cubic, warped, 0.5) && this.#isMet(cubic, warped, 0.75);
    if (isMet || splits === 0 || this.numbers.length > MAX_NUMBERS) {
      this.operators += "C";
      appendAll(this.numbers, warped.slice(2));
      return;
    }
    const [ax, ay, bx, by, cx, cy] = [
      middle(x0, x1),
      middle(y0, y1),
      middle(x1, x2),
      middle(y1, y2),
      middle(x2, x3),
      middle(y2, y3),
    ];
    const [leftX, leftY, rightX, rightY] = [middle(ax, bx), middle(ay, by), middle(bx, cx), middle(by, cy)];
    const [centerX, centerY] = [middle(leftX, rightX), middle(leftY, rightY)];
    this.curve([x0, y0, ax, ay, leftX, leftY, centerX, centerY], splits - 1);
    this.curve([centerX, centerY, rightX, rightY, cx, cy, x3, y3], splits - 1);
  }

  #isMet([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic, warped: Cubic, share: number): boolean {
    const [x, y] = this.#map(cubicAt(x0, x1, x2, x3, share), cubicAt(y0, y1, y2, y3, share));
    const [bx0, by0, bx1, by1, bx2, by2, bx3, by3] = warped;
    const off = Math.hypot(cubicAt(bx0, bx1, bx2, bx3, share) - x, cubicAt(by0, by1, by2, by3, share) - y);
    // Splitting does not help against NaN.
    return !(off > this.#tolerancePt);
  }
}
