/** A DrawingML chart after reading (ECMA-376 part 1, 21.2). */
import type { Fill, Stroke } from "../drawing/model.ts";

export type SeriesKind = "bar" | "line" | "area" | "pie" | "doughnut" | "scatter" | "bubble" | "radar" | "stock";

export interface TextLook {
  sizePt: number;
  color: string;
  bold: boolean;
  italic: boolean;
  family: string | undefined;
}

export interface DataLabels {
  value: boolean;
  category: boolean;
  series: boolean;
  percent: boolean;
  position: string | undefined;
  separator: string;
  format: string | undefined;
  text: TextLook;
}

export interface PointLook {
  fill: Fill | undefined;
  stroke: Stroke | undefined;
  explosion: number;
}

export interface Series {
  index: number;
  name: string;
  /** Category labels, or x values of scatter charts as text. */
  categories: string[];
  values: (number | undefined)[];
  sizes: (number | undefined)[];
  format: string;
  fill: Fill;
  stroke: Stroke | undefined;
  /** `none` or a marker symbol; undefined leaves it to the chart. */
  marker: string | undefined;
  markerSizePt: number;
  markerColor: string | undefined;
  smooth: boolean;
  points: Map<number, PointLook>;
  labels: DataLabels | undefined;
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
  axisIds: string[];
  series: Series[];
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
  text: TextLook;
  crossId: string;
  crosses: string;
  betweenCategories: boolean;
}

export interface ChartTitle {
  text: string;
  look: TextLook;
  overlay: boolean;
}

export interface Chart {
  title: ChartTitle | undefined;
  groups: ChartGroup[];
  axes: Axis[];
  legend: { position: string; look: TextLook; hidden: Set<number> } | undefined;
  background: Fill | undefined;
  border: Stroke | undefined;
  plotFill: Fill | undefined;
  /** Inner plot area as shares of the chart, when it is laid out by hand. */
  plotBox: { x: number; y: number; width: number; height: number; inner: boolean } | undefined;
  text: TextLook;
}
