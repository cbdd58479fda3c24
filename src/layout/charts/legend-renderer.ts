/** The legend; takes its room from the plot area. */

import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Chart, ChartGroup, Legend, Series, TextAppearance } from "../model/chart.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import type { ChartCanvas } from "./chart-canvas.ts";
import { markerSymbol, paintMarker } from "./marker-renderer.ts";
import type { PlotArea, PointColor } from "./plot-space.ts";
import { trendName } from "./trend-renderer.ts";

interface Entry {
  text: string;
  fill: Fill;
  /** Line charts show a piece of their line, even when it is not drawn. */
  isLine: boolean;
  line: Stroke | undefined;
  marker: { symbol: string; sizePt: number; fill: Fill; stroke: Stroke | undefined } | undefined;
}

function entriesOf(chart: Chart, colorOf: PointColor): Entry[] {
  const [first] = chart.groups;
  const series = first?.series[0];
  if (
    first &&
    series &&
    (first.kind === "pie" ||
      first.kind === "doughnut" ||
      (first.varyColors && first.series.length === 1 && first.kind === "bar"))
  ) {
    return series.values.map((_, index) => ({
      text: series.categories[index] || String(index + 1),
      fill: colorOf(series, index),
      ...AREA_KEY,
    }));
  }
  const isBeside = chart.legend?.position !== "t" && chart.legend?.position !== "b";
  const named = chart.groups.flatMap((group) => {
    const entries = group.series.map((entry) => ({
      text: entry.name,
      fill: entry.fill,
      ...(hasLineKey(group) ? { isLine: true, line: entry.stroke, marker: markerKey(group, entry) } : AREA_KEY),
    }));
    // Beside a stack the names are in its order, from the top.
    const isStack = group.grouping === "stacked" || group.grouping === "percentStacked";
    return isBeside && isStack && !group.horizontal ? entries.reverse() : entries;
  });
  return [...named, ...chart.groups.flatMap(trendEntries)];
}

/** Trend lines come after all series. */
function trendEntries(group: ChartGroup): Entry[] {
  return group.series.flatMap((series) =>
    series.trends.map((trend) => ({
      text: trendName(trend, series),
      fill: series.fill,
      isLine: true,
      line: trend.stroke,
      marker: undefined,
    })),
  );
}

const AREA_KEY = { isLine: false, line: undefined, marker: undefined };

function markerKey(group: ChartGroup, series: Series): Entry["marker"] {
  const symbol = markerSymbol(group, series);
  const { markerFill, markerStroke: stroke, markerSizePt: sizePt } = series;
  return symbol === undefined ? undefined : { symbol, sizePt, stroke, fill: markerFill ?? series.fill };
}

function hasLineKey(group: ChartGroup): boolean {
  if (group.kind === "radar") return group.radarStyle !== "filled";
  return group.kind === "line" || group.kind === "scatter" || group.kind === "stock";
}

export function paintLegend(canvas: ChartCanvas, chart: Chart, area: PlotArea, colorOf: PointColor): void {
  const { legend } = chart;
  if (!legend) return;
  const entries = entriesOf(chart, colorOf).filter((_, index) => !legend.hidden.has(index));
  if (entries.length === 0) return;
  if (legend.position === "t" || legend.position === "b")
    paintRow(canvas, entries, legend, area, legend.position === "t");
  else paintColumn(canvas, entries, legend, area, legend.position === "l");
}

function keyWidth(entry: Entry, appearance: TextAppearance): number {
  return entry.isLine ? appearance.sizePt * 2 : appearance.sizePt * 0.6;
}

function paintKey(canvas: ChartCanvas, entry: Entry, appearance: TextAppearance, x: number, y: number): void {
  const width = keyWidth(entry, appearance);
  const { isLine, line, marker } = entry;
  if (line) canvas.line(x, y, x + width, y, line);
  if (marker) {
    const size = Math.min(marker.sizePt, appearance.sizePt);
    paintMarker(canvas, marker.symbol, x + width / 2, y, size, marker.fill, marker.stroke);
  }
  if (!isLine) canvas.rect(x, y - appearance.sizePt * 0.3, width, appearance.sizePt * 0.6, entry.fill, undefined);
}

const GAP_PT = 3;

function paintFrame(canvas: ChartCanvas, legend: Legend, x: number, y: number, width: number, height: number): void {
  const fill = legend.fill?.kind === "none" ? undefined : legend.fill;
  if (fill || legend.stroke) canvas.rect(x, y, width, height, fill, legend.stroke);
}

function paintRow(
  canvas: ChartCanvas,
  entries: readonly Entry[],
  legend: Legend,
  area: PlotArea,
  atTop: boolean,
): void {
  const { appearance } = legend;
  const widths = entries.map(
    (entry) => keyWidth(entry, appearance) + GAP_PT + canvas.textWidth(entry.text, appearance) + appearance.sizePt,
  );
  const available = area.right - area.left;
  const rows: number[][] = [[]];
  let used = 0;
  widths.forEach((width, index) => {
    if (used + width > available && used > 0) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1]?.push(index);
    used += width;
  });
  const lineHeight = appearance.sizePt * 1.3;
  const height = rows.length * lineHeight;
  const top = atTop ? area.top : area.bottom - height;
  const widest = largestOf(rows.map((row) => row.reduce((sum, index) => sum + (widths[index] ?? 0), 0)));
  paintFrame(canvas, legend, (area.left + area.right - widest) / 2, top, widest, height);
  rows.forEach((row, rowIndex) => {
    const width = row.reduce((sum, index) => sum + (widths[index] ?? 0), 0) - appearance.sizePt;
    let x = (area.left + area.right - width) / 2;
    const y = top + lineHeight * (rowIndex + 0.5);
    for (const index of row) {
      const entry = entries[index];
      if (!entry) continue;
      paintKey(canvas, entry, appearance, x, y);
      canvas.text(entry.text, x + keyWidth(entry, appearance) + GAP_PT, y, appearance, "start");
      x += widths[index] ?? 0;
    }
  });
  if (atTop) area.top += height + 5;
  else area.bottom -= height + 5;
}

function paintColumn(
  canvas: ChartCanvas,
  entries: readonly Entry[],
  legend: Legend,
  area: PlotArea,
  atLeft: boolean,
): void {
  const { appearance } = legend;
  const key = largestOf(entries.map((entry) => keyWidth(entry, appearance)));
  const widest = largestOf(entries.map((entry) => canvas.textWidth(entry.text, appearance)));
  const width = Math.min((area.right - area.left) * 0.45, key + GAP_PT + widest);
  const lineHeight = Math.min(appearance.sizePt * 1.25, (area.bottom - area.top) / entries.length);
  const x = atLeft ? area.left : area.right - width;
  const height = entries.length * lineHeight;
  let y = (area.top + area.bottom) / 2 - height / 2 + lineHeight / 2;
  paintFrame(canvas, legend, x - GAP_PT, y - lineHeight / 2, width + 2 * GAP_PT, height);
  for (const entry of entries) {
    paintKey(canvas, entry, appearance, x, y);
    canvas.text(entry.text, x + key + GAP_PT, y, appearance, "start");
    y += lineHeight;
  }
  if (atLeft) area.left += width + 8;
  else area.right -= width + 8;
}
