/** What a sparkline consists of, in points within its cell. */
import type { Sparkline, SparklineAppearance, SparklinePoint } from "../model/sparkline.ts";

export interface SparklineShapes {
  /** Parts of the line between gaps. */
  lines: { x: number; y: number }[][];
  bars: { x: number; y: number; width: number; height: number; color: string }[];
  dots: { x: number; y: number; color: string }[];
  /** Height of the axis. */
  axisY: number | undefined;
}

const BAR_SHARE = 0.7;
const MIN_BAR_PT = 0.75;

type Shown = SparklinePoint & { value: number };

/** Between the edges of the cell and its sparkline. */
export const SPARKLINE_PADDING_PT = 2.25;

export const SPARKLINE_AXIS_PT = 0.5;
const MIN_DOT_PT = 1;
const DOT_PER_WEIGHT = 1.4;

/** Radius of the dots that mark points. */
export function sparklineDotPt({ lineWeightPt }: SparklineAppearance): number {
  return Math.max(MIN_DOT_PT, lineWeightPt * DOT_PER_WEIGHT);
}

/** The shapes in a cell of this size, from its padding on; undefined if there is no room, or nothing to see. */
export function sparklineIn(
  sparkline: Sparkline,
  cell: { widthPt: number; heightPt: number },
): SparklineShapes | undefined {
  const widthPt = cell.widthPt - 2 * SPARKLINE_PADDING_PT;
  const heightPt = cell.heightPt - 2 * SPARKLINE_PADDING_PT;
  if (widthPt <= 0 || heightPt <= 0) return undefined;
  const shapes = sparklineShapes(sparkline, widthPt, heightPt);
  return showsNothing(shapes, sparkline.look) ? undefined : shapes;
}

/** `widthPt` and `heightPt` are the room within the padding of the cell. */
export function sparklineShapes(sparkline: Sparkline, widthPt: number, heightPt: number): SparklineShapes {
  const shapes = sparkline.look.kind === "line" ? lineShapes : barShapes;
  return shapes(sparkline, widthPt, heightPt);
}

/** Whether nothing of a sparkline is visible: all its values are missing, and it has no axis that is drawn. */
function showsNothing({ lines, bars, dots, axisY }: SparklineShapes, { axisColor }: SparklineAppearance): boolean {
  const hasAxis = axisColor !== undefined && axisY !== undefined;
  return lines.every((line) => line.length === 0) && bars.length + dots.length === 0 && !hasAxis;
}

function lineShapes(sparkline: Sparkline, widthPt: number, heightPt: number): SparklineShapes {
  const { look: appearance, points, lowest, highest, from, to } = sparkline;
  const place = ({ value, at }: Shown) => {
    const share = to > from ? (at - from) / (to - from) : 0.5;
    return {
      x: widthPt * (appearance.rightToLeft ? 1 - share : share),
      y: heightPt * (1 - clamp(highest > lowest ? (value - lowest) / (highest - lowest) : 0.5)),
    };
  };
  const lines: SparklineShapes["lines"] = [];
  let isOpen = false;
  for (const point of points) {
    if (!hasValue(point)) {
      isOpen = false;
      continue;
    }
    if (isOpen) lines.at(-1)?.push(place(point));
    else lines.push([place(point)]);
    isOpen = true;
  }
  const marks = markedPoints(appearance, points.filter(hasValue));
  const dots = marks.flatMap(({ point, color }) => (color ? [{ ...place(point), color }] : []));
  const crosses = lowest <= 0 && highest >= 0 && highest > lowest;
  return { lines, bars: [], dots, axisY: crosses ? heightPt * (1 - clamp(-lowest / (highest - lowest))) : undefined };
}

/**
 * Columns start from zero if the axis includes it, else on its nearer end; those of gains and losses are equally long.
 */
function barShapes(sparkline: Sparkline, widthPt: number, heightPt: number): SparklineShapes {
  const { look: appearance, points } = sparkline;
  const isStacked = appearance.kind === "stacked";
  const lowest = isStacked ? -1 : sparkline.lowest;
  const highest = isStacked ? 1 : sparkline.highest;
  const base = Math.max(lowest, Math.min(highest, 0));
  const y = (value: number) =>
    heightPt * (1 - (highest > lowest ? clamp((value - lowest) / (highest - lowest)) : value < 0 ? 0 : 1));
  const baseY = highest > lowest ? y(base) : highest < 0 ? 0 : heightPt;
  const slots = slotsOf(sparkline);
  const slot = widthPt / slots.count;
  const bars = markedPoints(appearance, points.filter(hasValue)).flatMap(({ point, color }) => {
    const value = isStacked ? Math.sign(point.value) : point.value;
    if (isStacked && value === 0) return [];
    const index = slots.indexOf(point.at);
    const left = (appearance.rightToLeft ? slots.count - 1 - index : index) * slot;
    const end = y(value);
    const hangs = value < 0 && baseY < heightPt;
    const isNought = value === 0 && lowest < 0;
    const height = isNought ? 0 : Math.max(MIN_BAR_PT, Math.abs(end - baseY));
    const bar = { x: left + (slot * (1 - BAR_SHARE)) / 2, width: slot * BAR_SHARE, color: color ?? appearance.color };
    return height > 0 ? [{ ...bar, y: hangs ? baseY : baseY - height, height }] : [];
  });
  const crosses = isStacked || (lowest <= 0 && highest >= 0);
  return { lines: [], bars, dots: [], axisY: crosses ? baseY : undefined };
}

const MAX_SLOTS = 4_000;

/** Equal places for columns: one per point, on a date axis one per step of the smallest distance between two days. */
function slotsOf({ points, from, to }: Sparkline): { count: number; indexOf: (at: number) => number } {
  let step = Number.POSITIVE_INFINITY;
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before && point.at > before.at) step = Math.min(step, point.at - before.at);
  });
  if (!Number.isFinite(step)) step = 1;
  step = Math.max(step, (to - from) / MAX_SLOTS);
  return { count: Math.floor((to - from) / step) + 1, indexOf: (at) => (at - from) / step };
}

/** The strongest mark of each point: highest and lowest, the ends, below zero, any. */
function markedPoints(
  { marks }: SparklineAppearance,
  points: readonly Shown[],
): { point: Shown; color: string | undefined }[] {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (const { value } of points) {
    high = Math.max(high, value);
    low = Math.min(low, value);
  }
  return points.map((point, index) => {
    const color =
      (point.value === high ? marks.high : undefined) ??
      (point.value === low ? marks.low : undefined) ??
      (index === 0 ? marks.first : undefined) ??
      (index === points.length - 1 ? marks.last : undefined) ??
      (point.value < 0 ? marks.negative : undefined) ??
      marks.every;
    return { point, color };
  });
}

function hasValue(point: SparklinePoint): point is Shown {
  return point.value !== undefined;
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}
