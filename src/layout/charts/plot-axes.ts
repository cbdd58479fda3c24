/** Charts with a rectangular plot: the scales of their axes, the room for labels, axes and series. */

import { appendAll, largestOf } from "../../domain/collections/long-lists.ts";
import type { Axis, CategoryLevel, Chart, ChartGroup } from "../model/chart.ts";
import { AxisRenderer, type CategoryLabels } from "./axis-renderer.ts";
import { type AxisScale, logScale, logTicksOf, niceScale, ticksOf } from "./axis-scale.ts";
import { type AxisSides, axisSides } from "./axis-sides.ts";
import { flatNames, type LevelRow, layoutLevels } from "./category-levels.ts";
import type { ChartCanvas } from "./chart-canvas.ts";
import { errorSpan } from "./error-bars.ts";
import { layoutLabels } from "./label-layout.ts";
import { numberLabel } from "./number-label.ts";
import { paintAreas, paintBars, paintLines, stackedValues } from "./plot-renderer.ts";
import type { PlotArea, PlotSpace, PointColor, ValueAxis } from "./plot-space.ts";
import { paintTrends, trendSpan } from "./trend-renderer.ts";

/** Labels of a vertical axis are at least this many font sizes apart. */
const TICK_DISTANCE = 1.1;
/** Labels of a horizontal axis have this much of their width between them. */
const SIDE_TICK_GAP = 0.3;
const LABEL_GAP_PT = 6;
const TITLE_ROOM = 1.7;
/** From the edge of the chart to the middle of a title's line. */
const TITLE_MIDDLE = 0.6;
const MAX_INTERVALS = 10;
/** From here on an axis of 100 % has a label for each tenth. */
const FINE_PERCENT_INTERVALS = 8;

/** The value or category axis of a group; scatter charts have two value axes. */
export function axisOf(chart: Chart, group: ChartGroup, kind: "value" | "category"): Axis | undefined {
  const axes = chart.axes.filter((axis) => group.axisIds.includes(axis.id));
  if (group.kind === "scatter" || group.kind === "bubble") {
    const isHorizontal = (axis: Axis) => axis.position === "b" || axis.position === "t";
    // Programs that place both at one side name the axis of the x values first.
    if (axes.every((axis) => !isHorizontal(axis))) {
      return axes.find(({ id }) => id === group.axisIds[kind === "category" ? 0 : 1]);
    }
    return axes.find((axis) => (kind === "category" ? isHorizontal(axis) : !isHorizontal(axis)));
  }
  return axes.find((axis) =>
    kind === "value" ? axis.kind === "value" : axis.kind === "category" || axis.kind === "date",
  );
}

const isSeen = (axis: Axis | undefined): axis is Axis => axis !== undefined && !axis.deleted && axis.labels !== "none";

export class CartesianPlot {
  readonly #chart: Chart;
  readonly #canvas: ChartCanvas;
  readonly #area: PlotArea;
  /** The chart's edges, where the area is that of the axes themselves; undefined where labels are in it, too. */
  readonly #edges: PlotArea | undefined;
  readonly #pointColor: PointColor;

  constructor(chart: Chart, canvas: ChartCanvas, area: PlotArea, edges: PlotArea | undefined, pointColor: PointColor) {
    this.#chart = chart;
    this.#canvas = canvas;
    this.#area = area;
    this.#edges = edges;
    this.#pointColor = pointColor;
  }

