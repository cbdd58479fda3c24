/** Error bars (ECMA-376 part 1, 21.2.2.55): how long they are, and how they are drawn. */

import type { ErrorBars, Series } from "../model/chart.ts";
import type { ChartCanvas } from "./chart-canvas.ts";

/** Half of the line across an end. */
const CAP_PT = 3;

/** Least and largest value of a point's bar; undefined if the point has none. */
export function errorSpan(
  bars: ErrorBars,
  values: readonly (number | undefined)[],
  index: number,
): [low: number, high: number] | undefined {
  const value = values[index];
  if (value === undefined) return undefined;
  // A standard deviation is shown about the mean, whatever the point.
  const { middle, plus, minus } = extent(bars, values, index, value);
  return [middle - (bars.side === "plus" ? 0 : minus), middle + (bars.side === "minus" ? 0 : plus)];
}

function extent(
  bars: ErrorBars,
  values: readonly (number | undefined)[],
  index: number,
  value: number,
): { middle: number; plus: number; minus: number } {
  const even = (length: number, middle = value) => ({ middle, plus: length, minus: length });
  const known = values.filter((entry) => entry !== undefined);
  const mean = known.reduce((sum, entry) => sum + entry, 0) / (known.length || 1);
  const deviation = Math.sqrt(
    known.reduce((sum, entry) => sum + (entry - mean) ** 2, 0) / Math.max(1, known.length - 1),
  );
  switch (bars.kind) {
    case "fixed":
      return even(bars.amount);
    case "percentage":
      return even((Math.abs(value) * bars.amount) / 100);
    case "deviation":
      return even(deviation * bars.amount, mean);
    case "standardError":
      return even(deviation / Math.sqrt(known.length || 1));
    case "custom":
      // One length holds for all points.
      return { middle: value, plus: ofPoint(bars.plus, index), minus: ofPoint(bars.minus, index) };
  }
}

function ofPoint(lengths: readonly (number | undefined)[], index: number): number {
  return (lengths.length === 1 ? lengths[0] : lengths[index]) ?? 0;
}

/** Draws the bars of one direction; `place` says where a value of a point lies along them, and the point across. */
export function paintErrorBars(
  canvas: ChartCanvas,
  bars: ErrorBars,
  values: Series["values"],
  place: { along(value: number): number; across(index: number): number | undefined; isHorizontal: boolean },
): void {
  const { stroke } = bars;
  if (!stroke) return;
  const line = (from: number, to: number, fromAcross: number, toAcross: number) => {
    if (place.isHorizontal) canvas.line(from, fromAcross, to, toAcross, stroke);
    else canvas.line(fromAcross, from, toAcross, to, stroke);
  };
  values.forEach((_, index) => {
    const span = errorSpan(bars, values, index);
    const across = place.across(index);
    if (!span || across === undefined || span[0] === span[1]) return;
    const [low, high] = [place.along(span[0]), place.along(span[1])];
    line(low, high, across, across);
    if (!bars.hasCaps) return;
    if (bars.side !== "plus") line(low, low, across - CAP_PT, across + CAP_PT);
    if (bars.side !== "minus") line(high, high, across - CAP_PT, across + CAP_PT);
  });
}
