/** DrawingML charts (ECMA-376 part 1, 21.2) as SVG with real text: title, legend, axes, plot. */
import type { Theme } from "../docx/theme.ts";
import type { Fill, Stroke } from "../drawing/model.ts";
import type { XmlElement } from "../package/xml.ts";
import { type AxisScale, niceScale, ticksOf } from "./axis-scale.ts";
import { ChartCanvas } from "./chart-canvas.ts";
import type { Axis, Chart, ChartGroup, Series } from "./chart-model.ts";
import { ChartReader } from "./chart-reader.ts";
import { paintLegend } from "./legend-painter.ts";
import { numberLabel } from "./number-label.ts";
import { type PlotArea, paintPie } from "./pie-painter.ts";
import { type PlotSpace, paintAreas, paintBars, paintLines, paintRadar, stackedValues } from "./plot-painter.ts";

const PADDING_PT = 7;

export function paintChart(source: XmlElement, widthPt: number, heightPt: number, theme: Theme): SVGElement {
  const reader = new ChartReader(theme);
  const chart = reader.read(source);
  const canvas = new ChartCanvas(widthPt, heightPt);
  const painter = new ChartPainter(chart, canvas, widthPt, heightPt, (index) => reader.seriesColor(index));
  painter.paint();
  return canvas.svg;
}

interface ValueAxis {
  axis: Axis | undefined;
  scale: AxisScale;
  labels: string[];
  ticks: number[];
}

class ChartPainter {
  readonly #chart: Chart;
  readonly #canvas: ChartCanvas;
  readonly #width: number;
  readonly #height: number;
  readonly #seriesColor: (index: number) => string;

  constructor(
    chart: Chart,
    canvas: ChartCanvas,
    width: number,
    height: number,
    seriesColor: (index: number) => string,
  ) {
    this.#chart = chart;
    this.#canvas = canvas;
    this.#width = width;
    this.#height = height;
    this.#seriesColor = seriesColor;
  }

  paint(): void {
    const chart = this.#chart;
    const canvas = this.#canvas;
    canvas.rect(
      0,
      0,
      this.#width,
      this.#height,
      chart.background?.kind === "none" ? undefined : chart.background,
      chart.border,
    );
    const area: PlotArea = {
      left: PADDING_PT,
      top: PADDING_PT,
      right: this.#width - PADDING_PT,
      bottom: this.#height - PADDING_PT / 2,
    };
    if (chart.title) {
      const { look, text, overlay } = chart.title;
      const lines = text.split("\n");
      lines.forEach((line, index) => {
        canvas.text(line, this.#width / 2, area.top + look.sizePt * (0.85 + index * 1.2), look);
      });
      if (!overlay) area.top += look.sizePt * 1.2 * lines.length + 12;
    }
    if (chart.legend) paintLegend(canvas, chart, area, this.#pointColor);
    const [first] = chart.groups;
    if (!first) return;
    if (first.kind === "pie" || first.kind === "doughnut") {
      this.#manualBox(area);
      paintPie(canvas, first, area, this.#pointColor);
    } else if (first.kind === "radar") this.#radar(first, area);
    else this.#plot(area);
  }

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
    const varies =
      group?.varyColors &&
      (group.kind === "pie" || group.kind === "doughnut" || (group.kind === "bar" && group.series.length === 1));
    return varies && (group.kind !== "bar" || group.varyColors)
      ? { kind: "solid", color: this.#seriesColor(index), opacity: 1 }
      : series.fill;
  };

  #radar(group: ChartGroup, area: PlotArea): void {
    const axis = this.#axisOf(group, "value");
    const values = group.series.flatMap((series) => series.values.filter((value) => value !== undefined));
    const scale = niceScale(
      Math.min(0, ...values),
      Math.max(0, ...values),
      { minimum: axis?.minimum, maximum: axis?.maximum },
      5,
    );
    paintRadar(this.#canvas, group, area, scale.maximum, ticksOf(scale), axis?.gridlines, this.#pointColor);
  }

  #axisOf(group: ChartGroup, kind: "value" | "category"): Axis | undefined {
    const axes = this.#chart.axes.filter((axis) => group.axisIds.includes(axis.id));
    const isScatter = group.kind === "scatter" || group.kind === "bubble";
    if (isScatter) {
      const isHorizontal = (axis: Axis) => axis.position === "b" || axis.position === "t";
      return axes.find((axis) => (kind === "category" ? isHorizontal(axis) : !isHorizontal(axis)));
    }
    return axes.find((axis) =>
      kind === "value" ? axis.kind === "value" : axis.kind === "category" || axis.kind === "date",
    );
  }

  #valueAxis(groups: readonly ChartGroup[], axis: Axis | undefined, lengthPt: number): ValueAxis {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const group of groups) {
      for (const ranges of stackedValues(group)) {
        for (const range of ranges) {
          if (!range) continue;
          const stacks =
            group.grouping === "stacked" ||
            group.grouping === "percentStacked" ||
            group.kind === "bar" ||
            group.kind === "area";
          low = Math.min(low, range[1], stacks ? range[0] : range[1]);
          high = Math.max(high, range[1], stacks ? range[0] : range[1]);
        }
      }
    }
    if (!Number.isFinite(low)) [low, high] = [0, 1];
    const percent = groups.some((group) => group.grouping === "percentStacked");
    const size = axis?.text.sizePt ?? 10;
    const isVertical = !groups.some((group) => group.horizontal);
    const wanted = Math.max(2, Math.min(10, Math.floor(lengthPt / (size * (isVertical ? 1.55 : 4)))));
    const scale = percent
      ? { minimum: low < 0 ? -1 : 0, maximum: 1, step: axis?.majorUnit ?? (wanted >= 10 ? 0.1 : 0.2) }
      : niceScale(low, high, { minimum: axis?.minimum, maximum: axis?.maximum, step: axis?.majorUnit }, wanted);
    const ticks = ticksOf(scale);
    const seriesFormat = groups[0]?.series[0]?.format ?? "General";
    const format = percent
      ? "0%"
      : axis && !axis.formatLinked
        ? axis.format
        : axis && axis.format !== "General"
          ? axis.format
          : seriesFormat;
    return { axis, scale, ticks, labels: ticks.map((tick) => numberLabel(tick, format)) };
  }

