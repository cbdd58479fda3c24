import type { BoxStatistics } from "../model/chart.ts";
import type { ExtendedData } from "./extended-chart-data.ts";

/** Values further from the box than this many of its heights are outliers. */
const WHISKER_SHARE = 1.5;

export interface BoxOptions {
  /** The median counts in both halves (QUARTILE.INC), else in none (QUARTILE.EXC). */
  isInclusive: boolean;
  hasMean: boolean;
  hasOutliers: boolean;
}

/** A box for each category, or one for all values where there are none. */
export function boxesOf(
  { levels, values }: ExtendedData,
  categories: readonly string[],
  options: BoxOptions,
): (BoxStatistics | undefined)[] {
  const [names] = levels;
  const known = (wanted: string | undefined) =>
    values.filter(
      (value, index): value is number => value !== undefined && (wanted === undefined || names?.[index] === wanted),
    );
  if (!names || categories.length === 0) return [boxOf(known(undefined), options)];
  return categories.map((category) => boxOf(known(category), options));
}

function boxOf(
  values: readonly number[],
  { isInclusive, hasMean, hasOutliers }: BoxOptions,
): BoxStatistics | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined) return undefined;
  const firstQuartile = quantile(sorted, 0.25, isInclusive);
  const thirdQuartile = quantile(sorted, 0.75, isInclusive);
  const reach = (thirdQuartile - firstQuartile) * WHISKER_SHARE;
  const isOutlier = (value: number) => value < firstQuartile - reach || value > thirdQuartile + reach;
  const inside = sorted.filter((value) => !isOutlier(value));
  return {
    low: inside[0] ?? least,
    firstQuartile,
    median: quantile(sorted, 0.5, true),
    thirdQuartile,
    high: inside.at(-1) ?? most,
    mean: hasMean ? sorted.reduce((sum, value) => sum + value, 0) / sorted.length : undefined,
    outliers: hasOutliers ? sorted.filter(isOutlier) : [],
  };
}

function quantile(sorted: readonly number[], share: number, isInclusive: boolean): number {
  const count = sorted.length;
  const place = isInclusive ? share * (count - 1) : share * (count + 1) - 1;
  const at = Math.max(0, Math.min(count - 1, place));
  const below = Math.floor(at);
  const low = sorted[below] ?? 0;
  return low + ((sorted[below + 1] ?? low) - low) * (at - below);
}
