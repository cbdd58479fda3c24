/** Bars, lines, areas, points: series in a rectangular plot. */

import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Chart, ChartGroup, ErrorBars, Series } from "../model/chart.ts";
import type { Stroke } from "../model/fill.ts";
import { paintDropLines, paintHiLowLines, paintSeriesLines, paintUpDownBars } from "./between-lines.ts";
import { paintBox } from "./box-renderer.ts";
import { type ChartCanvas, round } from "./chart-canvas.ts";
import { paintErrorBars } from "./error-bars.ts";
import { markerPath, markerSymbol, paintMarker } from "./marker-renderer.ts";
import { labelText } from "./pie-renderer.ts";
import type { PlotSpace, PointColor } from "./plot-space.ts";

/** Sums of absolute values by category, for 100 % stacks. */
function stackTotals(group: ChartGroup): number[] {
  const count = largestOf(
    group.series.map((series) => series.values.length),
    0,
  );
  return Array.from({ length: count }, (_, index) =>
    group.series.reduce((sum, series) => sum + Math.abs(series.values[index] ?? 0), 0),
  );
}

/** Start and end of every point after stacking. */
export function stackedValues(group: ChartGroup): ([from: number, to: number] | undefined)[][] {
  const stacks = group.grouping === "stacked" || group.grouping === "percentStacked";
  const totals = group.grouping === "percentStacked" ? stackTotals(group) : [];
  const positive: number[] = [];
  const negative: number[] = [];
  return group.series.map((series) =>
    series.values.map((value, index) => {
      const span = series.spans?.[index];
      if (span) return [...span];
      if (value === undefined) return undefined;
      const share = totals.length > 0 ? value / (totals[index] || 1) : value;
      if (!stacks) return [0, share];
      // Bars grow from the axis in both directions; lines and areas add up.
      const heap = share >= 0 || group.kind !== "bar" ? positive : negative;
      const from = heap[index] ?? 0;
      heap[index] = from + share;
      return [from, from + share];
    }),
  );
}

export function paintBars(canvas: ChartCanvas, group: ChartGroup, space: PlotSpace, colorOf: PointColor): void {
  const stacks = group.grouping === "stacked" || group.grouping === "percentStacked";
  const count = stacks ? 1 : Math.max(1, group.series.length);
  const overlap = stacks ? 1 : group.overlap / 100;
  const gap = group.gapWidth / 100;
  const barSize = space.slotSize / (count - (count - 1) * overlap + gap);
  const ranges = stackedValues(group);
  group.series.forEach((series, order) => {
    // A reversed axis turns the series of a category, too.
    const position = space.isReversed ? count - 1 - order : order;
    series.values.forEach((_, index) => {
      const range = ranges[order]?.[index];
      if (!range) return;
      const offset = stacks ? 0 : position * barSize * (1 - overlap);
      const start = space.categoryAt(index) - space.slotSize / 2 + (barSize * gap) / 2;
      const from = stacks || series.spans ? space.valueAt(range[0]) : space.basePosition;
      const to = space.valueAt(range[1]);
      const appearance = series.points.get(index);
      const fill = colorOf(series, index);
      const stroke = appearance?.stroke ?? series.stroke;
      if (group.horizontal) {
        const y = space.categoryAt(index) + space.slotSize / 2 - (barSize * gap) / 2 - offset - barSize;
        canvas.rect(Math.min(from, to), y, Math.abs(to - from), barSize, fill, stroke);
        const label = series.labels?.position ?? (stacks ? "ctr" : "outEnd");
        const middle = y + barSize / 2;
        const grows = to >= from;
        if (label === "ctr") barLabel(canvas, series, index, (from + to) / 2, middle, "middle");
        else if (label === "inEnd")
          barLabel(canvas, series, index, to + (grows ? -3 : 3), middle, grows ? "end" : "start");
        else if (label === "inBase")
          barLabel(canvas, series, index, from + (grows ? 3 : -3), middle, grows ? "start" : "end");
        else barLabel(canvas, series, index, to + (grows ? 3 : -3), middle, grows ? "start" : "end");
      } else {
        const x = start + offset;
        const box = series.boxes?.[index];
        if (box) {
          paintBox(canvas, box, { left: x, width: barSize, valueAt: space.valueAt }, fill, stroke);
          return;
        }
        canvas.rect(x, Math.min(from, to), barSize, Math.abs(to - from), fill, stroke);
        const size = series.labels?.text.sizePt ?? 10;
        const label = series.labels?.position ?? (stacks ? "ctr" : "outEnd");
        const outwards = to <= from ? -size * 0.7 : size * 0.7;
        const y = {
          ctr: (from + to) / 2,
          inEnd: to - outwards,
          inBase: from + outwards,
        }[label];
        barLabel(canvas, series, index, x + barSize / 2, y ?? to + outwards, "middle");
      }
    });
    if (stacks || series.boxes) return;
    const along = group.horizontal ? -1 : 1;
    const fromSlot = -space.slotSize / 2 + (barSize * gap) / 2 + position * barSize * (1 - overlap) + barSize / 2;
    for (const bars of series.errorBars) {
      paintErrorBars(canvas, bars, series.values, {
        along: space.valueAt,
        across: (index) => space.categoryAt(index) + along * fromSlot,
        isHorizontal: group.horizontal,
      });
    }
  });
  if (group.seriesLines && stacks)
    paintSeriesLines(canvas, ranges, group.seriesLines, space, { barSize, isHorizontal: group.horizontal });
  if (group.connectors && !group.horizontal) paintConnectors(canvas, ranges, group.connectors, barSize, space);
}