  #plot(area: PlotArea): void {
    const { groups } = this.#chart;
    const canvas = this.#canvas;
    const horizontal = groups.some((group) => group.kind === "bar" && group.horizontal);
    const byAxis = new Map<Axis | undefined, ChartGroup[]>();
    for (const group of groups) {
      const axis = this.#axisOf(group, "value");
      byAxis.set(axis, [...(byAxis.get(axis) ?? []), group]);
    }
    const categoryAxis = groups[0] ? this.#axisOf(groups[0], "category") : undefined;
    const isScatter = groups.every((group) => group.kind === "scatter" || group.kind === "bubble");
    const inner = this.#manualBox(area);
    const guess = horizontal ? area.right - area.left : area.bottom - area.top - (categoryAxis?.text.sizePt ?? 10) * 2;
    const valueAxes = [...byAxis].map(([axis, members]) => this.#valueAxis(members, axis, guess));
    const [primary, secondary] = valueAxes;
    if (!primary) return;
    const first = groups[0]?.series[0];
    const count = Math.max(1, ...groups.flatMap((group) => group.series.map((series) => series.values.length)));
    const categories = Array.from({ length: count }, (_, index) => first?.categories[index] || String(index + 1));
    const xScale = isScatter ? this.#xScale(groups, categoryAxis, area.right - area.left) : undefined;
    const xLabels = xScale
      ? ticksOf(xScale).map((tick) => numberLabel(tick, categoryAxis?.format ?? "General"))
      : categories;
    if (!inner) this.#reserve(area, primary, secondary, categoryAxis, xLabels, horizontal);
    if (this.#chart.plotFill && this.#chart.plotFill.kind !== "none") {
      canvas.rect(area.left, area.top, area.right - area.left, area.bottom - area.top, this.#chart.plotFill, undefined);
    }
    const spaces = new Map<ChartGroup, PlotSpace>();
    valueAxes.forEach((valueAxis) => {
      for (const group of byAxis.get(valueAxis.axis) ?? []) {
        spaces.set(group, makeSpace(area, valueAxis, categoryAxis, group, count, horizontal, xScale));
      }
    });
    const primarySpace = groups[0] ? spaces.get(groups[0]) : undefined;
    if (!primarySpace) return;
    this.#paintValueAxis(area, primary, primarySpace, horizontal, false);
    if (secondary) {
      const group = byAxis.get(secondary.axis)?.[0];
      const space = group ? spaces.get(group) : undefined;
      if (space) this.#paintValueAxis(area, secondary, space, horizontal, true);
    }
    this.#paintCategoryAxis(area, categoryAxis, primarySpace, xLabels, horizontal, xScale);
    for (const kind of ["area", "bar", "line"] as const) {
      for (const [group, space] of spaces) {
        if (kind === "area" && group.kind === "area") paintAreas(canvas, group, space, this.#pointColor);
        else if (kind === "bar" && group.kind === "bar") paintBars(canvas, group, space, this.#pointColor);
        else if (kind === "line" && group.kind !== "bar" && group.kind !== "area")
          paintLines(canvas, group, space, this.#pointColor);
      }
    }
  }

  #xScale(groups: readonly ChartGroup[], axis: Axis | undefined, lengthPt: number): AxisScale {
    const values = groups.flatMap((group) =>
      group.series.flatMap((series) =>
        series.values.map((_, index) => {
          const value = Number(series.categories[index]);
          return Number.isFinite(value) && series.categories[index] !== "" ? value : index + 1;
        }),
      ),
    );
    const wanted = Math.max(2, Math.min(10, Math.floor(lengthPt / 40)));
    return niceScale(
      Math.min(...values, 0),
      Math.max(...values),
      { minimum: axis?.minimum, maximum: axis?.maximum, step: axis?.majorUnit },
      wanted,
    );
  }

  /** Takes the room for axis labels and titles from the plot. */
  #reserve(
    area: PlotArea,
    primary: ValueAxis,
    secondary: ValueAxis | undefined,
    categoryAxis: Axis | undefined,
    xLabels: readonly string[],
    horizontal: boolean,
  ): void {
    const canvas = this.#canvas;
    const widest = (labels: readonly string[], axis: Axis | undefined) =>
      axis && !axis.deleted && axis.labels !== "none"
        ? Math.max(0, ...labels.map((label) => canvas.textWidth(label, axis.text))) + 6
        : 0;
    const lineHeight = (axis: Axis | undefined) =>
      axis && !axis.deleted && axis.labels !== "none" ? axis.text.sizePt * 1.7 : 0;
    const titleRoom = (axis: Axis | undefined) =>
      axis?.title?.text && !axis.deleted ? axis.title.look.sizePt * 1.7 : 0;
    const paintTitle = (axis: Axis | undefined, along: "x" | "y", right = false) => {
      if (!axis?.title?.text || axis.deleted) return;
      const { look, text } = axis.title;
      if (along === "x") canvas.text(text, (area.left + area.right) / 2, area.bottom - look.sizePt * 0.6, look);
      else
        canvas.text(
          text,
          right ? area.right - look.sizePt * 0.6 : area.left + look.sizePt * 0.6,
          (area.top + area.bottom) / 2,
          look,
          "middle",
          -90,
        );
    };
    const below = horizontal ? primary.axis : categoryAxis;
    const beside = horizontal ? categoryAxis : primary.axis;
    paintTitle(below, "x");
    area.bottom -= titleRoom(below);
    paintTitle(beside, "y");
    area.left += titleRoom(beside);
    if (secondary && !horizontal) {
      paintTitle(secondary.axis, "y", true);
      area.right -= titleRoom(secondary.axis) + widest(secondary.labels, secondary.axis);
    }
    area.bottom -= lineHeight(below);
    area.left += Math.min((area.right - area.left) * 0.45, widest(horizontal ? xLabels : primary.labels, beside));
    area.top += 3;
    if (horizontal) area.right -= widest([primary.labels[primary.labels.length - 1] ?? ""], primary.axis) / 2;
  }

  #paintValueAxis(
    area: PlotArea,
    valueAxis: ValueAxis,
    space: PlotSpace,
    horizontal: boolean,
    isSecondary: boolean,
  ): void {
    const { axis, ticks, labels } = valueAxis;
    if (!axis) return;
    const canvas = this.#canvas;
    ticks.forEach((tick, index) => {
      const at = space.valueAt(tick);
      if (axis.gridlines && !isSecondary) {
        if (horizontal) canvas.line(at, area.top, at, area.bottom, axis.gridlines);
        else canvas.line(area.left, at, area.right, at, axis.gridlines);
      }
      if (axis.deleted || axis.labels === "none") return;
      const label = labels[index] ?? "";
      if (horizontal) canvas.text(label, at, area.bottom + axis.text.sizePt * 0.9, axis.text);
      else if (isSecondary || axis.position === "r") canvas.text(label, area.right + 5, at, axis.text, "start");
      else canvas.text(label, area.left - 4, at, axis.text, "end");
    });
    if (axis.line && !axis.deleted) {
      const x = isSecondary || axis.position === "r" ? area.right : area.left;
      if (horizontal) canvas.line(area.left, area.bottom, area.right, area.bottom, axis.line);
      else canvas.line(x, area.top, x, area.bottom, axis.line);
    }
  }

  #paintCategoryAxis(
    area: PlotArea,
    axis: Axis | undefined,
    space: PlotSpace,
    labels: readonly string[],
    horizontal: boolean,
    xScale: AxisScale | undefined,
  ): void {
    if (!axis) return;
    const canvas = this.#canvas;
    const line: Stroke | undefined = axis.deleted ? undefined : axis.line;
    if (line) {
      if (horizontal) canvas.line(space.basePosition, area.top, space.basePosition, area.bottom, line);
      else canvas.line(area.left, space.basePosition, area.right, space.basePosition, line);
    }
    if (axis.deleted || axis.labels === "none") return;
    const ticks = xScale ? ticksOf(xScale) : [];
    const longest = Math.max(1, ...labels.map((label) => canvas.textWidth(label, axis.text)));
    const room = xScale ? (area.right - area.left) / Math.max(1, labels.length - 1) : space.slotSize;
    const step = horizontal
      ? Math.max(1, Math.ceil((axis.text.sizePt * 1.1) / room))
      : Math.max(1, Math.ceil((longest + 4) / room));
    const turns = !horizontal && !xScale && step > 1 && labels.length <= 40;
    labels.forEach((label, index) => {
      if (!turns && index % step !== 0) return;
      const at = xScale ? space.xValueAt(ticks[index] ?? 0) : space.categoryAt(index);
      if (xScale && axis.gridlines) canvas.line(at, area.top, at, area.bottom, axis.gridlines);
      if (horizontal) canvas.text(label, area.left - 4, at, axis.text, "end");
      else if (turns) canvas.text(label, at, area.bottom + axis.text.sizePt * 0.6, axis.text, "end", -45);
      else canvas.text(label, at, area.bottom + axis.text.sizePt * 0.9, axis.text);
    });
  }
}

