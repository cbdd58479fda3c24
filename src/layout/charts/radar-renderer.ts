/** Radar charts (21.2.2.153): one spoke per category. */

import { largestOf } from "../../domain/collections/long-lists.ts";
import type { Axis, ChartGroup, TextAppearance } from "../model/chart.ts";
import type { Fill } from "../model/fill.ts";
import { type ChartCanvas, round } from "./chart-canvas.ts";
import type { PlotArea, PointColor } from "./plot-space.ts";

export interface RadarAppearance {
  maximum: number;
  ticks: { value: number; label: string }[];
  axis: Axis | undefined;
  appearance: TextAppearance;
  hasLabels: boolean;
  colorOf: PointColor;
}

const LABEL_GAP_PT = 3;

export function paintRadar(canvas: ChartCanvas, group: ChartGroup, area: PlotArea, radar: RadarAppearance): void {
  const { maximum, ticks, axis, appearance, hasLabels } = radar;
  const named = group.series[0]?.categories ?? [];
  const points = largestOf(
    group.series.map((series) => series.values.length),
    0,
  );
  // Without names, categories are numbered, as along other axes.
  const categories = named.length > 0 ? named : Array.from({ length: points }, (_, index) => String(index + 1));
  const widest = hasLabels
    ? largestOf(
        categories.map((category) => canvas.textWidth(category, appearance)),
        0,
      )
    : 0;
  const centerX = (area.left + area.right) / 2;
  const centerY = (area.top + area.bottom) / 2;
  const roomX = (area.right - area.left) / 2 - widest - LABEL_GAP_PT;
  const roomY = (area.bottom - area.top) / 2 - (hasLabels ? appearance.sizePt * 1.4 : 0);
  const radius = Math.max(10, Math.min(roomX, roomY));
  const count = largestOf(
    group.series.map((series) => series.values.length),
    3,
  );
  const angleOf = (index: number) => -Math.PI / 2 + (2 * Math.PI * index) / count;
  const at = (index: number, share: number) =>
    `${round(centerX + radius * share * Math.cos(angleOf(index)))} ${round(centerY + radius * share * Math.sin(angleOf(index)))}`;
  const ring = (shareOf: (index: number) => number) =>
    `M${Array.from({ length: count }, (_, index) => at(index, shareOf(index))).join("L")}Z`;
  const shareOf = (value: number) => Math.max(0, Math.min(1, value / (maximum || 1)));
  if (axis?.gridlines) {
    for (const { value } of ticks)
      canvas.path(
        ring(() => shareOf(value)),
        undefined,
        axis.gridlines,
      );
  }
  const isFilled = group.radarStyle === "filled";
  for (const series of group.series) {
    const fill: Fill | undefined = isFilled ? radar.colorOf(series, 0) : undefined;
    canvas.path(
      ring((index) => shareOf(series.values[index] ?? 0)),
      fill,
      series.stroke,
    );
  }
  if (axis && !axis.deleted) {
    if (axis.line)
      for (let index = 0; index < count; index++) canvas.path(`M${at(index, 0)}L${at(index, 1)}`, undefined, axis.line);
    if (axis.labels !== "none")
      for (const { value, label } of ticks)
        canvas.text(label, centerX - LABEL_GAP_PT, centerY - radius * shareOf(value), axis.text, "end");
  }
  if (!hasLabels) return;
  categories.forEach((category, index) => {
    const [cos, sin] = [Math.cos(angleOf(index)), Math.sin(angleOf(index))];
    const anchor = Math.abs(cos) < 0.1 ? "middle" : cos > 0 ? "start" : "end";
    const x = centerX + (radius + LABEL_GAP_PT) * cos;
    canvas.text(category, x, centerY + (radius + appearance.sizePt * 0.9) * sin, appearance, anchor);
  });
}
