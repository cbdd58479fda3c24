/** `c:chartSpace` -> a chart. */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, findFirst, localName, type XmlNode } from "../../office/xml-node.ts";
import { readFill, readStroke } from "../drawing/drawingml-style.ts";
import type {
  Axis,
  Chart,
  ChartGroup,
  ChartTitle,
  DataLabels,
  LabelPart,
  OwnLabel,
  PointAppearance,
  Series,
  SeriesKind,
  TextAppearance,
  UpDownBars,
} from "../model/chart.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import type { Theme } from "../model/theme.ts";
import { BLACK_LINE, THIN_LINE } from "./automatic-lines.ts";
import { flatNames } from "./category-levels.ts";
import { cachedTexts, formattedTexts, number, outerLevels, value } from "./chart-cache.ts";
import { ChartStyle, type ChartSurroundings } from "./chart-style.ts";
import { readExtendedChart } from "./extended-chart-reader.ts";
import { readErrorBars, readTrends } from "./series-additions.ts";
import { readTextAppearance, richText } from "./text-appearance.ts";

const KINDS: Readonly<Record<string, SeriesKind>> = {
  "c:barChart": "bar",
  "c:bar3DChart": "bar",
  "c:lineChart": "line",
  "c:line3DChart": "line",
  "c:areaChart": "area",
  "c:area3DChart": "area",
  "c:pieChart": "pie",
  "c:pie3DChart": "pie",
  "c:ofPieChart": "pie",
  "c:doughnutChart": "doughnut",
  "c:scatterChart": "scatter",
  "c:bubbleChart": "bubble",
  "c:radarChart": "radar",
  "c:stockChart": "stock",
  "c:surfaceChart": "area",
  "c:surface3DChart": "area",
};

const AXES: Readonly<Record<string, Axis["kind"]>> = {
  "c:catAx": "category",
  "c:valAx": "value",
  "c:dateAx": "date",
  "c:serAx": "series",
};

function flag(element: XmlNode | undefined, name: string, fallback = false): boolean {
  const found = child(element, name);
  return found ? isOn(found.attributes.val) : fallback;
}

const noImage = () => undefined;

/** `root`: `c:chartSpace`, or `cx:chartSpace` of the charts of Office 2016. */
export function readChart(root: XmlNode, theme: Theme, surroundings?: ChartSurroundings): Chart {
  if (root.name === "cx:chartSpace") return readExtendedChart(root, theme, surroundings);
  return new ChartReader(theme, surroundings).read(root);
}

class ChartReader {
  readonly #theme: Theme;
  readonly #surroundings: ChartSurroundings;
  #style: ChartStyle;
  #base: TextAppearance;
  /** The chart says how large its text is. */
  #sizesText = false;