  paint(): void {
    const { groups } = this.#chart;
    const area = this.#area;
    const canvas = this.#canvas;
    const [leading] = groups;
    if (!leading) return;
    const horizontal = groups.some((group) => group.kind === "bar" && group.horizontal);
    const byAxis = new Map<Axis | undefined, ChartGroup[]>();
    for (const group of groups) {
      const axis = axisOf(this.#chart, group, "value");
      byAxis.set(axis, [...(byAxis.get(axis) ?? []), group]);
    }
    const categoryAxis = axisOf(this.#chart, leading, "category");
    const isScatter = groups.every((group) => group.kind === "scatter" || group.kind === "bubble");
    const guess = horizontal ? area.right - area.left : area.bottom - area.top - (categoryAxis?.text.sizePt ?? 10) * 2;
    const valueAxes = [...byAxis].map(([axis, members]) => this.#valueAxis(members, axis, guess));
    const [primary, secondary] = valueAxes;
    if (!primary) return;
    const count = largestOf(
      groups.flatMap((group) => group.series.map((series) => series.values.length)),
      1,
    );
    const named = groups.flatMap((group) => group.series).find((series) => series.categories.length > 0);
    const plain = Array.from({ length: count }, (_, index) =>
      named ? (named.categories[index] ?? "") : String(index + 1),
    );
    const known = named?.levels ?? [];
    const [categories, levels] = categoryAxis?.hasFlatLabels ? [flatNames(plain, known), []] : [plain, known];
    const dates = categoryAxis?.kind === "date" ? datesOf(groups, count) : undefined;
    const xScale = isScatter ? this.#xScale(groups, categoryAxis) : undefined;
    const xLabels = xScale
      ? ticksOf(xScale).map((tick) => numberLabel(tick, axisFormat(categoryAxis, "General")))
      : categories;
    const sides = axisSides(primary.axis, categoryAxis);
    const labelLayout = this.#reserve({
      primary,
      secondary,
      categoryAxis,
      xLabels,
      horizontal,
      isScatter,
      count,
      dates,
      sides,
      levels,
    });
    const { plotFill, plotStroke } = this.#chart;
    if (plotStroke || (plotFill && plotFill.kind !== "none")) {
      const fill = plotFill?.kind === "none" ? undefined : plotFill;
      canvas.rect(area.left, area.top, area.right - area.left, area.bottom - area.top, fill, plotStroke);
    }
    const spaces = new Map<ChartGroup, PlotSpace>();
    for (const valueAxis of valueAxes) {
      for (const group of byAxis.get(valueAxis.axis) ?? []) {
        spaces.set(
          group,
          makeSpace(area, valueAxis, categoryAxis, group, count, horizontal, xScale ?? this.#ownXScale(group), dates),
        );
      }
    }
    const space = spaces.get(leading);
    if (!space) return;
    const renderer = new AxisRenderer(canvas, area, horizontal, sides);
    renderer.gridlines(primary, space, categoryAxis, xScale, count);
    this.#paintSeries(spaces);
    for (const [group, space] of spaces) paintTrends(canvas, group, space);
    renderer.valueAxis(primary, space, false);
    const other = secondary && byAxis.get(secondary.axis)?.[0];
    const otherSpace = other && spaces.get(other);
    if (secondary && otherSpace) renderer.valueAxis(secondary, otherSpace, true);
    const layout = horizontal ? { ...labelLayout, lines: xLabels.map((label) => [label]) } : labelLayout;
    renderer.categoryAxis(categoryAxis, space, layout, xScale);
  }

  #paintSeries(spaces: ReadonlyMap<ChartGroup, PlotSpace>): void {
    const canvas = this.#canvas;
    for (const kind of ["area", "bar", "line"] as const) {
      for (const [group, space] of spaces) {
        if (kind === "area" && group.kind === "area") paintAreas(canvas, group, space, this.#pointColor);
        else if (kind === "bar" && group.kind === "bar") paintBars(canvas, group, space, this.#pointColor);
        else if (kind === "line" && group.kind !== "bar" && group.kind !== "area")
          paintLines(canvas, group, space, this.#pointColor, this.#chart.blanks);
      }
    }
  }

  /** Points among bars or lines may have an x axis of their own. */
  #ownXScale(group: ChartGroup): AxisScale | undefined {
    if (group.kind !== "scatter" && group.kind !== "bubble") return undefined;
    const axis = axisOf(this.#chart, group, "category");
    return axis?.kind === "value" ? this.#xScale([group], axis) : undefined;
  }

  #xScale(groups: readonly ChartGroup[], axis: Axis | undefined): AxisScale {
    const values = groups.flatMap((group) =>
      group.series.flatMap((series) =>
        series.values.map((_, index) => {
          const value = Number(series.categories[index]);
          return Number.isFinite(value) && series.categories[index] !== "" ? value : index + 1;
        }),
      ),
    );
    for (const group of groups) {
      for (const series of group.series) {
        for (const trend of series.trends) appendAll(values, trendSpan(group, series, trend) ?? []);
      }
    }
    const { left, right } = this.#area;
    const fixed = { minimum: axis?.minimum, maximum: axis?.maximum, step: axis?.majorUnit };
    const [low, high] = values.length > 0 ? [least(values), most(values)] : [0, 1];
    return this.#fittingScale(axis, right - left, axisFormat(axis, "General"), (wanted) =>
      niceScale(low, high, fixed, wanted),
    );
  }

  #valueAxis(groups: readonly ChartGroup[], axis: Axis | undefined, lengthPt: number): ValueAxis {
    const [low, high] = valueRange(groups);
    const percent = groups.some((group) => group.grouping === "percentStacked");
    const format = percent ? "0%" : axisFormat(axis, groups[0]?.series[0]?.format ?? "General");
    const fixed = { minimum: axis?.minimum, maximum: axis?.maximum, step: axis?.majorUnit };
    const unit = axis?.displayUnit?.size ?? 1;
    const labeled = (scale: AxisScale, ticks: number[]): ValueAxis => ({
      axis,
      scale,
      ticks,
      labels: ticks.map((tick) => numberLabel(tick / unit, format)),
    });
    if (axis?.logBase && axis.logBase > 1) {
      const scale = logScale(low, high, fixed, axis.logBase);
      return labeled(scale, logTicksOf(scale, axis.logBase));
    }
    const scaleFor = (wanted: number) =>
      percent
        ? {
            minimum: low < 0 ? -1 : 0,
            maximum: 1,
            step: axis?.majorUnit ?? (wanted >= FINE_PERCENT_INTERVALS ? 0.1 : 0.2),
          }
        : niceScale(low, high, fixed, wanted);
    const isHorizontal = groups.some((group) => group.horizontal);
    const wanted = Math.floor(lengthPt / ((axis?.text.sizePt ?? 10) * TICK_DISTANCE));
    const scale = isHorizontal
      ? this.#fittingScale(axis, lengthPt, format, scaleFor)
      : scaleFor(Math.max(2, Math.min(MAX_INTERVALS, wanted)));
    return labeled(scale, ticksOf(scale));
  }

  /** The finest scale whose labels fit side by side. */
  #fittingScale(
    axis: Axis | undefined,
    lengthPt: number,
    format: string,
    scaleFor: (wanted: number) => AxisScale,
  ): AxisScale {
    const unit = axis?.displayUnit?.size ?? 1;
    for (let wanted = MAX_INTERVALS; wanted > 2; wanted--) {
      const scale = scaleFor(wanted);
      const ticks = ticksOf(scale);
      const widest = axis
        ? largestOf(
            ticks.map((tick) => this.#canvas.textWidth(numberLabel(tick / unit, format), axis.text)),
            0,
          )
        : 0;
      if (widest * (1 + SIDE_TICK_GAP) * Math.max(1, ticks.length - 1) <= lengthPt) return scale;
    }
    return scaleFor(2);
  }

  /** Takes the room for axis labels and titles from the plot, and says how the labels below it are set. */
  #reserve(axes: {
    primary: ValueAxis;
    secondary: ValueAxis | undefined;
    categoryAxis: Axis | undefined;
    xLabels: readonly string[];
    horizontal: boolean;
    isScatter: boolean;
    count: number;
    dates: readonly number[] | undefined;
    sides: AxisSides;
    levels: readonly CategoryLevel[];
  }): CategoryLabels {
    const { primary, secondary, categoryAxis, xLabels, horizontal, isScatter, count, sides } = axes;
    const canvas = this.#canvas;
    const area = this.#area;
    const widest = (labels: readonly string[], axis: Axis | undefined) =>
      isSeen(axis)
        ? largestOf(
            labels.map((label) => canvas.textWidth(label, axis.text)),
            0,
          ) + LABEL_GAP_PT
        : 0;
    const below = horizontal ? primary.axis : categoryAxis;
    const beside = horizontal ? categoryAxis : primary.axis;
    const [belowSide, besideSide] = horizontal ? [sides.value, sides.category] : [sides.category, sides.value];
    const belowLabels = horizontal ? primary.labels : xLabels;
    if (!this.#edges) {
      this.#titles(below, beside, secondary?.axis, horizontal);
      if (secondary && !horizontal) area.right -= widest(secondary.labels, secondary.axis);
      const rowsPt = horizontal ? roomOf(this.#levelRows(axes, area.bottom - area.top)) : 0;
      const labelsPt = widest(horizontal ? xLabels : primary.labels, beside) + rowsPt;
      const width = Math.min((area.right - area.left) * 0.45, labelsPt);
      if (besideSide.labels === "far") area.right -= width;
      else area.left += width;
    }
    const length = area.right - area.left;
    const between = primary.axis?.betweenCategories ?? true;
    const slots = horizontal || isScatter || !between ? Math.max(1, belowLabels.length - 1) : Math.max(1, count);
    const size = below?.text.sizePt ?? 10;
    const rows = this.#levelRows(axes, horizontal ? area.bottom - area.top : length);
    const labels = layoutLabels(belowLabels, {
      slotPt: length / slots,
      maxHeightPt: (area.bottom - area.top) * 0.4,
      sizePt: size,
      rotationDeg: below?.labelRotationDeg,
      canWrap: !horizontal && !isScatter && axes.dates === undefined,
      every: below?.labelEvery,
      width: (text) => (below ? canvas.textWidth(text, below.text) : 0),
    });
    const layout = horizontal ? labels : { ...labels, heightPt: labels.heightPt + roomOf(rows) };
    if (this.#edges) {
      const labelsBelow = isSeen(below) && belowSide.labels === "near" ? layout.heightPt + size * 0.5 : 0;
      const labelsBeside = besideSide.labels === "near" ? widest(horizontal ? xLabels : primary.labels, beside) : 0;
      const rowsBeside = horizontal ? roomOf(rows) : 0;
      this.#outerTitle(below, "below", labelsBelow);
      this.#outerTitle(beside, "left", labelsBeside + rowsBeside);
      if (secondary && !horizontal) this.#outerTitle(secondary.axis, "right", widest(secondary.labels, secondary.axis));
    } else {
      const isBelow = isSeen(below) && belowSide.labels === "near";
      if (isSeen(below)) {
        if (isBelow) area.bottom -= layout.heightPt + size * 0.5;
        else area.top += layout.heightPt + size * 0.5;
      }
      // Half of the labels at the ends extend beyond the axis.
      const halfLine = isSeen(beside) ? beside.text.sizePt * 0.5 : 0;
      area.top += Math.max(3, isBelow ? 0 : halfLine);
      if (!isSeen(below)) area.bottom -= halfLine;
      const last = belowLabels.at(-1) ?? "";
      const firstHalf = isSeen(below) ? canvas.textWidth(belowLabels[0] ?? "", below.text) / 2 : 0;
      if ((horizontal || isScatter) && !isSeen(beside)) area.left += firstHalf;
      if ((horizontal || isScatter || !between) && isSeen(below) && layout.rotationDeg === 0) {
        area.right -= Math.max(0, canvas.textWidth(last, below.text) / 2 - LABEL_GAP_PT / 2);
      }
    }
    // what is below stands a little away from the axis
    return { ...labels, rows, namesPt: horizontal ? widest(xLabels, beside) : labels.heightPt + size * 0.3 };
  }

  /** What stands over the categories. @param lengthPt of their axis */
  #levelRows(
    {
      categoryAxis,
      count,
      levels,
    }: { categoryAxis: Axis | undefined; count: number; levels: readonly CategoryLevel[] },
    lengthPt: number,
  ): LevelRow[] {
    if (!isSeen(categoryAxis)) return [];
    const { text } = categoryAxis;
    const width = (name: string) => this.#canvas.textWidth(name, text);
    return layoutLevels(levels, count, { slotPt: lengthPt / count, sizePt: text.sizePt, width });
  }

  /** Beside a plot whose place is given a title stands outside of the labels, as far as the chart reaches. @param labelsPt what these take */
  #outerTitle(axis: Axis | undefined, side: "below" | "left" | "right", labelsPt: number): void {
    const edges = this.#edges;
    if (!edges || !axis?.title?.text || axis.deleted) return;
    const { text, appearance, rotationDeg } = axis.title;
    const area = this.#area;
    const fromEdgePt = appearance.sizePt * TITLE_MIDDLE;
    const awayPt = labelsPt + appearance.sizePt * (TITLE_ROOM - TITLE_MIDDLE);
    const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
    if (side === "below")
      this.#canvas.text(text, x, Math.min(area.bottom + awayPt, edges.bottom - fromEdgePt), appearance);
    else {
      const outside =
        side === "left"
          ? Math.max(area.left - awayPt, edges.left + fromEdgePt)
          : Math.min(area.right + awayPt, edges.right - fromEdgePt);
      this.#canvas.text(text, outside, y, appearance, "middle", rotationDeg ?? -90);
    }
  }

  /** What an axis counts in stands at its end: upright beside it, or below. */
  #unitName(axis: Axis | undefined, place: "beside" | "below"): void {
    const name = axis?.displayUnit?.name;
    if (!axis || !name || axis.deleted) return;
    const area = this.#area;
    const { sizePt } = axis.text;
    const room = sizePt * TITLE_ROOM;
    if (place === "beside") {
      this.#canvas.text(name, area.left + sizePt * 0.6, area.top, axis.text, "end", -90);
      area.left += room;
    } else {
      this.#canvas.text(name, area.right, area.bottom - sizePt * 0.6, axis.text, "end");
      area.bottom -= room;
    }
  }

  #titles(below: Axis | undefined, beside: Axis | undefined, other: Axis | undefined, horizontal: boolean): void {
    const area = this.#area;
    const canvas = this.#canvas;
    const room = (axis: Axis | undefined) =>
      axis?.title?.text && !axis.deleted ? axis.title.appearance.sizePt * TITLE_ROOM : 0;
    if (room(below) && below?.title) {
      const { appearance, text } = below.title;
      canvas.text(
        text,
        (area.left + room(beside) + area.right) / 2,
        area.bottom - appearance.sizePt * TITLE_MIDDLE,
        appearance,
      );
      area.bottom -= room(below);
    }
    const upright = (axis: Axis | undefined, x: number, rotationDeg: number) => {
      if (!axis?.title) return;
      const { text, appearance, rotationDeg: own } = axis.title;
      canvas.text(text, x, (area.top + area.bottom) / 2, appearance, "middle", own ?? rotationDeg);
    };
    if (room(beside)) {
      upright(beside, area.left + (beside?.title?.appearance.sizePt ?? 0) * TITLE_MIDDLE, -90);
      area.left += room(beside);
    }
    this.#unitName(beside, "beside");
    this.#unitName(below, "below");
    if (!horizontal && room(other)) {
      upright(other, area.right - (other?.title?.appearance.sizePt ?? 0) * TITLE_MIDDLE, -90);
      area.right -= room(other);
    }
  }
}

