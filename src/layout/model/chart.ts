import type { Fill, Stroke } from "./fill.ts";

export type SeriesKind = "bar" | "line" | "area" | "pie" | "doughnut" | "scatter" | "bubble" | "radar" | "stock";

export interface TextAppearance {
  sizePt: number;
  color: string;
  bold: boolean;
  italic: boolean;
  family: string | undefined;
}

/** A text, or what stands for something of the point: `CELLRANGE`, `VALUE`, `CATEGORYNAME`, ... */
export type LabelPart = string | { field: string; shown: string };

/** What a single point's label says; the rest comes from its series. */
export interface OwnLabel {
  text: readonly LabelPart[] | undefined;
  labels: Omit<DataLabels, "own"> | undefined;
}

export interface DataLabels {
  /** Labels of single points: their own text, or `null` where the point has none. */
  own: ReadonlyMap<number, OwnLabel | null>;
  /** Texts of cells that were chosen for the labels (`Series.labelTexts`). */
  fromCells: boolean;
  value: boolean;
  category: boolean;
  series: boolean;
  percent: boolean;
  position: string | undefined;
  separator: string;
  format: string | undefined;
  text: TextAppearance;
}

export interface PointAppearance {
  fill: Fill | undefined;
  stroke: Stroke | undefined;
  explosion: number;
}

export interface Trend {
  kind: "linear" | "logarithmic" | "exponential" | "power" | "polynomial" | "movingAverage";
  name: string | undefined;
  /** Of polynomials. */
  order: number;
  /** Of moving averages: how many values make one. */
  period: number;
  /** How far it runs beyond the last and the first point. */
  forward: number;
  backward: number;
  /** Where it meets the value axis; undefined leaves it to the points. */
  intercept: number | undefined;
  showsEquation: boolean;
  showsDetermination: boolean;
  stroke: Stroke | undefined;
  text: TextAppearance;
}

export interface ErrorBars {
  direction: "x" | "y";
  side: "both" | "plus" | "minus";
  kind: "fixed" | "percentage" | "deviation" | "standardError" | "custom";
  amount: number;
  /** Lengths by point, of custom bars. */
  plus: readonly (number | undefined)[];
  minus: readonly (number | undefined)[];
  hasCaps: boolean;
  stroke: Stroke | undefined;
}

/** Five numbers and the mean of the values of a category (box and whisker charts). */
export interface BoxStatistics {
  low: number;
  firstQuartile: number;
  median: number;
  thirdQuartile: number;
  high: number;
  /** Undefined where it is not shown. */
  mean: number | undefined;
  /** Values beyond the whiskers. */
  outliers: readonly number[];
}

/** A part of a whole, whose parts it may hold (treemap and sunburst charts). */
export interface HierarchyNode {
  name: string;
  size: number;
  fill: Fill;
  children: readonly HierarchyNode[];
}

export interface Hierarchy {
  kind: "treemap" | "sunburst";
  roots: readonly HierarchyNode[];
  /** Labels of the parts; undefined where they have none. */
  labels: { name: boolean; size: boolean; format: string; separator: string; text: TextAppearance } | undefined;
  /** Where the names of parts that hold others stand. */
  parentLabels: "none" | "banner" | "overlapping";
}

/** Names that several categories have in common: each holds from that category up to the next name. */
export type CategoryLevel = readonly { from: number; name: string }[];

export interface Series {
  index: number;
  name: string;
  /** Category labels, or x values of scatter charts as text. */
  categories: string[];
  /** What stands over the categories, next to them first. */
  levels?: readonly CategoryLevel[];
  values: (number | undefined)[];
  sizes: (number | undefined)[];
  format: string;
  fill: Fill;
  stroke: Stroke | undefined;
  /** `none`, `auto` or a marker symbol; undefined leaves it to the chart. */
  marker: string | undefined;
  markerSizePt: number;
  /** Undefined takes the color of the point or the series. */
  markerFill: Fill | undefined;
  markerStroke: Stroke | undefined;
  smooth: boolean;
  /** Distance of all its slices from the middle, as a share of the radius. */
  explosion: number;
  /** Serial dates of a date axis. */
  dates: (number | undefined)[];
  /** Of cells, for labels that show them (`c15:datalabelsRange`). */
  labelTexts: readonly string[];
  points: Map<number, PointAppearance>;
  labels: DataLabels | undefined;
  trends: readonly Trend[];
  errorBars: readonly ErrorBars[];
  /** Where each bar begins and ends, of bars that begin elsewhere than at the axis. */
  spans?: readonly (readonly [from: number, to: number] | undefined)[];
  /** By category, instead of bars. */
  boxes?: readonly (BoxStatistics | undefined)[];
}

