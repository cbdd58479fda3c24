/** Pie and doughnut charts. */

import { largestOf } from "../../domain/collections/long-lists.ts";
import type { ChartGroup, DataLabels, Series } from "../model/chart.ts";
import { type ChartCanvas, round } from "./chart-canvas.ts";
import { numberLabel } from "./number-label.ts";
import type { PlotArea, PointColor } from "./plot-space.ts";

export function paintPie(canvas: ChartCanvas, group: ChartGroup, area: PlotArea, colorOf: PointColor): void {
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  const outside = group.series.some(
    (series) => series.labels && (series.labels.position ?? "bestFit") !== "ctr" && series.labels.position !== "inEnd",
  );
  const room = outside ? (group.series[0]?.labels?.text.sizePt ?? 10) * 1.6 : 0;
  const explosion = largestOf(
    group.series.map((series) =>
      largestOf(
        [...series.points.values()].map((point) => point.explosion),
        series.explosion,
      ),
    ),
    0,
  );
  const radius = Math.max(4, (Math.min(width, height) / 2 - room) / (1 + Math.min(1, explosion)));
  const centerX = (area.left + area.right) / 2;
  const centerY = (area.top + area.bottom) / 2;
  const rings = group.kind === "doughnut" ? group.series : group.series.slice(0, 1);
  const hole = group.kind === "doughnut" ? group.holeShare : 0;
  rings.forEach((series, ring) => {
    const ringWidth = (radius * (1 - hole)) / rings.length;
    const inner = group.kind === "doughnut" ? radius * hole + ring * ringWidth : 0;
    const outer = group.kind === "doughnut" ? inner + ringWidth : radius;
    paintRing(canvas, group, series, { centerX, centerY, inner, outer }, colorOf);
  });
}

interface Ring {
  centerX: number;
  centerY: number;
  inner: number;
  outer: number;
}

function paintRing(canvas: ChartCanvas, group: ChartGroup, series: Series, ring: Ring, colorOf: PointColor): void {
  const total = series.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  if (total <= 0) return;
  let angle = (group.firstAngle * Math.PI) / 180 - Math.PI / 2;
  series.values.forEach((value, index) => {
    const share = Math.abs(value ?? 0) / total;
    if (share === 0) return;
    const end = angle + share * 2 * Math.PI;
    const appearance = series.points.get(index);
    const shift = (appearance?.explosion || series.explosion) * ring.outer;
    const middle = (angle + end) / 2;
    const x = ring.centerX + shift * Math.cos(middle);
    const y = ring.centerY + shift * Math.sin(middle);
    canvas.path(slice(x, y, ring, angle, end), colorOf(series, index), appearance?.stroke ?? series.stroke);
    if (series.labels) paintLabel(canvas, series, series.labels, index, share, ring, middle);
    angle = end;
  });
}

function slice(x: number, y: number, ring: Ring, from: number, to: number): string {
  const at = (angle: number, radius: number) =>
    `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
  const { inner, outer } = ring;
  if (to - from > 2 * Math.PI - 1e-4) {
    const half = from + Math.PI;
    const circle = (radius: number, sweep: number) =>
      `M${at(from, radius)}A${radius} ${radius} 0 1 ${sweep} ${at(half, radius)}A${radius} ${radius} 0 1 ${sweep} ${at(from, radius)}Z`;
    return circle(outer, 1) + (inner > 0 ? circle(inner, 0) : "");
  }
  const large = to - from > Math.PI ? 1 : 0;
  const back = inner > 0 ? `L${at(to, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}` : `L${at(from, 0)}`;
  return `M${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(to, outer)}${back}Z`;
}

function paintLabel(
  canvas: ChartCanvas,
  series: Series,
  labels: DataLabels,
  index: number,
  share: number,
  ring: Ring,
  middle: number,
): void {
  const text = labelText(series, labels, index, share);
  if (!text) return;
  const isOutside =
    ring.inner === 0 &&
    (labels.position === undefined || labels.position === "outEnd" || labels.position === "bestFit");
  const radius = isOutside
    ? ring.outer + labels.text.sizePt * 0.6
    : ring.inner > 0
      ? (ring.inner + ring.outer) / 2
      : labels.position === "inEnd"
        ? ring.outer * 0.85
        : ring.outer * 0.6;
  const x = ring.centerX + radius * Math.cos(middle);
  const y = ring.centerY + radius * Math.sin(middle);
  const halfWidth = canvas.textWidth(text, labels.text) / 2;
  canvas.text(
    text,
    isOutside ? x + halfWidth * Math.cos(middle) : x,
    y + (isOutside ? labels.text.sizePt * 0.3 * Math.sin(middle) : 0),
    labels.text,
  );
}

export function labelText(series: Series, common: DataLabels, index: number, share: number | undefined): string {
  const own = common.own.get(index);
  if (own === null) return "";
  const labels = own?.labels ?? common;
  const value = series.values[index];
  const number = () => (value === undefined ? "" : numberLabel(value, labels.format ?? series.format));
  const percent = () =>
    share === undefined ? "" : numberLabel(share, labels.format?.includes("%") ? labels.format : "0%");
  if (own?.text?.length) {
    const fields: Readonly<Record<string, () => string>> = {
      CELLRANGE: () => series.labelTexts[index] ?? "",
      VALUE: number,
      YVALUE: number,
      XVALUE: () => series.categories[index] ?? "",
      CATEGORYNAME: () => series.categories[index] ?? "",
      SERIESNAME: () => series.name,
      BUBBLESIZE: () => String(series.sizes[index] ?? ""),
      PERCENTAGE: percent,
    };
    const texts = own.text.map((part) => (typeof part === "string" ? part : (fields[part.field]?.() ?? part.shown)));
    return texts.join("").replace(/\n/g, " ");
  }
  const parts = [
    labels.fromCells ? (series.labelTexts[index] ?? "") : "",
    labels.series ? series.name : "",
    labels.category ? (series.categories[index] ?? "") : "",
    labels.value && value !== undefined
      ? numberLabel(value, labels.percent ? series.format : (labels.format ?? series.format))
      : "",
    labels.percent ? percent() : "",
  ];
  return parts.filter((part) => part !== "").join(labels.separator.replace(/\n/g, " "));
}
