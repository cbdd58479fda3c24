/**
 * Outlines that fade out, as shadows and glows do: PDF has no blur, so they are a few pixels of opacity in one color.
 */
import type { Box } from "../../geometry/box.ts";
import type { SoftMask, SoftMaskSource } from "../display-list/display-item.ts";
import type { Outline } from "../display-list/outline.ts";

export interface SoftEdge {
  isFilled: boolean;
  /** Width of the line along the outline; 0 for none. */
  lineWidthPt: number;
  /** Dark and light run into each other over this length. */
  blurPt: number;
  /** The outline reaches this much farther, and fades out on the way. */
  glowPt: number;
  /** The outside of the outline takes the color, over this much around it. */
  aroundPt?: number;
}

export interface SoftOutline extends Box {
  source: SoftMaskSource;
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

const MAX_PIXELS = 40_000;
/** Pixels per length of the blur: more cannot be seen. */
const BLUR_PIXELS = 10;
const MOST_PER_PT = 2;
/** Three passes of this share of the blur approximate the blur's bell curve. */
const PASS_SHARE = 0.45;
const PASSES = 3;
const SUBROWS = 4;
const MOST_CURVE_STEPS = 12;
const LEAST_CURVE_STEPS = 2;
const FAR = 1e20;

/** Undefined for an outline without any length. */
export function softOutline(outline: Outline, color: string, edge: SoftEdge): SoftOutline | undefined {
  const soft = softPixels(outline, edge);
  if (!soft) return undefined;
  const { grid, ...box } = soft;
  const isAround = edge.aroundPt !== undefined;
  const alpha = alphaOf(grid, (value) => (isAround ? 1 - value : value));
  return { ...box, source: { format: "veil", color, widthPixels: grid.width, heightPixels: grid.height, alpha } };
}

/** Lets through what is within an outline, and less and less of it towards its edge. */
export function softEdgeMask(outline: Outline, radiusPt: number): SoftMask | undefined {
  const soft = softPixels(outline, { isFilled: true, lineWidthPt: 0, blurPt: 2 * radiusPt, glowPt: 0 });
  if (!soft) return undefined;
  const { grid, ...box } = soft;
  // A blur is at half its strength on the edge, where nothing is to be left.
  const alpha = alphaOf(grid, (value) => 2 * value - 1);
  return { kind: "pixels", widthPixels: grid.width, heightPixels: grid.height, alpha, box };
}

function alphaOf({ values }: Grid, opacity: (value: number) => number): Uint8Array {
  // Several times as fast as Uint8Array.from with a function.
  const alpha = new Uint8Array(values.length);
  for (let at = 0; at < alpha.length; at++) {
    alpha[at] = Math.round(Math.min(1, Math.max(0, opacity(values[at] ?? 0))) * 255);
  }
  return alpha;
}

function softPixels(outline: Outline, edge: SoftEdge): (Box & { grid: Grid }) | undefined {
  const segments = flattened(outline);
  if (segments.length === 0) return undefined;
  const xs = segments.flatMap(([x1, , x2]) => [x1, x2]);
  const ys = segments.flatMap(([, y1, , y2]) => [y1, y2]);
  const margin = edge.lineWidthPt / 2 + edge.blurPt + edge.glowPt + (edge.aroundPt ?? 0) + 1;
  const [left, right] = [least(xs) - margin, most(xs) + margin];
  const [top, bottom] = [least(ys) - margin, most(ys) + margin];
  const [widthPt, heightPt] = [right - left, bottom - top];
  const wanted = BLUR_PIXELS / Math.max(edge.blurPt, edge.glowPt, 1);
  const within = Math.sqrt(MAX_PIXELS / (widthPt * heightPt));
  const perPt = Math.min(MOST_PER_PT, wanted, within);
  const grid = new Grid(Math.ceil(widthPt * perPt), Math.ceil(heightPt * perPt));
  const scaled = segments.map(
    ([x1, y1, x2, y2]): Segment => [(x1 - left) * perPt, (y1 - top) * perPt, (x2 - left) * perPt, (y2 - top) * perPt],
  );
  if (edge.isFilled) grid.fill(scaled);
  if (edge.lineWidthPt > 0) grid.stroke(scaled, Math.max(0.5, (edge.lineWidthPt * perPt) / 2));
  if (edge.glowPt > 0) grid.fadeOut(edge.glowPt * perPt);
  for (let pass = 0; pass < PASSES; pass++) grid.blur((edge.blurPt * perPt * PASS_SHARE) / 2);
  return { xPt: left, yPt: top, widthPt: grid.width / perPt, heightPt: grid.height / perPt, grid };
}

/** How much of each pixel is covered. */
class Grid {
  readonly width: number;
  readonly height: number;
  values: Float32Array;

  constructor(width: number, height: number) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.values = new Float32Array(this.width * this.height);
  }

  /** By the even-odd rule. */
  fill(segments: readonly Segment[]): void {
    // Outlines of letters have thousands of segments, of which a row crosses few.
    const fromTop = segments.toSorted((first, second) => Math.min(first[1], first[3]) - Math.min(second[1], second[3]));
    let near: Segment[] = [];
    let next = 0;
    for (let row = 0; row < this.height; row++) {
      near = near.filter(([, y1, , y2]) => Math.max(y1, y2) > row);
      for (; next < fromTop.length; next++) {
        const segment = fromTop[next];
        if (!segment || Math.min(segment[1], segment[3]) > row + 1) break;
        near.push(segment);
      }
      for (let sub = 0; sub < SUBROWS; sub++) {
        const y = row + (sub + 0.5) / SUBROWS;
        const crossings: number[] = [];
        for (const [x1, y1, x2, y2] of near) {
          if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
        }
        crossings.sort((first, second) => first - second);
        for (let index = 0; index + 1 < crossings.length; index += 2) {
          this.#span(row, crossings[index] ?? 0, crossings[index + 1] ?? 0);
        }
      }
    }
  }

