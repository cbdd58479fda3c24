/** Draws axes: grid lines, the line itself, tick marks and labels. */

import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { Axis } from "../model/chart.ts";
import type { Stroke } from "../model/fill.ts";
import { type AxisScale, ticksOf } from "./axis-scale.ts";
import type { AxisSides } from "./axis-sides.ts";
import type { LevelRow } from "./category-levels.ts";
import type { ChartCanvas } from "./chart-canvas.ts";
import { LABEL_LINE, type LabelLayout } from "./label-layout.ts";
import type { PlotArea, PlotSpace, ValueAxis } from "./plot-space.ts";

const TICK_PT = 3;
const LABEL_GAP_PT = 4;

/** The names of categories, and rows of what stands over them. */
export interface CategoryLabels extends LabelLayout {
  rows: readonly LevelRow[];
  /** What the names themselves take from the plot, away from the axis. */
  namesPt: number;
}

export class AxisRenderer {
  readonly #canvas: ChartCanvas;
  readonly #area: PlotArea;
  /** Bars run from left to right: values are on the axis below. */
  readonly #horizontal: boolean;
  readonly #sides: AxisSides;

  constructor(canvas: ChartCanvas, area: PlotArea, horizontal: boolean, sides: AxisSides) {
    this.#canvas = canvas;
    this.#area = area;
    this.#horizontal = horizontal;
    this.#sides = sides;
  }

  gridlines(
    { axis, ticks }: ValueAxis,
    space: PlotSpace,
    categoryAxis: Axis | undefined,
    xScale: AxisScale | undefined,
    count: number,
  ): void {
    if (axis?.gridlines) for (const tick of ticks) this.#across(space.valueAt(tick), !this.#horizontal, axis.gridlines);
    const lines = categoryAxis?.gridlines;
    if (!lines) return;
    const places = xScale
      ? ticksOf(xScale).map((tick) => space.xValueAt(tick))
      : categoryEdges(space, count, categoryAxis.tickEvery);
    for (const at of places) this.#across(at, this.#horizontal, lines);
  }

