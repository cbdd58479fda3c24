/** Length and side of data bars (ECMA-376 part 1, 18.3.1.28; MS-XLSX 2.6, CT_DataBar). */
import type { Box } from "../../../geometry/box.ts";
import type { DataBarDetail } from "../model/conditional-format.ts";

export interface DataBar {
  /** Shares of the cell's width from the left. */
  from: number;
  to: number;
  color: string;
  /** The end at which a gradient is strongest; undefined fills evenly. */
  strongEnd: "left" | "right" | undefined;
  borderColor: string | undefined;
  axis: { at: number; color: string } | undefined;
}

const INSET_PT = 1.5;
/** Borders and axes. */
export const BAR_LINE_PT = 0.5;
/** The share of the color that is left at the weak end of a gradient. */
export const PALE_END_SHARE = 0.15;

/** Where a bar is in its cell, and where its axis is. */
export function dataBarPlaces(
  { from, to, axis }: DataBar,
  { xPt, yPt, widthPt, heightPt }: Box,
): { box: Box | undefined; axisXPt: number | undefined } {
  const innerPt = Math.max(0, widthPt - 2 * INSET_PT);
  const leftPt = xPt + INSET_PT;
  const lengthPt = innerPt * (to - from);
  const box = {
    xPt: leftPt + innerPt * from,
    yPt: yPt + INSET_PT,
    widthPt: lengthPt,
    heightPt: heightPt - 2 * INSET_PT,
  };
  return {
    box: lengthPt > 0 && box.heightPt > 0 ? box : undefined,
    axisXPt: axis && leftPt + innerPt * axis.at,
  };
}

/** `levels`: the values of the shortest and the longest bar. */
export function dataBar(
  value: number,
  levels: readonly number[],
  detail: DataBarDetail,
  rightToLeft: boolean,
): DataBar {
  const [low = 0, high = 0] = levels;
  const isNegative = value < 0 && detail.axis !== "none";
  const axis = axisOf(low, high, detail);
  const [near, far] =
    axis === undefined ? [0, plainLength(value, low, high, detail)] : [axis, endOf(value, low, high, axis)];
  const isMirrored = detail.direction === "rightToLeft" || (detail.direction === "context" && rightToLeft);
  const place = (share: number) => (isMirrored ? 1 - share : share);
  const [start, end] = [place(near), place(far)];
  return {
    from: Math.min(start, end),
    to: Math.max(start, end),
    color: isNegative ? detail.negativeColor : detail.color,
    strongEnd: detail.gradient ? (end < start ? "right" : "left") : undefined,
    borderColor: isNegative ? detail.negativeBorderColor : detail.borderColor,
    axis: axis === undefined ? undefined : { at: place(axis), color: detail.axisColor },
  };
}

/** Place of zero, if bars grow to both sides. */
function axisOf(low: number, high: number, { axis }: DataBarDetail): number | undefined {
  if (axis === "middle") return 0.5;
  if (axis === "none" || low >= 0) return undefined;
  return -low / (Math.max(high, 0) - low);
}

function endOf(value: number, low: number, high: number, axis: number): number {
  const negative = value < 0;
  const longest = axis === 0.5 ? Math.max(Math.abs(low), Math.abs(high)) : negative ? -low : high;
  const share = longest > 0 ? Math.min(1, Math.abs(value) / longest) : 0;
  return negative ? axis - axis * share : axis + (1 - axis) * share;
}

function plainLength(value: number, low: number, high: number, { minLength, maxLength }: DataBarDetail): number {
  const share = high === low ? 1 : Math.max(0, Math.min(1, (value - low) / (high - low)));
  return minLength + (maxLength - minLength) * share;
}
