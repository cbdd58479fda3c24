/** Trend lines and their labels. */

import { largestOf } from "../../domain/collections/long-lists.ts";
import type { ChartGroup, Series, Trend } from "../model/chart.ts";
import { type ChartCanvas, round } from "./chart-canvas.ts";
import type { PlotSpace } from "./plot-space.ts";
import { determinationText, fitTrend, type TrendCurve, type TrendPoint } from "./trend-curve.ts";

const STEPS = 60;
const LABEL_LINE = 1.2;
const LABEL_GAP_PT = 4;

/** Points of a series as curves are fitted to them: categories count from 1. */
function trendPoints(group: ChartGroup, series: Series): TrendPoint[] {
  const isScatter = group.kind === "scatter" || group.kind === "bubble";
  return series.values.flatMap((y, index) => {
    const x = isScatter ? Number(series.categories[index] || index + 1) : index + 1;
    return y === undefined || !Number.isFinite(x) ? [] : [{ x, y }];
  });
}

/** From where to where a trend line runs. */
export function trendSpan(group: ChartGroup, series: Series, trend: Trend): [from: number, to: number] | undefined {
  const places = trendPoints(group, series).map(({ x }) => x);
  if (places.length < 2) return undefined;
  const from = places.reduce((least, x) => Math.min(least, x));
  const to = places.reduce((most, x) => Math.max(most, x));
  return [from - trend.backward, to + trend.forward];
}

export function paintTrends(canvas: ChartCanvas, group: ChartGroup, space: PlotSpace): void {
  // Stacks have no trend lines.
  if (group.grouping === "stacked" || group.grouping === "percentStacked") return;
  for (const series of group.series) {
    for (const trend of series.trends) {
      const points = trendPoints(group, series);
      const curve = fitTrend(trend, points);
      const span = curve && trendSpan(group, series, trend);
      if (curve && span) paintTrend(canvas, { group, space, trend, curve, points, span });
    }
  }
}

interface Painted {
  group: ChartGroup;
  space: PlotSpace;
  trend: Trend;
  curve: TrendCurve;
  points: readonly TrendPoint[];
  span: readonly [from: number, to: number];
}

function paintTrend(canvas: ChartCanvas, { group, space, trend, curve, points, span }: Painted): void {
  const isScatter = group.kind === "scatter" || group.kind === "bubble";
  const [from, to] = span;
  const places =
    trend.kind === "movingAverage"
      ? points.map(({ x }) => x).sort((left, right) => left - right)
      : Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS);
  const place = (x: number): readonly [number, number] | undefined => {
    const value = curve.at(x);
    if (value === undefined || !Number.isFinite(value) || !space.holds(value)) return undefined;
    const along = isScatter ? space.xValueAt(x) : space.categoryAt(x - 1);
    const across = space.valueAt(value);
    const [left, top] = group.horizontal ? [across, along] : [along, across];
    const isInside =
      left >= space.left - 0.01 && left <= space.right + 0.01 && top >= space.top - 0.01 && top <= space.bottom + 0.01;
    return isInside ? [left, top] : undefined;
  };
  const drawn = places.flatMap((x) => place(x)?.map(round).join(" ") ?? []);
  const stroke = trend.stroke;
  if (stroke && drawn.length > 1) canvas.path(`M${drawn.join("L")}`, undefined, stroke);
  const lines = [
    ...(trend.showsEquation && curve.equation ? [curve.equation] : []),
    ...(trend.showsDetermination && curve.determination !== undefined ? [determinationText(curve.determination)] : []),
  ];
  const end = places.map(place).findLast((found) => found !== undefined);
  if (!end || lines.length === 0) return;
  const { sizePt } = trend.text;
  const widest = largestOf(lines.map((line) => canvas.textWidth(line, trend.text)));
  const x = Math.min(space.right - widest / 2, end[0]);
  const above = end[1] - LABEL_GAP_PT - (lines.length - 0.5) * sizePt * LABEL_LINE;
  const y = Math.max(space.top + sizePt * 0.6, above);
  for (const [index, line] of lines.entries()) canvas.text(line, x, y + index * sizePt * LABEL_LINE, trend.text);
}

const KIND_NAMES: Readonly<Record<Trend["kind"], string>> = {
  linear: "Linear",
  logarithmic: "Log.",
  exponential: "Expon.",
  power: "Power",
  polynomial: "Poly.",
  movingAverage: "per. Mov. Avg.",
};

/** What the legend calls it. */
export function trendName(trend: Trend, series: Series): string {
  if (trend.name) return trend.name;
  const kind = trend.kind === "movingAverage" ? `${trend.period} ${KIND_NAMES[trend.kind]}` : KIND_NAMES[trend.kind];
  return `${kind} (${series.name})`;
}