function roomOf(rows: readonly LevelRow[]): number {
  return rows.reduce((sum, { roomPt }) => sum + roomPt, 0);
}

/** Loops, because charts may have more points than a call takes arguments. */
function least(values: readonly number[]): number {
  return values.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY);
}

/** Least and largest value after stacking. */
function valueRange(groups: readonly ChartGroup[]): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const group of groups) {
    const isStacked = group.grouping === "stacked" || group.grouping === "percentStacked";
    stackedValues(group).forEach((ranges, index) => {
      const fromEnd = isStacked || group.series[index]?.spans !== undefined ? 0 : 1;
      for (const range of ranges) {
        if (!range) continue;
        low = Math.min(low, range[1], range[fromEnd]);
        high = Math.max(high, range[1], range[fromEnd]);
      }
    });
    if (isStacked) continue;
    for (const { errorBars, values } of group.series) {
      for (const bars of errorBars) {
        if (bars.direction !== "y") continue;
        values.forEach((_, index) => {
          const [from, to] = errorSpan(bars, values, index) ?? [low, high];
          low = Math.min(low, from);
          high = Math.max(high, to);
        });
      }
    }
  }
  return Number.isFinite(low) ? [low, high] : [0, 1];
}

/** The axis's own format unless it follows the data. */
function axisFormat(axis: Axis | undefined, ofData: string): string {
  if (!axis) return ofData;
  return axis.formatLinked && axis.format === "General" ? ofData : axis.format;
}

