/** `cx:chartSpace` (MS-ODRAWXML 2.24.3): waterfall, funnel, histogram, Pareto, box and whisker, treemap, sunburst, map. */

import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, type XmlNode } from "../../office/xml-node.ts";
import { readFill, readStroke } from "../drawing/drawingml-style.ts";
import type { Axis, Chart, ChartGroup, ChartTitle, DataLabels, Series, TextAppearance } from "../model/chart.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import type { Theme } from "../model/theme.ts";
import { THIN_LINE } from "./automatic-lines.ts";
import { boxesOf } from "./box-statistics.ts";
import { number } from "./chart-cache.ts";
import { ChartStyle, type ChartSurroundings } from "./chart-style.ts";
import { type ExtendedData, readExtendedData } from "./extended-chart-data.ts";
import { hierarchyOf } from "./hierarchy.ts";
import { binsOf, sumsOf } from "./histogram.ts";
import { readTextAppearance, richText } from "./text-appearance.ts";

const noImage = () => undefined;
const TEXT_COLOR = "#595959";
const GRID: Stroke = { ...THIN_LINE, color: "#d9d9d9" };
const TEXT_PT = 9;
const TITLE_PT = 14;
const NO_DATA: ExtendedData = { levels: [], values: [], format: "General" };
const CATEGORY_AXIS = "category";
const VALUE_AXIS = "value";
const SHARE_AXIS = "share";

const TITLED_POSITIONS = new Set(["l", "t", "r", "b"]);

export function readExtendedChart(root: XmlNode, theme: Theme, surroundings: ChartSurroundings = {}): Chart {
  return new ExtendedChartReader(root, theme, surroundings).read();
}

const node = (name: string, children: XmlNode[] = []): XmlNode => ({ name, attributes: {}, children, text: "" });
/** Of the bars that stand for a map, which has none. */
const MAP_AXES = [
  node("cx:axis", [node("cx:catScaling"), node("cx:tickLabels")]),
  node("cx:axis", [node("cx:valScaling"), node("cx:majorGridlines"), node("cx:tickLabels")]),
];

/** A series with what it is drawn from. */
interface Source {
  element: XmlNode;
  data: ExtendedData;
  /** Its place among all series, which gives it its color. */
  index: number;
}

class ExtendedChartReader {
  readonly #root: XmlNode;
  readonly #theme: Theme;
  readonly #surroundings: ChartSurroundings;
  readonly #style: ChartStyle;
  readonly #base: TextAppearance;

  constructor(root: XmlNode, theme: Theme, surroundings: ChartSurroundings) {
    this.#root = root;
    this.#theme = theme;
    this.#surroundings = surroundings;
    this.#style = new ChartStyle(undefined, theme, surroundings);
    const usual = { sizePt: TEXT_PT, color: TEXT_COLOR, bold: false, italic: false, family: theme.font("minorHAnsi") };
    this.#base = readTextAppearance(child(root, "cx:txPr"), usual, theme);
  }