export interface UpDownBars {
  /** Between two of them, in percent of their width. */
  gapWidth: number;
  /** Where the last series lies above the first. */
  up: { fill: Fill; stroke: Stroke | undefined };
  down: { fill: Fill; stroke: Stroke | undefined };
}

export interface ChartGroup {
  kind: SeriesKind;
  horizontal: boolean;
  grouping: "standard" | "clustered" | "stacked" | "percentStacked";
  gapWidth: number;
  overlap: number;
  varyColors: boolean;
  /** Degrees clockwise from the top. */
  firstAngle: number;
  holeShare: number;
  /** Points have markers unless they say otherwise. */
  hasMarkers: boolean;
  /** `standard`, `marker` or `filled` of radar charts. */
  radarStyle: string;
  /** Lines between the highest and the lowest point of a category. */
  hiLowLines: Stroke | undefined;
  /** Lines from the highest point of a category to the axis. */
  dropLines: Stroke | undefined;
  /** Lines between the ends of a series' bars, from each stack to the next one. */
  seriesLines: Stroke | undefined;
  /** Bars between the points of the first and the last series. */
  upDownBars: UpDownBars | undefined;
  axisIds: string[];
  series: Series[];
  /** Lines from the end of each bar to the next one. */
  connectors?: Stroke;
}

export interface Axis {
  id: string;
  kind: "category" | "value" | "date" | "series";
  position: string;
  deleted: boolean;
  reversed: boolean;
  minimum: number | undefined;
  maximum: number | undefined;
  majorUnit: number | undefined;
  logBase: number | undefined;
  format: string;
  formatLinked: boolean;
  title: ChartTitle | undefined;
  gridlines: Stroke | undefined;
  line: Stroke | undefined;
  labels: "none" | "nextTo" | "low" | "high";
  /** Degrees; undefined leaves it to the layout. */
  labelRotationDeg: number | undefined;
  /** Each nth category has its label; undefined leaves it to the layout. */
  labelEvery: number | undefined;
  majorTicks: "none" | "in" | "out" | "cross";
  /** Each nth category begins with a tick mark. */
  tickEvery: number;
  /** Days, months or years between the ticks of a date axis. */
  majorTimeUnit: string | undefined;
  crossesAt: number | undefined;
  text: TextAppearance;
  /** Labels count in units of this many (`c:dispUnits`), which a text beside the axis may name. */
  displayUnit: { size: number; name: string | undefined } | undefined;
  crossId: string;
  crosses: string;
  betweenCategories: boolean;
  /** Categories of several levels have one label each, which names all levels. */
  hasFlatLabels?: boolean;
}

export interface ChartTitle {
  text: string;
  appearance: TextAppearance;
  overlay: boolean;
  /** Degrees clockwise; undefined leaves it to the axis. */
  rotationDeg: number | undefined;
}

export interface Legend {
  position: string;
  appearance: TextAppearance;
  /** Places of the entries that are left out. */
  hidden: Set<number>;
  overlay: boolean;
  fill: Fill | undefined;
  stroke: Stroke | undefined;
}

export interface Chart {
  title: ChartTitle | undefined;
  groups: ChartGroup[];
  axes: Axis[];
  legend: Legend | undefined;
  background: Fill | undefined;
  border: Stroke | undefined;
  plotFill: Fill | undefined;
  plotStroke: Stroke | undefined;
  /** Inner plot area as shares of the chart, if it is laid out by hand. */
  plotBox: { x: number; y: number; width: number; height: number; inner: boolean } | undefined;
  text: TextAppearance;
  /** The theme's font, for text that names none. */
  themeFamily: string | undefined;
  /** What lines do where a value is missing. */
  blanks: "gap" | "zero" | "span";
  /** Drawn instead of the groups, whose series are then its legend. */
  hierarchy?: Hierarchy;
  /** What cannot be drawn as it is, for whoever asked for the drawing. */
  warning?: string;
  /** Fill of the nth of `count` points that differ by color, if they have none of their own. */
  automaticFill: (index: number, count: number) => Fill;
}