/** Serial dates of the categories; undefined unless all of them are numbers. */
function datesOf(groups: readonly ChartGroup[], count: number): number[] | undefined {
  const series = groups.flatMap((group) => group.series).find((candidate) => candidate.dates.length > 0);
  const dates = Array.from({ length: count }, (_, index) => series?.dates[index]);
  return dates.every((date): date is number => date !== undefined) ? dates : undefined;
}

function makeSpace(
  area: PlotArea,
  valueAxis: ValueAxis,
  categoryAxis: Axis | undefined,
  group: ChartGroup,
  count: number,
  horizontal: boolean,
  xScale: AxisScale | undefined,
  dates: readonly number[] | undefined,
): PlotSpace {
  const { scale, axis } = valueAxis;
  const power = axis?.logBase && axis.logBase > 1 ? Math.log : (value: number) => value;
  const bottom = power(scale.minimum);
  const span = power(scale.maximum) - bottom || 1;
  const valueAt = (value: number) => {
    let share = Math.max(
      0,
      Math.min(1, (power(Math.max(value, axis?.logBase ? scale.minimum : value)) - bottom) / span),
    );
    if (axis?.reversed) share = 1 - share;
    return horizontal ? area.left + share * (area.right - area.left) : area.bottom - share * (area.bottom - area.top);
  };
  const length = horizontal ? area.bottom - area.top : area.right - area.left;
  const isBetween = (axis?.betweenCategories ?? true) || group.kind === "bar";
  const slotSize = isBetween ? length / count : length / Math.max(1, count - 1);
  const first = dates ? least(dates) : 0;
  const days = dates ? most(dates) - first : 0;
  const daySlot = dates && days > 0 ? length / (days + (isBetween ? 1 : 0)) : undefined;
  const categoryAt = (index: number) => {
    const date = dates?.[index];
    let along: number;
    if (daySlot !== undefined && date !== undefined) along = (date - first + (isBetween ? 0.5 : 0)) * daySlot;
    else along = isBetween ? slotSize * (index + 0.5) : slotSize * index;
    if (categoryAxis?.reversed) along = length - along;
    return horizontal ? area.bottom - along : area.left + along;
  };
  const xSpan = xScale ? xScale.maximum - xScale.minimum || 1 : 1;
  // On an axis of categories, x is the number of one.
  const step = (count > 1 ? categoryAt(1) - categoryAt(0) : slotSize) || slotSize;
  const base = Math.max(scale.minimum, Math.min(scale.maximum, 0));
  return {
    ...area,
    valueAt,
    holds: (value) => value >= scale.minimum - span * 1e-9 && value <= scale.maximum + span * 1e-9,
    categoryAt,
    xValueAt: (value) =>
      xScale
        ? area.left + ((value - xScale.minimum) / xSpan) * (area.right - area.left)
        : categoryAt(0) + (value - 1) * step,
    slotSize: daySlot !== undefined ? Math.min(slotSize, Math.max(daySlot, slotSize / 4)) : slotSize,
    basePosition: valueAt(base),
    axisPosition: valueAt(crossing(categoryAxis, scale, base)),
    isBetween,
    isReversed: categoryAxis?.reversed === true,
    percent: group.grouping === "percentStacked",
  };
}

/** Where the category axis crosses the value axis. */
function crossing(axis: Axis | undefined, scale: AxisScale, base: number): number {
  if (axis?.crossesAt !== undefined) return axis.crossesAt;
  if (axis?.crosses === "max") return scale.maximum;
  return axis?.crosses === "min" ? scale.minimum : base;
}