  #span(row: number, from: number, to: number): void {
    const start = Math.max(0, from);
    const end = Math.min(this.width, to);
    for (let column = Math.floor(start); column < end; column++) {
      const covered = Math.min(end, column + 1) - Math.max(start, column);
      this.#add(row, column, covered / SUBROWS);
    }
  }

  #add(row: number, column: number, amount: number): void {
    const at = row * this.width + column;
    this.values[at] = (this.values[at] ?? 0) + amount;
  }

  stroke(segments: readonly Segment[], half: number): void {
    const line = new Float32Array(this.values.length);
    for (const [x1, y1, x2, y2] of segments) {
      const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) * 2));
      for (let step = 0; step <= steps; step++) {
        const column = Math.floor(x1 + ((x2 - x1) * step) / steps);
        const row = Math.floor(y1 + ((y2 - y1) * step) / steps);
        if (row >= 0 && row < this.height && column >= 0 && column < this.width) line[row * this.width + column] = 1;
      }
    }
    const away = distances(line, this.width, this.height);
    this.values = this.values.map((value, index) => Math.max(value, Math.min(1, half + 0.5 - (away[index] ?? FAR))));
  }

  /** Full where covered, and less and less up to a distance. */
  fadeOut(reach: number): void {
    const away = distances(this.values, this.width, this.height);
    this.values = away.map((distance) => {
      const share = Math.max(0, 1 - distance / reach);
      return share * share * (3 - 2 * share);
    });
  }

  /** One pass of a mean over a square of 2 * radius + 1 pixels. */
  blur(radius: number): void {
    const reach = Math.round(radius);
    if (reach < 1) return;
    this.values = meanOfRows(this.values, this.width, this.height, 1, this.width, reach);
    this.values = meanOfRows(this.values, this.height, this.width, this.width, 1, reach);
  }
}

function meanOfRows(
  values: Float32Array,
  length: number,
  rows: number,
  step: number,
  rowStep: number,
  reach: number,
): Float32Array {
  const result = new Float32Array(values.length);
  const size = 2 * reach + 1;
  for (let row = 0; row < rows; row++) {
    const start = row * rowStep;
    let sum = 0;
    for (let index = 0; index < Math.min(reach, length); index++) sum += values[start + index * step] ?? 0;
    for (let index = 0; index < length; index++) {
      const [enters, leaves] = [index + reach, index - reach - 1];
      if (enters < length) sum += values[start + enters * step] ?? 0;
      if (leaves >= 0) sum -= values[start + leaves * step] ?? 0;
      result[start + index * step] = sum / size;
    }
  }
  return result;
}

/** From each pixel to the nearest that is covered by at least a half (Felzenszwalb and Huttenlocher, 2012). */
function distances(values: Float32Array, width: number, height: number): Float32Array {
  const squares = values.map((value) => (value >= 0.5 ? 0 : FAR));
  for (let column = 0; column < width; column++) squaresAlong(squares, column, width, height);
  for (let row = 0; row < height; row++) squaresAlong(squares, row * width, 1, width);
  return squares.map(Math.sqrt);
}

/** The lower envelope of the parabolas on each value. */
function squaresAlong(squares: Float32Array, start: number, step: number, length: number): void {
  const before = Float64Array.from({ length }, (_, index) => squares[start + index * step] ?? FAR);
  const feet = new Int32Array(length);
  const bounds = new Float64Array(length + 1);
  let last = 0;
  bounds[0] = -FAR;
  bounds[1] = FAR;
  const meets = (index: number, foot: number) =>
    ((before[index] ?? FAR) + index * index - ((before[foot] ?? FAR) + foot * foot)) / (2 * index - 2 * foot);
  for (let index = 1; index < length; index++) {
    let at = meets(index, feet[last] ?? 0);
    while (last > 0 && at <= (bounds[last] ?? -FAR)) {
      last--;
      at = meets(index, feet[last] ?? 0);
    }
    last++;
    feet[last] = index;
    bounds[last] = at;
    bounds[last + 1] = FAR;
  }
  let envelope = 0;
  for (let index = 0; index < length; index++) {
    while ((bounds[envelope + 1] ?? FAR) < index) envelope++;
    const foot = feet[envelope] ?? 0;
    squares[start + index * step] = (index - foot) ** 2 + (before[foot] ?? FAR);
  }
}

/** The outline as straight lines, its parts closed. */
function flattened({ operators, numbers }: Outline): Segment[] {
  const segments: Segment[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let at = 0;
  const next = () => numbers[at++] ?? 0;
  const line = (toX: number, toY: number) => {
    segments.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const operator of operators) {
    if (operator === "M") {
      [x, y] = [next(), next()];
      [startX, startY] = [x, y];
    } else if (operator === "L") line(next(), next());
    else if (operator === "C") {
      const [x0, y0, x1, y1, x2, y2, x3, y3] = [x, y, next(), next(), next(), next(), next(), next()];
      // Curves of letters are a few points long, whose steps cannot be seen.
      const lengthPt = Math.hypot(x1 - x0, y1 - y0) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2);
      const steps = Math.min(MOST_CURVE_STEPS, Math.max(LEAST_CURVE_STEPS, Math.ceil(lengthPt)));
      for (let step = 1; step <= steps; step++) {
        const t = step / steps;
        const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        line(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
      }
    } else if (x !== startX || y !== startY) line(startX, startY);
  }
  return segments;
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
}