/** From the end of each bar to the beginning of the next one. */
function paintConnectors(
  canvas: ChartCanvas,
  ranges: ReturnType<typeof stackedValues>,
  stroke: Stroke,
  barSize: number,
  space: PlotSpace,
): void {
  const count = largestOf(
    ranges.map((points) => points.length),
    0,
  );
  for (let index = 0; index + 1 < count; index++) {
    const end = ranges.map((points) => points[index]).find((range) => range !== undefined)?.[1];
    if (end === undefined) continue;
    const [from, to] = [space.categoryAt(index) + barSize / 2, space.categoryAt(index + 1) - barSize / 2];
    if (to > from) canvas.line(from, space.valueAt(end), to, space.valueAt(end), stroke);
  }
}

function barLabel(
  canvas: ChartCanvas,
  series: Series,
  index: number,
  x: number,
  y: number,
  anchor: "start" | "middle" | "end",
): void {
  const { labels } = series;
  const text = labels && labelText(series, labels, index, undefined);
  if (text) canvas.text(text, x, y, labels.text, anchor);
}

interface Point {
  x: number;
  y: number;
  index: number;
}

export function paintLines(
  canvas: ChartCanvas,
  group: ChartGroup,
  space: PlotSpace,
  colorOf: PointColor,
  blanks: Chart["blanks"],
): void {
  const ranges = stackedValues(group);
  const isScatter = group.kind === "scatter" || group.kind === "bubble";
  if (group.dropLines) paintDropLines(canvas, ranges, group.dropLines, space);
  group.series.forEach((series, position) => {
    const runs: Point[][] = [[]];
    series.values.forEach((_, index) => {
      const range = ranges[position]?.[index] ?? (blanks === "zero" && !isScatter ? ZERO_RANGE : undefined);
      if (!range) {
        if (blanks !== "span" && runs[runs.length - 1]?.length) runs.push([]);
        return;
      }
      const xValue = Number(series.categories[index]);
      const x = isScatter
        ? space.xValueAt(Number.isFinite(xValue) && series.categories[index] !== "" ? xValue : index + 1)
        : space.categoryAt(index);
      runs[runs.length - 1]?.push({ x, y: space.valueAt(range[1]), index });
    });
    if (group.kind === "bubble") {
      paintBubbles(canvas, series, runs.flat(), colorOf, space);
      return;
    }
    if (series.stroke)
      for (const run of runs)
        if (run.length > 1) canvas.path(series.smooth ? smoothPath(run) : linePath(run), undefined, series.stroke);
    for (const bars of series.errorBars) pointErrorBars(canvas, bars, series, runs.flat(), space);
    paintMarkers(canvas, group, series, runs.flat(), colorOf);
  });
  if (group.hiLowLines) paintHiLowLines(canvas, ranges, group.hiLowLines, space);
  if (group.upDownBars) paintUpDownBars(canvas, ranges, group.upDownBars, space);
}

