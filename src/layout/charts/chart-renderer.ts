/** Draws charts: frame, title, legend, plot. */

import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { Chart, ChartGroup, Series } from "../model/chart.ts";
import type { Fill } from "../model/fill.ts";
import { niceScale, ticksOf } from "./axis-scale.ts";
import type { ChartCanvas } from "./chart-canvas.ts";
import { paintHierarchy } from "./hierarchy-renderer.ts";
import { LABEL_LINE, wrapLabel } from "./label-layout.ts";
import { paintLegend } from "./legend-renderer.ts";
import { numberLabel } from "./number-label.ts";
import { paintPie } from "./pie-renderer.ts";
import { axisOf, CartesianPlot } from "./plot-axes.ts";
import type { PlotArea } from "./plot-space.ts";
import { paintRadar } from "./radar-renderer.ts";

/** Space around everything: a share of the chart, and at least this. */
const PADDING_PT = 7;
const PADDING_SHARE = 0.025;

/** Draws a chart of the size given. */
export function drawChart(chart: Chart, canvas: ChartCanvas, widthPt: number, heightPt: number): void {
  new ChartRenderer(chart, canvas, widthPt, heightPt).paint();
}

class ChartRenderer {
  readonly #chart: Chart;
  readonly #canvas: ChartCanvas;
  readonly #width: number;
  readonly #height: number;

  constructor(chart: Chart, canvas: ChartCanvas, width: number, height: number) {
    this.#chart = chart;
    this.#canvas = canvas;
    this.#width = width;
    this.#height = height;
  }

  paint(): void {
    const chart = this.#chart;
    const canvas = this.#canvas;
    const background = chart.background?.kind === "none" ? undefined : chart.background;
    if (background) canvas.rect(0, 0, this.#width, this.#height, background, undefined);
    this.#frame(chart.border);
    const sidePt = Math.max(PADDING_PT, this.#width * PADDING_SHARE);
    const area: PlotArea = {
      left: sidePt,
      top: Math.max(PADDING_PT, this.#height * PADDING_SHARE),
      right: this.#width - sidePt,
      bottom: this.#height - Math.max(PADDING_PT / 2, this.#height * PADDING_SHARE),
    };
    if (chart.title) this.#title(chart.title, area);
    if (chart.legend) {
      const kept = { ...area };
      paintLegend(canvas, chart, area, this.#pointColor);
      if (chart.legend.overlay) Object.assign(area, kept);
    }
    if (chart.hierarchy) {
      paintHierarchy(canvas, chart.hierarchy, area);
      return;
    }
    const [first] = chart.groups;
    if (!first) return;
    if (first.kind === "pie" || first.kind === "doughnut") {
      this.#manualBox(area);
      paintPie(canvas, first, area, this.#pointColor);
    } else if (first.kind === "radar") this.#radar(first, area);
    else {
      const edges = { left: 0, top: 0, right: this.#width, bottom: this.#height };
      const isInner = this.#manualBox(area);
      new CartesianPlot(chart, canvas, area, isInner ? edges : undefined, this.#pointColor).paint();
    }
  }

  /** The line around the chart lies within it: what is drawn beyond the chart's edges is cut off. */
  #frame(border: Chart["border"]): void {
    if (!border) return;
    const inset = border.widthPt / 2;
    this.#canvas.rect(inset, inset, this.#width - border.widthPt, this.#height - border.widthPt, undefined, border);
  }

  #title({ appearance, text, overlay }: NonNullable<Chart["title"]>, area: PlotArea): void {
    const canvas = this.#canvas;
    const most = this.#width * 0.9;
    const lines = text
      .split("\n")
      .flatMap((line) => wrapLabel(line, most, (part) => canvas.textWidth(part, appearance)) ?? [line]);
    lines.forEach((line, index) => {
      canvas.text(line, this.#width / 2, area.top + appearance.sizePt * (0.85 + index * LABEL_LINE), appearance);
    });
    if (!overlay) area.top += appearance.sizePt * LABEL_LINE * lines.length + 12;
  }

  /** Takes the plot's place from the file; true when it is that of the axes, not of their labels. */
  #manualBox(area: PlotArea): boolean {
    const box = this.#chart.plotBox;
    if (!box) return false;
    area.left = box.x * this.#width;
    area.top = box.y * this.#height;
    area.right = area.left + box.width * this.#width;
    area.bottom = area.top + box.height * this.#height;
    return box.inner;
  }

  readonly #pointColor = (series: Series, index: number): Fill => {
    const own = series.points.get(index)?.fill;
    if (own) return own;
    const group = this.#chart.groups.find((candidate) => candidate.series.includes(series));
    const isRound = group?.kind === "pie" || group?.kind === "doughnut";
    const varies = group?.varyColors && (isRound || (group.kind === "bar" && group.series.length === 1));
    return varies ? this.#chart.automaticFill(index, series.values.length) : series.fill;
  };

  #radar(group: ChartGroup, area: PlotArea): void {
    const axis = axisOf(this.#chart, group, "value");
    const category = axisOf(this.#chart, group, "category");
    const values = group.series.flatMap((series) => series.values.filter((value) => value !== undefined));
    const fixed = { minimum: axis?.minimum, maximum: axis?.maximum, step: axis?.majorUnit };
    const height = (area.bottom - area.top) / 2 - 20;
    const wanted = Math.max(2, Math.min(10, Math.floor(height / ((axis?.text.sizePt ?? 10) * 2))));
    const scale = niceScale(smallestOf(values, 0), largestOf(values, 0), fixed, wanted);
    const format = axis && (!axis.formatLinked || axis.format !== "General") ? axis.format : "General";
    paintRadar(this.#canvas, group, area, {
      maximum: scale.maximum,
      ticks: ticksOf(scale).map((tick) => ({ value: tick, label: numberLabel(tick, format) })),
      axis,
      appearance: category?.text ?? this.#chart.text,
      hasLabels: category?.labels !== "none",
      colorOf: this.#pointColor,
    });
  }
}