  /** A line over the whole plot. */
  #across(at: number, isLevel: boolean, stroke: Stroke): void {
    const { left, right, top, bottom } = this.#area;
    if (isLevel) this.#canvas.line(left, at, right, at, stroke);
    else this.#canvas.line(at, top, at, bottom, stroke);
  }

  #tick(axis: Axis, x: number, y: number, isLevel: boolean, outwards: 1 | -1): void {
    if (!axis.line || axis.majorTicks === "none") return;
    const out = axis.majorTicks === "in" ? 0 : TICK_PT * outwards;
    const inside = axis.majorTicks === "out" ? 0 : -TICK_PT * outwards;
    if (isLevel) this.#canvas.line(x + inside, y, x + out, y, axis.line);
    else this.#canvas.line(x, y + inside, x, y + out, axis.line);
  }

  valueAxis({ axis, ticks, labels }: ValueAxis, space: PlotSpace, isSecondary: boolean): void {
    if (!axis || axis.deleted) return;
    const canvas = this.#canvas;
    const area = this.#area;
    const isFar = isSecondary || this.#sides.value.axis === "far";
    const areLabelsFar = isSecondary || this.#sides.value.labels === "far";
    if (axis.line) {
      const at = this.#horizontal ? (isFar ? area.top : area.bottom) : isFar ? area.right : area.left;
      this.#across(at, this.#horizontal, axis.line);
    }
    ticks.forEach((tick, index) => {
      const at = space.valueAt(tick);
      const label = axis.labels === "none" ? "" : (labels[index] ?? "");
      if (this.#horizontal) {
        this.#tick(axis, at, isFar ? area.top : area.bottom, false, isFar ? -1 : 1);
        const y = areLabelsFar ? area.top : area.bottom;
        canvas.text(label, at, y + axis.text.sizePt * (areLabelsFar ? -0.9 : 0.9), axis.text);
        return;
      }
      this.#tick(axis, isFar ? area.right : area.left, at, true, isFar ? 1 : -1);
      if (areLabelsFar) canvas.text(label, area.right + LABEL_GAP_PT + 1, at, axis.text, "start");
      else canvas.text(label, area.left - LABEL_GAP_PT, at, axis.text, "end");
    });
  }

  /** @param layout how its labels are set; beside the plot, where they are on one line each, only `lines` counts */
  categoryAxis(axis: Axis | undefined, space: PlotSpace, layout: CategoryLabels, xScale: AxisScale | undefined): void {
    if (!axis || axis.deleted) return;
    const canvas = this.#canvas;
    const area = this.#area;
    const count = layout.lines.length;
    const ticks = xScale ? ticksOf(xScale) : [];
    const at = space.axisPosition;
    if (axis.line) this.#across(at, !this.#horizontal, axis.line);
    const marks = xScale ? ticks.map((tick) => space.xValueAt(tick)) : categoryEdges(space, count, axis.tickEvery);
    if (count <= 200 * axis.tickEvery)
      for (const mark of marks) {
        if (this.#horizontal) this.#tick(axis, at, mark, true, -1);
        else this.#tick(axis, mark, at, false, 1);
      }
    if (axis.labels === "none") return;
    const { sizePt } = axis.text;
    if (this.#horizontal) {
      const step = axis.labelEvery ?? Math.max(1, Math.ceil((sizePt * 1.1) / space.slotSize));
      const isRight = this.#sides.category.labels === "far";
      const isNextTo = axis.labels !== "low" && axis.labels !== "high";
      this.#levels(axis, space, layout, isNextTo ? at : isRight ? area.right : area.left, isRight ? 1 : -1);
      layout.lines.forEach((lines, index) => {
        if (index % step !== 0) return;
        const edge = isNextTo ? at : isRight ? area.right : area.left;
        const x = edge + (isRight ? LABEL_GAP_PT : -LABEL_GAP_PT);
        canvas.text(lines.join(" "), x, space.categoryAt(index), axis.text, isRight ? "start" : "end");
      });
      return;
    }
    const isTop = this.#sides.category.labels === "far";
    const isOutside = axis.labels === "low" || axis.labels === "high" || at > area.bottom - 1 || at < area.top + 1;
    const edge = isOutside ? (isTop ? area.top : area.bottom) : at;
    const away = isTop ? -1 : 1;
    this.#levels(axis, space, layout, edge, away);
    layout.lines.forEach((lines, index) => {
      if (index % layout.step !== 0) return;
      const x = xScale ? space.xValueAt(ticks[index] ?? 0) : space.categoryAt(index);
      const y = edge + away * sizePt * 0.9;
      if (layout.rotationDeg === 0) {
        lines.forEach((line, row) => {
          canvas.text(line, x, y + (isTop ? row - lines.length + 1 : row) * sizePt * LABEL_LINE, axis.text);
        });
      } else {
        const anchor = layout.rotationDeg > 0 === isTop ? "start" : "end";
        canvas.text(lines[0] ?? "", x, edge + away * sizePt * 0.6, axis.text, anchor, -layout.rotationDeg);
      }
    });
  }

  /** Rows away from the axis, each name over its categories, between lines that part it from the next. */
  #levels(axis: Axis, space: PlotSpace, { rows, namesPt }: CategoryLabels, edge: number, away: 1 | -1): void {
    const { sizePt } = axis.text;
    const half = space.isBetween ? space.slotSize / 2 : 0;
    let from = edge + away * namesPt;
    for (const { parts, roomPt } of rows) {
      const to = from + away * roomPt;
      for (const part of parts) {
        const ends = [space.categoryAt(part.from), space.categoryAt(part.to)];
        const [first, last] = [smallestOf(ends) - half, largestOf(ends) + half];
        if (axis.line) for (const end of [first, last]) this.#crossing(end, edge, to, axis.line);
        part.lines.forEach((line, row) => {
          const middle = (first + last) / 2;
          // read from below where they stand beside the plot: the first line is on the left
          const place = this.#horizontal || away > 0 ? row : part.lines.length - 1 - row;
          const start = this.#horizontal && away < 0 ? to : from;
          const across = start + (this.#horizontal ? 1 : away) * (place + 0.5) * sizePt * LABEL_LINE;
          if (this.#horizontal) this.#canvas.text(line, across, middle, axis.text, "middle", -90);
          else this.#canvas.text(line, middle, across, axis.text, "middle");
        });
      }
      from = to;
    }
  }

  /** A line at a place of the categories' axis, across it. */
  #crossing(at: number, from: number, to: number, stroke: Stroke): void {
    if (this.#horizontal) this.#canvas.line(from, at, to, at, stroke);
    else this.#canvas.line(at, from, at, to, stroke);
  }
}

/**
 * Where tick marks go: between the categories, or on them where the axis starts at the first one.
 * @param every only each nth of these places has one
 */
function categoryEdges(space: PlotSpace, count: number, every: number): number[] {
  const places = Array.from({ length: count }, (_, index) => space.categoryAt(index));
  const half = space.slotSize / 2;
  const direction = (places.at(-1) ?? 0) >= (places[0] ?? 0) ? 1 : -1;
  const edges = space.isBetween
    ? [...places.map((place) => place - half * direction), (places.at(-1) ?? 0) + half * direction]
    : places;
  return edges.filter((_, index) => index % every === 0);
}