/** Bars of scatter charts lie in both directions. */
function pointErrorBars(
  canvas: ChartCanvas,
  bars: ErrorBars,
  series: Series,
  points: readonly Point[],
  space: PlotSpace,
): void {
  const byIndex = new Map(points.map((point) => [point.index, point]));
  const isHorizontal = bars.direction === "x";
  const values = isHorizontal
    ? series.values.map((_, index) => Number(series.categories[index] || index + 1))
    : series.values;
  paintErrorBars(canvas, bars, values, {
    along: isHorizontal ? space.xValueAt : space.valueAt,
    across: (index) => (isHorizontal ? byIndex.get(index)?.y : byIndex.get(index)?.x),
    isHorizontal,
  });
}

const ZERO_RANGE = [0, 0] as const;

function linePath(points: readonly Point[]): string {
  return `M${points.map((point) => `${round(point.x)} ${round(point.y)}`).join("L")}`;
}

/** Catmull-Rom through the points, as cubic curves. */
function smoothPath(points: readonly Point[]): string {
  let d = `M${round(points[0]?.x ?? 0)} ${round(points[0]?.y ?? 0)}`;
  for (let index = 0; index + 1 < points.length; index++) {
    const [before, from, to, after] = [
      points[index - 1] ?? points[index],
      points[index],
      points[index + 1],
      points[index + 2] ?? points[index + 1],
    ];
    if (!before || !from || !to || !after) break;
    d += `C${round(from.x + (to.x - before.x) / 6)} ${round(from.y + (to.y - before.y) / 6)} ${round(to.x - (after.x - from.x) / 6)} ${round(to.y - (after.y - from.y) / 6)} ${round(to.x)} ${round(to.y)}`;
  }
  return d;
}

function paintMarkers(
  canvas: ChartCanvas,
  group: ChartGroup,
  series: Series,
  points: readonly Point[],
  colorOf: PointColor,
): void {
  const symbol = markerSymbol(group, series);
  for (const point of points) {
    if (symbol) {
      const own = series.points.get(point.index)?.fill;
      const fill = own ?? series.markerFill ?? colorOf(series, point.index);
      paintMarker(canvas, symbol, point.x, point.y, series.markerSizePt, fill, series.markerStroke);
    }
    if (series.labels) {
      const text = labelText(series, series.labels, point.index, undefined);
      const { sizePt } = series.labels.text;
      if (!text) continue;
      const { x, y } = point;
      const { position } = series.labels;
      if (position === "t") canvas.text(text, x, y - sizePt * 0.8, series.labels.text);
      else if (position === "b") canvas.text(text, x, y + sizePt * 0.9, series.labels.text);
      else if (position === "l") canvas.text(text, x - 4, y, series.labels.text, "end");
      else if (position === "ctr") canvas.text(text, x, y, series.labels.text);
      else canvas.text(text, x + 4, y, series.labels.text, "start");
    }
  }
}

function paintBubbles(
  canvas: ChartCanvas,
  series: Series,
  points: readonly Point[],
  colorOf: PointColor,
  space: PlotSpace,
): void {
  const largest = largestOf(
    series.sizes.map((size) => Math.abs(size ?? 0)),
    1e-9,
  );
  const full = Math.min(space.right - space.left, space.bottom - space.top) / 8;
  for (const point of points) {
    const size = Math.abs(series.sizes[point.index] ?? largest);
    const fill = colorOf(series, point.index);
    const seen = fill.kind === "solid" ? { ...fill, opacity: Math.min(fill.opacity, 0.8) } : fill;
    canvas.path(markerPath("circle", point.x, point.y, full * Math.sqrt(size / largest)), seen, series.stroke);
  }
}

export function paintAreas(canvas: ChartCanvas, group: ChartGroup, space: PlotSpace, colorOf: PointColor): void {
  const ranges = stackedValues(group);
  const order = group.series.map((_, index) => index);
  for (const position of order) {
    const series = group.series[position];
    const own = ranges[position];
    if (!series || !own) continue;
    const top: string[] = [];
    const bottom: string[] = [];
    own.forEach((range, index) => {
      const x = round(space.categoryAt(index));
      top.push(`${x} ${round(range ? space.valueAt(range[1]) : space.basePosition)}`);
      const isStacked = group.grouping === "stacked" || group.grouping === "percentStacked";
      bottom.unshift(`${x} ${round(range && isStacked ? space.valueAt(range[0]) : space.basePosition)}`);
    });
    if (top.length > 0) canvas.path(`M${top.join("L")}L${bottom.join("L")}Z`, colorOf(series, 0), series.stroke);
  }
  if (group.dropLines) paintDropLines(canvas, ranges, group.dropLines, space);
}