function makeSpace(
  area: PlotArea,
  valueAxis: ValueAxis,
  categoryAxis: Axis | undefined,
  group: ChartGroup,
  count: number,
  horizontal: boolean,
  xScale: AxisScale | undefined,
): PlotSpace {
  const { scale, axis } = valueAxis;
  const span = scale.maximum - scale.minimum || 1;
  const valueAt = (value: number) => {
    let share = Math.max(0, Math.min(1, (value - scale.minimum) / span));
    if (axis?.reversed) share = 1 - share;
    return horizontal ? area.left + share * (area.right - area.left) : area.bottom - share * (area.bottom - area.top);
  };
  const length = horizontal ? area.bottom - area.top : area.right - area.left;
  const between = axis?.betweenCategories ?? true;
  const slotSize = between || group.kind === "bar" ? length / count : length / Math.max(1, count - 1);
  const categoryAt = (index: number) => {
    let along = between || group.kind === "bar" ? slotSize * (index + 0.5) : slotSize * index;
    if (categoryAxis?.reversed) along = length - along;
    return horizontal ? area.bottom - along : area.left + along;
  };
  const xSpan = xScale ? xScale.maximum - xScale.minimum || 1 : 1;
  return {
    ...area,
    valueAt,
    categoryAt,
    xValueAt: (value) => area.left + ((value - (xScale?.minimum ?? 0)) / xSpan) * (area.right - area.left),
    slotSize,
    basePosition: valueAt(Math.max(scale.minimum, Math.min(scale.maximum, 0))),
    percent: group.grouping === "percentStacked",
  };
}
