/** Curves fitted to points by least squares (ECMA-376 part 1, 21.2.2.212 and 21.2.3.50). */

import type { Trend } from "../model/chart.ts";

export interface TrendPoint {
  x: number;
  y: number;
}

export interface TrendCurve {
  /** Undefined if the curve has no value. */
  at(x: number): number | undefined;
  /** As it is written in the label; undefined for averages. */
  equation: string | undefined;
  /** R²; undefined for averages. */
  determination: number | undefined;
}

const HIGHEST_ORDER = 6;
const SHOWN_DIGITS = 5;
/** Shares of the largest value that remain in sums that should be 0. */
const NOISE = 1e-9;
const SUPERSCRIPTS = ["", "", "²", "³", "⁴", "⁵", "⁶"];

/** Undefined if the points do not make a curve. */
export function fitTrend(trend: Trend, points: readonly TrendPoint[]): TrendCurve | undefined {
  if (points.length < 2) return undefined;
  switch (trend.kind) {
    case "movingAverage":
      return movingAverage(points, trend.period);
    case "linear":
      return polynomial(points, 1, trend.intercept);
    case "polynomial":
      return polynomial(points, Math.max(2, Math.min(HIGHEST_ORDER, trend.order)), trend.intercept);
    case "logarithmic":
      return transformed(points, {
        usable: ({ x }) => x > 0,
        forth: ({ x, y }) => ({ x: Math.log(x), y }),
        back: ([shift = 0, slope = 0]) => ({
          at: (x) => (x > 0 ? slope * Math.log(x) + shift : undefined),
          equation: `y = ${shown(slope)}ln(x)${signed(shift)}`,
        }),
      });
    case "exponential":
      return transformed(points, {
        usable: ({ y }) => y > 0,
        forth: ({ x, y }) => ({ x, y: Math.log(y) }),
        intercept: trend.intercept !== undefined && trend.intercept > 0 ? Math.log(trend.intercept) : undefined,
        back: ([shift = 0, slope = 0]) => ({
          at: (x) => Math.exp(shift + slope * x),
          equation: `y = ${shown(Math.exp(shift))}e^${shown(slope)}x`,
        }),
      });
    case "power":
      return transformed(points, {
        usable: ({ x, y }) => x > 0 && y > 0,
        forth: ({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }),
        back: ([shift = 0, slope = 0]) => ({
          at: (x) => (x > 0 ? Math.exp(shift) * x ** slope : undefined),
          equation: `y = ${shown(Math.exp(shift))}x^${shown(slope)}`,
        }),
      });
  }
}

function polynomial(points: readonly TrendPoint[], order: number, intercept?: number): TrendCurve | undefined {
  const factors = leastSquares(points, Math.min(order, points.length - 1), intercept);
  if (!factors) return undefined;
  const at = (x: number) => polynomialAt(factors, x);
  const terms = factors
    .map((factor, power) => ({ factor, variable: power === 0 ? "" : `x${SUPERSCRIPTS[power] ?? ""}` }))
    .filter(({ factor }) => factor !== 0)
    .reverse();
  const written = terms.map(({ factor, variable }, place) => {
    const amount = place === 0 ? shown(factor) : signed(factor);
    return variable === "" ? amount : `${amount.replace(/(^|[-+] |^-)1$/, "$1")}${variable}`;
  });
  return { at, equation: `y = ${written.join("") || "0"}`, determination: determinationOf(points, at) };
}

interface Transformation {
  usable(point: TrendPoint): boolean;
  /** Into the space where the curve is straight. */
  forth(point: TrendPoint): TrendPoint;
  intercept?: number;
  back(factors: readonly number[]): Pick<TrendCurve, "at" | "equation">;
}

/** Office measures how well such a curve fits where it is straight. */
function transformed(
  points: readonly TrendPoint[],
  { usable, forth, intercept, back }: Transformation,
): TrendCurve | undefined {
  if (!points.every(usable)) return undefined;
  const straight = points.map(forth);
  const factors = leastSquares(straight, 1, intercept);
  if (!factors) return undefined;
  return { ...back(factors), determination: determinationOf(straight, (x) => polynomialAt(factors, x)) };
}

/** Each value is the mean of itself and of those before it. */
function movingAverage(points: readonly TrendPoint[], period: number): TrendCurve | undefined {
  const count = Math.max(2, Math.min(points.length, period));
  const means = new Map<number, number>();
  for (let end = count - 1; end < points.length; end++) {
    const window = points.slice(end - count + 1, end + 1);
    const last = points[end];
    if (last) means.set(last.x, window.reduce((sum, { y }) => sum + y, 0) / count);
  }
  return { at: (x) => means.get(x), equation: undefined, determination: undefined };
}

function polynomialAt(factors: readonly number[], x: number): number {
  return factors.reduceRight((sum, factor) => sum * x + factor, 0);
}

function determinationOf(points: readonly TrendPoint[], at: (x: number) => number): number {
  const mean = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const total = points.reduce((sum, { y }) => sum + (y - mean) ** 2, 0);
  const rest = points.reduce((sum, { x, y }) => sum + (y - at(x)) ** 2, 0);
  return total === 0 ? 1 : 1 - rest / total;
}

/** Factors by ascending powers, by the normal equations; undefined if the points lie on one line upwards. */
function leastSquares(points: readonly TrendPoint[], order: number, intercept?: number): number[] | undefined {
  // Powers of large numbers lose their digits: x counts in its own size.
  const unit = points.reduce((largest, { x }) => Math.max(largest, Math.abs(x)), 0) || 1;
  const first = intercept === undefined ? 0 : 1;
  const powers = Array.from({ length: order + 1 - first }, (_, index) => index + first);
  const rows = powers.map((row) => [
    ...powers.map((column) => points.reduce((sum, { x }) => sum + (x / unit) ** (row + column), 0)),
    points.reduce((sum, { x, y }) => sum + (y - (intercept ?? 0)) * (x / unit) ** row, 0),
  ]);
  const solved = solve(rows);
  if (!solved) return undefined;
  const largest = points.reduce((most, { y }) => Math.max(most, Math.abs(y)), 0);
  const factors = solved.map((factor, index) =>
    Math.abs(factor) < NOISE * largest ? 0 : factor / unit ** (index + first),
  );
  return intercept === undefined ? factors : [intercept, ...factors];
}

/** Gaussian elimination with pivots; each row ends with its right side. */
function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const head = pivot[column] ?? 0;
    if (Math.abs(head) < 1e-12) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const share = (row[column] ?? 0) / head;
      for (let place = column; place <= size; place++) row[place] = (row[place] ?? 0) - share * (pivot[place] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

/** As `General` shows it in a label. */
function shown(value: number): string {
  return String(Number(value.toPrecision(SHOWN_DIGITS)));
}

function signed(value: number): string {
  return value < 0 ? ` - ${shown(-value)}` : ` + ${shown(value)}`;
}

/** `R² = 0.9873` */
export function determinationText(determination: number): string {
  return `R² = ${Number(determination.toFixed(SHOWN_DIGITS - 1))}`;
}