  read(): Chart {
    const root = this.#root;
    const chart = child(root, "cx:chart");
    const plot = child(chart, "cx:plotArea");
    const data = readExtendedData(root);
    const sources = childrenNamed(child(plot, "cx:plotAreaRegion"), "cx:series").map((element, index) => ({
      element,
      index,
      data: data.get(child(element, "cx:dataId")?.attributes.val ?? "") ?? NO_DATA,
    }));
    const visible = sources.filter(({ element }) => !on(element.attributes.hidden));
    const drawn = this.#drawn(visible);
    const properties = child(root, "cx:spPr");
    const bare = this.#surroundings.bare === true;
    return {
      title: this.#title(child(chart, "cx:title"), TITLE_PT, "Chart Title"),
      axes: (drawn.warning ? MAP_AXES : childrenNamed(plot, "cx:axis")).flatMap((element) =>
        this.#axis(element, drawn.groups),
      ),
      legend: this.#legend(child(chart, "cx:legend")),
      background:
        readFill(properties, this.#theme, noImage) ??
        (bare ? { kind: "none" } : { kind: "solid", color: "#ffffff", opacity: 1 }),
      border: readStroke(child(properties, "a:ln"), this.#theme, bare ? undefined : GRID),
      plotFill: readFill(descend(plot, "cx:plotAreaRegion", "cx:plotSurface", "cx:spPr"), this.#theme, noImage),
      plotStroke: undefined,
      plotBox: undefined,
      text: this.#base,
      blanks: "gap",
      themeFamily: this.#theme.font("minorHAnsi"),
      automaticFill: (index, count) => this.#style.automaticFill(this.#style.seriesColor(index, count)),
      ...drawn,
    };
  }

  #drawn(sources: readonly Source[]): Pick<Chart, "groups" | "hierarchy" | "warning"> {
    const [first] = sources;
    if (!first) return { groups: [] };
    switch (first.element.attributes.layoutId) {
      case "waterfall":
        return { groups: [this.#waterfall(first)] };
      case "funnel":
        return { groups: [this.#funnel(first)] };
      case "boxWhisker":
        return { groups: [this.#boxes(sources)] };
      case "treemap":
      case "sunburst":
        return this.#hierarchy(first);
      case "regionMap":
        return { groups: [this.#bars(first)], warning: "a map chart is drawn as bars, since there are no maps here" };
      default:
        return { groups: this.#columns(sources) };
    }
  }

  #waterfall(source: Source): ChartGroup {
    const { element, data } = source;
    const totals = new Set(
      childrenNamed(descend(element, "cx:layoutPr", "cx:subtotals"), "cx:idx").map(({ attributes }) =>
        Number(attributes.val),
      ),
    );
    let running = 0;
    const spans = data.values.map((value, index): readonly [number, number] | undefined => {
      if (value === undefined) return undefined;
      const from = totals.has(index) ? 0 : running;
      running = from + value;
      return [from, running];
    });
    const kindOf = (index: number) => (totals.has(index) ? 2 : (data.values[index] ?? 0) < 0 ? 1 : 0);
    const names = ["Increase", "Decrease", "Total"];
    const series = names.flatMap((name, kind): Series[] => {
      if (kind > 0 && !data.values.some((_, index) => kindOf(index) === kind)) return [];
      const own = (index: number) => kindOf(index) === kind;
      return [
        {
          ...this.#series(source, kind),
          name,
          values: data.values.map((value, index) => (own(index) ? value : undefined)),
          spans: spans.map((span, index) => (own(index) ? span : undefined)),
        },
      ];
    });
    const visibility = descend(element, "cx:layoutPr", "cx:visibility")?.attributes.connectorLines;
    const group = this.#group(series, "stacked");
    return visibility === undefined || on(visibility) ? { ...group, connectors: { ...GRID, color: "#a6a6a6" } } : group;
  }

  /** Bars about a common middle, the first one at the top. */
  #funnel(source: Source): ChartGroup {
    const series = this.#series(source);
    const spans = source.data.values.map((value) =>
      value === undefined ? undefined : ([-Math.abs(value) / 2, Math.abs(value) / 2] as const),
    );
    return { ...this.#group([{ ...series, spans }], "stacked"), horizontal: true, gapWidth: 6 };
  }

  #bars(source: Source): ChartGroup {
    return { ...this.#group([this.#series(source)], "clustered"), horizontal: true, gapWidth: 50 };
  }

  #boxes(sources: readonly Source[]): ChartGroup {
    const categories = [...new Set(sources.flatMap(({ data }) => data.levels[0] ?? []))];
    const series = sources.map((source): Series => {
      const visibility = descend(source.element, "cx:layoutPr", "cx:visibility")?.attributes ?? {};
      const method = descend(source.element, "cx:layoutPr", "cx:statistics")?.attributes.quartileMethod;
      const boxes = boxesOf(source.data, categories, {
        isInclusive: method === "inclusive",
        hasMean: visibility.meanMarker === undefined || on(visibility.meanMarker),
        hasOutliers: visibility.outliers === undefined || on(visibility.outliers),
      });
      return {
        ...this.#series(source),
        categories: categories.length > 0 ? categories : [""],
        values: boxes.map((box) => box?.median),
        spans: boxes.map((box) => box && [smallestOf(box.outliers, box.low), largestOf(box.outliers, box.high)]),
        boxes,
        labels: undefined,
      };
    });
    return this.#group(series, "clustered");
  }

  #hierarchy(source: Source): Pick<Chart, "groups" | "hierarchy"> {
    const { element, data } = source;
    const isTreemap = element.attributes.layoutId === "treemap";
    const series = this.#series(source);
    const roots = hierarchyOf(data, (index, count) => this.#style.automaticFill(this.#style.seriesColor(index, count)));
    const parents = descend(element, "cx:layoutPr", "cx:parentLabelLayout")?.attributes.val;
    const { labels } = series;
    const white = readTextAppearance(
      child(child(element, "cx:dataLabels"), "cx:txPr"),
      { ...this.#base, color: "#ffffff" },
      this.#theme,
    );
    return {
      hierarchy: {
        kind: isTreemap ? "treemap" : "sunburst",
        roots,
        labels: labels && {
          name: labels.category,
          size: labels.value,
          format: labels.format ?? data.format,
          separator: labels.separator,
          text: white,
        },
        parentLabels: parents === "none" || parents === "banner" ? parents : "overlapping",
      },
      groups: [
        this.#group(
          roots.map((root) => ({ ...series, name: root.name, fill: root.fill })),
          "clustered",
        ),
      ],
    };
  }

  /** Columns of a histogram or of sums, with the line of their shares in Pareto charts. */
  #columns(sources: readonly Source[]): ChartGroup[] {
    const isLine = ({ element }: Source) => element.attributes.layoutId === "paretoLine";
    const lineOf = (index: number) =>
      sources.find((source) => isLine(source) && Number(source.element.attributes.ownerIdx) === index);
    const columns = sources.filter((source) => !isLine(source));
    const series: Series[] = [];
    const lines: Series[] = [];
    for (const source of columns) {
      const { element, data, index } = source;
      const line = lineOf(index);
      const binning = descend(element, "cx:layoutPr", "cx:binning");
      const sums = binning ? binsOf(data.values, binning) : sumsOf(data, line !== undefined);
      const own = { ...this.#series(source), categories: sums.names, values: sums.values };
      series.push(own);
      if (!line) continue;
      const total = sums.values.reduce((sum, value) => sum + value, 0) || 1;
      let running = 0;
      const shares = sums.values.map((value) => {
        running += value;
        return running / total;
      });
      const color = this.#style.seriesColor(line.index);
      const stroke = readStroke(descend(line.element, "cx:spPr", "a:ln"), this.#theme, {
        ...THIN_LINE,
        color,
        widthPt: 2.25,
      });
      lines.push({
        ...this.#series(line),
        categories: sums.names,
        values: shares,
        format: "0%",
        stroke,
        marker: "none",
      });
    }
    const groups = [this.#group(series, "clustered")];
    if (lines.length > 0) {
      groups.push({ ...this.#group(lines, "standard"), kind: "line", axisIds: [CATEGORY_AXIS, SHARE_AXIS] });
    }
    return groups;
  }

  #group(series: Series[], grouping: ChartGroup["grouping"]): ChartGroup {
    const axes = childrenNamed(descend(this.#root, "cx:chart", "cx:plotArea"), "cx:axis");
    const gap = axes
      .map((axis) => number(child(axis, "cx:catScaling")?.attributes.gapWidth))
      .find((found) => found !== undefined);
    return {
      kind: "bar",
      horizontal: false,
      grouping,
      gapWidth: gap === undefined ? DEFAULT_GAP : gap * 100,
      overlap: 0,
      varyColors: false,
      firstAngle: 0,
      holeShare: 0,
      hasMarkers: false,
      radarStyle: "standard",
      hiLowLines: undefined,
      seriesLines: undefined,
      dropLines: undefined,
      upDownBars: undefined,
      axisIds: [CATEGORY_AXIS, VALUE_AXIS],
      series,
    };
  }

  #series({ element, data, index }: Source, color = index): Series {
    const properties = child(element, "cx:spPr");
    const automatic = this.#style.automaticFill(this.#style.seriesColor(color));
    const points: Series["points"] = new Map();
    for (const point of childrenNamed(element, "cx:dataPt")) {
      const at = number(point.attributes.idx);
      const own = child(point, "cx:spPr");
      if (at === undefined) continue;
      points.set(at, {
        fill: readFill(own, this.#theme, noImage),
        stroke: readStroke(child(own, "a:ln"), this.#theme, undefined),
        explosion: 0,
      });
    }
    const name = descend(element, "cx:tx", "cx:txData", "cx:v")?.text;
    const fill: Fill = readFill(properties, this.#theme, noImage) ?? automatic;
    return {
      index,
      name: name || `Series${index + 1}`,
      categories: data.levels[0] ?? [],
      values: data.values,
      sizes: [],
      format: data.format,
      fill,
      stroke: readStroke(child(properties, "a:ln"), this.#theme, undefined),
      marker: undefined,
      markerSizePt: 5,
      markerFill: undefined,
      markerStroke: undefined,
      smooth: false,
      explosion: 0,
      dates: [],
      labelTexts: [],
      points,
      labels: this.#labels(child(element, "cx:dataLabels")),
      trends: [],
      errorBars: [],
    };
  }

  #labels(element: XmlNode | undefined): DataLabels | undefined {
    if (!element) return undefined;
    const shown = child(element, "cx:visibility")?.attributes ?? {};
    const format = child(element, "cx:numFmt")?.attributes;
    const labels: DataLabels = {
      own: new Map(
        childrenNamed(element, "cx:dataLabelHidden").map(({ attributes }) => [Number(attributes.idx), null]),
      ),
      fromCells: false,
      value: on(shown.value),
      category: on(shown.categoryName),
      series: on(shown.seriesName),
      percent: false,
      position: element.attributes.pos,
      separator: child(element, "cx:separator")?.text || ", ",
      format: format && !on(format.sourceLinked) ? format.formatCode : undefined,
      text: readTextAppearance(child(element, "cx:txPr"), this.#base, this.#theme),
    };
    return labels.value || labels.category || labels.series ? labels : undefined;
  }

  #title(element: XmlNode | undefined, sizePt: number, usual: string): ChartTitle | undefined {
    if (!element) return undefined;
    const rich = descend(element, "cx:tx", "cx:rich");
    const base = { ...this.#base, sizePt };
    const appearance = readTextAppearance(rich ?? child(element, "cx:txPr"), base, this.#theme);
    const stored = rich ? richText(rich) : descend(element, "cx:tx", "cx:txData", "cx:v")?.text;
    return { text: stored || usual, appearance, overlay: on(element.attributes.overlay), rotationDeg: undefined };
  }

  #legend(element: XmlNode | undefined): Chart["legend"] {
    if (!element) return undefined;
    const { pos = "r", overlay } = element.attributes;
    return {
      position: TITLED_POSITIONS.has(pos) ? pos : "r",
      appearance: readTextAppearance(child(element, "cx:txPr"), this.#base, this.#theme),
      hidden: new Set(),
      overlay: on(overlay),
      fill: readFill(child(element, "cx:spPr"), this.#theme, noImage),
      stroke: readStroke(descend(element, "cx:spPr", "a:ln"), this.#theme, undefined),
    };
  }

  #axis(element: XmlNode, groups: readonly ChartGroup[]): Axis[] {
    const scaling = child(element, "cx:valScaling");
    const isCategory = child(element, "cx:catScaling") !== undefined;
    if (!isCategory && !scaling) return [];
    const isHorizontal = groups.some((group) => group.horizontal);
    const isFunnel = isHorizontal && groups.some((group) => group.grouping === "stacked");
    const isShare = !isCategory && element.attributes.id === "2" && groups.length > 1;
    const format = child(element, "cx:numFmt")?.attributes;
    const grid = child(element, "cx:majorGridlines");
    const line = descend(element, "cx:spPr", "a:ln");
    const limit = (name: string) => (isFunnel ? undefined : number(scaling?.attributes[name]));
    return [
      {
        id: isCategory ? CATEGORY_AXIS : isShare ? SHARE_AXIS : VALUE_AXIS,
        kind: isCategory ? "category" : "value",
        position: isCategory === isHorizontal ? (isShare ? "r" : "l") : "b",
        deleted: on(element.attributes.hidden) || (isFunnel && !isCategory),
        reversed: isCategory && isHorizontal,
        minimum: limit("min") ?? (isShare ? 0 : undefined),
        maximum: limit("max") ?? (isShare ? 1 : undefined),
        majorUnit: limit("majorUnit") ?? (isShare ? 0.1 : undefined),
        logBase: undefined,
        format: format?.formatCode ?? "General",
        formatLinked: format === undefined || on(format.sourceLinked),
        title: this.#title(child(element, "cx:title"), this.#base.sizePt, "Axis Title"),
        gridlines: grid && !isFunnel ? readStroke(descend(grid, "cx:spPr", "a:ln"), this.#theme, GRID) : undefined,
        line: readStroke(line, this.#theme, isCategory ? GRID : undefined),
        labels: child(element, "cx:tickLabels") ? (isCategory && !isHorizontal ? "low" : "nextTo") : "none",
        labelRotationDeg: undefined,
        labelEvery: undefined,
        majorTicks: "none",
        tickEvery: 1,
        majorTimeUnit: undefined,
        crossesAt: undefined,
        text: readTextAppearance(child(element, "cx:txPr"), this.#base, this.#theme),
        displayUnit: undefined,
        crossId: isCategory ? VALUE_AXIS : CATEGORY_AXIS,
        crosses: isShare ? "max" : isFunnel && isCategory ? "min" : "autoZero",
        betweenCategories: true,
      },
    ];
  }
}

/** Between columns, where the axis says nothing, in percent of their width. */
const DEFAULT_GAP = 50;

function on(value: string | undefined): boolean {
  return value !== undefined && isOn(value);
}