  constructor(theme: Theme, surroundings: ChartSurroundings = {}) {
    this.#theme = theme;
    this.#surroundings = surroundings;
    this.#style = new ChartStyle(undefined, theme, surroundings);
    this.#base = {
      sizePt: 10,
      color: "#000000",
      bold: false,
      italic: false,
      family: theme.font("minorHAnsi"),
    };
  }

  read(root: XmlNode): Chart {
    const chart = child(root, "c:chart");
    const style = new ChartStyle(root, this.#theme, this.#surroundings);
    this.#style = style;
    this.#base = this.#appearance(child(root, "c:txPr"), this.#base);
    this.#sizesText = descend(root, "c:txPr", "a:p", "a:pPr", "a:defRPr")?.attributes.sz !== undefined;
    const plot = child(chart, "c:plotArea");
    const groups: ChartGroup[] = [];
    const axes: Axis[] = [];
    for (const element of plot?.children ?? []) {
      const kind = KINDS[element.name];
      if (kind) groups.push(this.#group(element, kind));
      const axisKind = AXES[element.name];
      if (axisKind) axes.push(this.#axis(element, axisKind));
    }
    const properties = child(root, "c:spPr");
    const blanks = value(chart, "c:dispBlanksAs") ?? (child(chart, "c:dispBlanksAs") ? "zero" : "gap");
    return {
      title: this.#chartTitle(chart, groups),
      groups,
      axes,
      legend: this.#legend(child(chart, "c:legend")),
      background:
        readFill(properties, this.#theme, noImage) ??
        (this.#surroundings.bare ? { kind: "none" } : { kind: "solid", color: "#ffffff", opacity: 1 }),
      border:
        properties || this.#surroundings.bare
          ? readStroke(child(properties, "a:ln"), this.#theme, undefined)
          : { ...THIN_LINE, color: "#d9d9d9" },
      plotFill: readFill(child(plot, "c:spPr"), this.#theme, noImage),
      plotStroke: readStroke(descend(plot, "c:spPr", "a:ln"), this.#theme, undefined),
      plotBox: plotBox(descend(plot, "c:layout", "c:manualLayout")),
      text: this.#base,
      blanks: blanks === "gap" || blanks === "span" ? blanks : "zero",
      themeFamily: this.#theme.font("minorHAnsi"),
      automaticFill: (index, count) => style.automaticFill(style.seriesColor(index, count)),
    };
  }

  #appearance(container: XmlNode | undefined, base: TextAppearance): TextAppearance {
    return readTextAppearance(container, base, this.#theme);
  }

  #title(element: XmlNode | undefined, base: TextAppearance): ChartTitle | undefined {
    if (!element) return undefined;
    const rich = descend(element, "c:tx", "c:rich");
    const text = rich ? richText(rich) : (cachedTexts(child(element, "c:tx"))[0] ?? "");
    const appearance = this.#appearance(rich ?? child(element, "c:txPr"), base);
    const rotation = number(child(rich ?? child(element, "c:txPr"), "a:bodyPr")?.attributes.rot);
    const rotationDeg = rotation === undefined || Math.abs(rotation) > 5_400_000 ? undefined : rotation / 60_000;
    return { text, appearance, overlay: flag(element, "c:overlay"), rotationDeg };
  }

  #chartTitle(chart: XmlNode | undefined, groups: readonly ChartGroup[]): ChartTitle | undefined {
    const element = child(chart, "c:title");
    const series = groups.flatMap((group) => group.series);
    if (!element) return undefined;
    const sizePt = this.#sizesText ? this.#base.sizePt * TITLE_SHARE : TITLE_PT;
    const title = this.#title(element, { ...this.#base, sizePt, bold: true });
    if (title && !title.text) {
      // An empty text of its own hides the title.
      if (flag(chart, "c:autoTitleDeleted") || child(element, "c:tx")) return undefined;
      title.text = series.length === 1 ? (series[0]?.name ?? "") : "Chart Title";
    }
    return title?.text ? title : undefined;
  }

  #legend(element: XmlNode | undefined): Chart["legend"] {
    if (!element) return undefined;
    const hidden = new Set<number>();
    for (const entry of childrenNamed(element, "c:legendEntry")) {
      if (flag(entry, "c:delete")) hidden.add(number(value(entry, "c:idx")) ?? -1);
    }
    return {
      position: value(element, "c:legendPos") ?? "r",
      appearance: this.#appearance(child(element, "c:txPr"), this.#base),
      hidden,
      overlay: flag(element, "c:overlay"),
      fill: readFill(child(element, "c:spPr"), this.#theme, noImage),
      stroke: readStroke(descend(element, "c:spPr", "a:ln"), this.#theme, undefined),
    };
  }

  #group(element: XmlNode, kind: SeriesKind): ChartGroup {
    const grouping = value(element, "c:grouping");
    const groupLabels = this.#labels(child(element, "c:dLbls"), this.#base);
    const isPie = kind === "pie" || kind === "doughnut";
    const series = childrenNamed(element, "c:ser").map((entry, position) =>
      this.#series(entry, kind, position, groupLabels),
    );
    const is100 = grouping === "percentStacked";
    return {
      kind,
      horizontal: value(element, "c:barDir") === "bar",
      grouping: is100 || grouping === "stacked" || grouping === "clustered" ? grouping : "standard",
      gapWidth: number(value(element, "c:gapWidth")) ?? 150,
      overlap: number(value(element, "c:overlap")) ?? 0,
      varyColors: flag(element, "c:varyColors", isPie),
      firstAngle: number(value(element, "c:firstSliceAng")) ?? 0,
      holeShare: (number(value(element, "c:holeSize")) ?? 50) / 100,
      hasMarkers: kind === "scatter" || kind === "stock" || flag(element, "c:marker"),
      radarStyle: value(element, "c:radarStyle") ?? "standard",
      hiLowLines: this.#lineBetween(child(element, "c:hiLowLines")),
      dropLines: this.#lineBetween(child(element, "c:dropLines")),
      seriesLines: this.#lineBetween(child(element, "c:serLines")),
      upDownBars: this.#upDownBars(child(element, "c:upDownBars")),
      axisIds: childrenNamed(element, "c:axId").map((id) => id.attributes.val ?? ""),
      series,
    };
  }

  #lineBetween(element: XmlNode | undefined): Stroke | undefined {
    return element && readStroke(descend(element, "c:spPr", "a:ln"), this.#theme, BLACK_LINE);
  }

  #upDownBars(element: XmlNode | undefined): UpDownBars | undefined {
    if (!element) return undefined;
    const appearance = (name: string, color: string) => {
      const properties = descend(element, name, "c:spPr");
      return {
        fill: readFill(properties, this.#theme, noImage) ?? { kind: "solid" as const, color, opacity: 1 },
        stroke: readStroke(child(properties, "a:ln"), this.#theme, BLACK_LINE),
      };
    };
    const gapWidth = number(value(element, "c:gapWidth")) ?? 150;
    return { gapWidth, up: appearance("c:upBars", "#ffffff"), down: appearance("c:downBars", "#000000") };
  }

  #series(element: XmlNode, kind: SeriesKind, position: number, groupLabels: DataLabels | undefined): Series {
    const index = number(value(element, "c:idx")) ?? position;
    const properties = child(element, "c:spPr");
    const automatic = this.#style.seriesColor(index);
    const isLine = kind === "line" || kind === "scatter" || kind === "radar" || kind === "stock";
    const plainStroke: Stroke = {
      color: automatic,
      opacity: 1,
      widthPt: this.#style.lineWidthPt,
      dash: "solid",
      cap: "rnd",
      head: undefined,
      tail: undefined,
      compound: false,
    };
    const stroke = readStroke(child(properties, "a:ln"), this.#theme, isLine ? plainStroke : undefined);
    const fill: Fill =
      readFill(properties, this.#theme, noImage) ??
      (isLine
        ? { kind: "solid", color: stroke?.color ?? automatic, opacity: 1 }
        : this.#style.automaticFill(automatic));
    const values = child(element, "c:val") ?? child(element, "c:yVal");
    const marker = child(element, "c:marker");
    const points = new Map<number, PointAppearance>();
    for (const point of childrenNamed(element, "c:dPt")) {
      const at = number(value(point, "c:idx"));
      if (at === undefined) continue;
      const appearance = child(point, "c:spPr");
      points.set(at, {
        fill: readFill(appearance, this.#theme, noImage),
        stroke: readStroke(child(appearance, "a:ln"), this.#theme, undefined),
        explosion: (number(value(point, "c:explosion")) ?? 0) / 100,
      });
    }
    return {
      index,
      name: cachedTexts(child(element, "c:tx"))[0] ?? `Series${index + 1}`,
      ...this.#categories(element, kind),
      values: cachedTexts(values).map(number),
      sizes: cachedTexts(child(element, "c:bubbleSize")).map(number),
      format: findFirst(values, "c:formatCode")?.text ?? "General",
      fill,
      stroke,
      marker: value(marker, "c:symbol") ?? (marker && child(marker, "c:size") ? "auto" : undefined),
      markerSizePt: number(value(marker, "c:size")) ?? AUTOMATIC_MARKER_PT,
      markerFill: readFill(child(marker, "c:spPr"), this.#theme, noImage),
      markerStroke: readStroke(descend(marker, "c:spPr", "a:ln"), this.#theme, undefined),
      smooth: flag(element, "c:smooth"),
      explosion: (number(value(element, "c:explosion")) ?? 0) / 100,
      dates: cachedTexts(child(element, "c:cat")).map(number),
      labelTexts: cachedTexts(extension(element, "datalabelsRange")),
      points,
      labels: this.#labels(child(element, "c:dLbls"), this.#base) ?? groupLabels,
      trends: readTrends(element, this.#theme, (container) => this.#appearance(container, this.#base)),
      errorBars: readErrorBars(element, this.#theme),
    };
  }

  #categories(series: XmlNode, kind: SeriesKind): Pick<Series, "categories" | "levels"> {
    const named = child(series, "c:cat");
    if (!named) return { categories: formattedTexts(child(series, "c:xVal"), false) };
    const categories = formattedTexts(named, true);
    const levels = outerLevels(named);
    const hasAxis = kind !== "pie" && kind !== "doughnut" && kind !== "radar";
    return hasAxis || levels.length === 0 ? { categories, levels } : { categories: flatNames(categories, levels) };
  }

  #labels(element: XmlNode | undefined, base: TextAppearance): DataLabels | undefined {
    if (!element || flag(element, "c:delete")) return undefined;
    const common = this.#commonLabels(element, base);
    const own = new Map<number, OwnLabel | null>();
    for (const label of childrenNamed(element, "c:dLbl")) {
      const index = number(value(label, "c:idx"));
      if (index === undefined) continue;
      if (flag(label, "c:delete")) own.set(index, null);
      else {
        const rich = descend(label, "c:tx", "c:rich");
        const labels = child(label, "c:showVal") ? this.#commonLabels(label, common.text) : undefined;
        own.set(index, {
          text: rich ? labelParts(rich) : undefined,
          labels: labels && { ...labels, format: labels.format ?? common.format },
        });
      }
    }
    const shows = ({ fromCells, value, category, series, percent }: typeof common) =>
      fromCells || value || category || series || percent;
    const anyOwn = [...own.values()].some((label) => label && (label.text || (label.labels && shows(label.labels))));
    return shows(common) || anyOwn ? { ...common, own } : undefined;
  }

  #commonLabels(element: XmlNode, base: TextAppearance): Omit<DataLabels, "own"> {
    return {
      fromCells: extension(element, "showDataLabelsRange")?.attributes.val === "1",
      value: flag(element, "c:showVal"),
      category: flag(element, "c:showCatName"),
      series: flag(element, "c:showSerName"),
      percent: flag(element, "c:showPercent"),
      position: value(element, "c:dLblPos"),
      separator: child(element, "c:separator")?.text ?? "; ",
      format: ownFormat(child(element, "c:numFmt")),
      text: this.#appearance(child(element, "c:txPr") ?? descend(element, "c:tx", "c:rich"), base),
    };
  }

  #axisTitle(element: XmlNode | undefined): ChartTitle | undefined {
    const title = this.#title(element, { ...this.#base, bold: true });
    if (title && !title.text && !child(element, "c:tx")) title.text = "Axis Title";
    return title;
  }

  #axis(element: XmlNode, kind: Axis["kind"]): Axis {
    const scaling = child(element, "c:scaling");
    const grid = child(element, "c:majorGridlines");
    const defaultLine = THIN_LINE;
    const rotation = number(descend(element, "c:txPr", "a:bodyPr")?.attributes.rot);
    const ticks = value(element, "c:majorTickMark") ?? "cross";
    const format = child(element, "c:numFmt")?.attributes;
    const labels = value(element, "c:tickLblPos") ?? "nextTo";
    return {
      id: value(element, "c:axId") ?? "",
      kind,
      position: value(element, "c:axPos") ?? "b",
      deleted: flag(element, "c:delete"),
      reversed: value(scaling, "c:orientation") === "maxMin",
      minimum: number(value(scaling, "c:min")),
      maximum: number(value(scaling, "c:max")),
      majorUnit: number(value(element, "c:majorUnit")),
      logBase: number(value(scaling, "c:logBase")),
      format: format?.formatCode ?? "General",
      formatLinked: format?.sourceLinked === undefined ? true : isOn(format.sourceLinked),
      title: this.#axisTitle(child(element, "c:title")),
      gridlines: grid ? readStroke(child(child(grid, "c:spPr"), "a:ln"), this.#theme, defaultLine) : undefined,
      line: readStroke(descend(element, "c:spPr", "a:ln"), this.#theme, defaultLine),
      labels: labels === "none" || labels === "low" || labels === "high" ? labels : "nextTo",
      // The least value that can be written says that the layout decides.
      labelRotationDeg: rotation === undefined || Math.abs(rotation) > 5_400_000 ? undefined : rotation / 60_000,
      labelEvery: interval(element, "c:tickLblSkip"),
      majorTicks: ticks === "none" || ticks === "in" || ticks === "out" ? ticks : "cross",
      tickEvery: interval(element, "c:tickMarkSkip") ?? 1,
      majorTimeUnit: value(element, "c:majorTimeUnit"),
      crossesAt: number(value(element, "c:crossesAt")),
      text: this.#appearance(child(element, "c:txPr"), this.#base),
      displayUnit: displayUnit(child(element, "c:dispUnits")),
      crossId: value(element, "c:crossAx") ?? "",
      crosses: value(element, "c:crosses") ?? "autoZero",
      betweenCategories: value(element, "c:crossBetween") !== "midCat",
      hasFlatLabels: flag(element, "c:noMultiLvlLbl"),
    };
  }
}

/** How many categories are from one to the next: only axes of categories have such members. */
function interval(axis: XmlNode, name: string): number | undefined {
  const every = axis.name === "c:catAx" ? number(value(axis, name)) : undefined;
  return every !== undefined && Number.isInteger(every) && every >= 1 ? every : undefined;
}

const AUTOMATIC_MARKER_PT = 7;
/** Size of a chart's title if none is given, and how much larger it is than the chart's own. */
const TITLE_PT = 18;
const TITLE_SHARE = 1.2;

/** The format of labels; undefined if the data's own holds. */
function ownFormat(element: XmlNode | undefined): string | undefined {
  const linked = element?.attributes.sourceLinked;
  return linked !== undefined && isOn(linked) ? undefined : element?.attributes.formatCode;
}

/** An element of the extensions of Office 2013, by its local name. */
function extension(element: XmlNode, name: string): XmlNode | undefined {
  for (const holder of childrenNamed(child(element, "c:extLst"), "c:ext")) {
    const found = holder.children.find((candidate) => localName(candidate) === name);
    if (found) return found;
  }
  return undefined;
}

/** Paragraphs of a label, with its fields. */
function labelParts(rich: XmlNode): LabelPart[] {
  return childrenNamed(rich, "a:p").flatMap((paragraph, index): LabelPart[] => {
    const parts = paragraph.children.flatMap((run): LabelPart[] => {
      const text = child(run, "a:t")?.text ?? "";
      if (run.name === "a:fld") return [{ field: run.attributes.type ?? "", shown: text }];
      return text === "" ? [] : [text];
    });
    return index > 0 ? ["\n", ...parts] : parts;
  });
}

/** Sizes and names of the units that Excel offers (21.2.3.4). */
const BUILT_IN_UNITS: Readonly<Record<string, readonly [size: number, name: string]>> = {
  hundreds: [1e2, "Hundreds"],
  thousands: [1e3, "Thousands"],
  tenThousands: [1e4, "x 10000"],
  hundredThousands: [1e5, "x 100000"],
  millions: [1e6, "Millions"],
  tenMillions: [1e7, "x 10000000"],
  hundredMillions: [1e8, "x 100000000"],
  billions: [1e9, "Billions"],
  trillions: [1e12, "Trillions"],
};

function displayUnit(element: XmlNode | undefined): Axis["displayUnit"] {
  const builtIn = BUILT_IN_UNITS[value(element, "c:builtInUnit") ?? ""];
  const custom = number(value(element, "c:custUnit"));
  const [size, usual] = builtIn ?? (custom !== undefined && custom > 0 ? [custom, `x ${custom}`] : []);
  if (size === undefined) return undefined;
  const label = child(element, "c:dispUnitsLbl");
  const rich = descend(label, "c:tx", "c:rich");
  return { size, name: label && ((rich && richText(rich)) || usual) };
}

function plotBox(layout: XmlNode | undefined): Chart["plotBox"] {
  if (!layout) return undefined;
  const [x, y, width, height] = ["c:x", "c:y", "c:w", "c:h"].map((name) => number(value(layout, name)));
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height, inner: value(layout, "c:layoutTarget") === "inner" };
}
