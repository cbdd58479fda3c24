/** Bars, lines, areas, points: series in a rectangular plot. */
import { type ChartCanvas, round } from "./chart-canvas.ts";
import type { ChartGroup, Series } from "./chart-model.ts";
import { labelText, type PlotArea, type PointColor } from "./pie-painter.ts";

export interface PlotSpace extends PlotArea {
  /** Position of a value on the group's value axis. */
  valueAt: (value: number) => number;
  /** Position of the middle of a category, or of an x value of scatter charts. */
  categoryAt: (index: number) => number;
  xValueAt: (value: number) => number;
  slotSize: number;
  /** Where bars and areas start. */
  basePosition: number;
  percent: boolean;
}

/** Sums of absolute values by category, for 100 % stacks. */
export function stackTotals(group: ChartGroup): number[] {
  const count = Math.max(0, ...group.series.map((series) => series.values.length));
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
      if (value === undefined) return undefined;
      const share = totals.length > 0 ? value / (totals[index] || 1) : value;
      if (!stacks) return [0, share];
      const heap = share >= 0 ? positive : negative;
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
  group.series.forEach((series, position) => {
    series.values.forEach((_, index) => {
      const range = ranges[position]?.[index];
      if (!range) return;
      const offset = stacks ? 0 : position * barSize * (1 - overlap);
      const start = space.categoryAt(index) - space.slotSize / 2 + (barSize * gap) / 2;
      const from = stacks ? space.valueAt(range[0]) : space.basePosition;
      const to = space.valueAt(range[1]);
      const look = series.points.get(index);
      const fill = colorOf(series, index);
      const stroke = look?.stroke ?? series.stroke;
      if (group.horizontal) {
        const y = space.categoryAt(index) + space.slotSize / 2 - (barSize * gap) / 2 - offset - barSize;
        canvas.rect(Math.min(from, to), y, Math.abs(to - from), barSize, fill, stroke);
        barLabel(
          canvas,
          series,
          index,
          to + (to >= from ? 3 : -3),
          y + barSize / 2,
          to >= from ? "start" : "end",
          (from + to) / 2,
        );
      } else {
        const x = start + offset;
        canvas.rect(x, Math.min(from, to), barSize, Math.abs(to - from), fill, stroke);
        const size = series.labels?.text.sizePt ?? 10;
        const isInside = stacks || series.labels?.position === "ctr";
        barLabel(
          canvas,
          series,
          index,
          x + barSize / 2,
          isInside ? (from + to) / 2 : to + (to <= from ? -size * 0.7 : size * 0.7),
          "middle",
        );
      }
    });
  });
}

function barLabel(
  canvas: ChartCanvas,
  series: Series,
  index: number,
  x: number,
  y: number,
  anchor: "start" | "middle" | "end",
  insideX?: number,
): void {
  const { labels } = series;
  if (!labels) return;
  const text = labelText(series, labels, index, undefined);
  if (!text) return;
  if (insideX !== undefined && labels.position === "ctr") canvas.text(text, insideX, y, labels.text, "middle");
  else canvas.text(text, x, y, labels.text, anchor);
}

interface Point {
  x: number;
  y: number;
  index: number;
}

export function paintLines(canvas: ChartCanvas, group: ChartGroup, space: PlotSpace, colorOf: PointColor): void {
  const ranges = stackedValues(group);
  const isScatter = group.kind === "scatter" || group.kind === "bubble";
  group.series.forEach((series, position) => {
    const runs: Point[][] = [[]];
    series.values.forEach((_, index) => {
      const range = ranges[position]?.[index];
      if (!range) {
        if (runs[runs.length - 1]?.length) runs.push([]);
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
    paintMarkers(canvas, group, series, runs.flat(), colorOf);
  });
}

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
  const shown = series.marker === undefined ? group.kind === "scatter" : series.marker !== "none";
  for (const point of points) {
    if (shown) {
      const own = series.points.get(point.index)?.fill;
      const color =
        own ??
        (series.markerColor
          ? { kind: "solid" as const, color: series.markerColor, opacity: 1 }
          : colorOf(series, point.index));
      canvas.path(markerPath(series.marker ?? "circle", point.x, point.y, series.markerSizePt / 2), color, undefined);
    }
    if (series.labels) {
      const text = labelText(series, series.labels, point.index, undefined);
      const { sizePt } = series.labels.text;
      if (!text) continue;
      if (series.labels.position === "t" || group.kind !== "line")
        canvas.text(text, point.x, point.y - sizePt * 0.8, series.labels.text);
      else canvas.text(text, point.x + 4, point.y, series.labels.text, "start");
    }
  }
}

function markerPath(symbol: string, x: number, y: number, radius: number): string {
  switch (symbol) {
    case "square":
      return `M${x - radius} ${y - radius}h${radius * 2}v${radius * 2}h${-radius * 2}Z`;
    case "diamond":
      return `M${x} ${y - radius}L${x + radius} ${y}L${x} ${y + radius}L${x - radius} ${y}Z`;
    case "triangle":
      return `M${x} ${y - radius}L${x + radius} ${y + radius}L${x - radius} ${y + radius}Z`;
    case "dash":
      return `M${x - radius} ${y - radius / 4}h${radius * 2}v${radius / 2}h${-radius * 2}Z`;
    default:
      return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${-radius * 2} 0Z`;
  }
}

function paintBubbles(
  canvas: ChartCanvas,
  series: Series,
  points: readonly Point[],
  colorOf: PointColor,
  space: PlotSpace,
): void {
  const largest = Math.max(1e-9, ...series.sizes.map((size) => Math.abs(size ?? 0)));
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
}

/** Radar charts: one spoke per category. */
export function paintRadar(
  canvas: ChartCanvas,
  group: ChartGroup,
  area: PlotArea,
  maximum: number,
  ticks: readonly number[],
  grid: Series["stroke"],
  colorOf: PointColor,
): void {
  const centreX = (area.left + area.right) / 2;
  const centreY = (area.top + area.bottom) / 2;
  const radius = Math.min(area.right - area.left, area.bottom - area.top) / 2 - 12;
  const count = Math.max(3, ...group.series.map((series) => series.values.length));
  const at = (index: number, share: number) => {
    const angle = -Math.PI / 2 + (2 * Math.PI * index) / count;
    return `${round(centreX + radius * share * Math.cos(angle))} ${round(centreY + radius * share * Math.sin(angle))}`;
  };
  const ring = (shareOf: (index: number) => number) =>
    `M${Array.from({ length: count }, (_, index) => at(index, shareOf(index))).join("L")}Z`;
  if (grid)
    for (const tick of ticks)
      canvas.path(
        ring(() => tick / maximum),
        undefined,
        grid,
      );
  for (const series of group.series) {
    canvas.path(
      ring((index) => Math.max(0, (series.values[index] ?? 0) / maximum)),
      undefined,
      series.stroke,
    );
    void colorOf;
  }
  const first = group.series[0];
  first?.categories.forEach((category, index) => {
    const [x = "0", y = "0"] = at(index, 1.08).split(" ");
    canvas.text(category, Number(x), Number(y), {
      sizePt: 9,
      color: "#404040",
      bold: false,
      italic: false,
      family: undefined,
    });
  });
}
