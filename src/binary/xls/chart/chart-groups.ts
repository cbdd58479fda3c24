/** Chart groups (MS-XLS 2.4.49) -> the chart elements of DrawingML. */
import { tag } from "../markup/xml.ts";
import { lineMarkup } from "./chart-appearances.ts";
import { ChartRecord } from "./chart-record-type.ts";
import { type SeriesKindAppearance, type SeriesSetting, type SeriesSource, seriesMarkup } from "./chart-series.ts";
import type { ChartNode } from "./chart-tree.ts";

/** Groups with axes of their own kind. */
type AxesKind = "category" | "value" | "none";

export interface ChartGroup {
  axes: AxesKind;
  isHorizontal: boolean;
  /** The element without its axes' numbers. */
  markup: (axisIds: readonly number[]) => string;
}

const STACKED = 1;
const PERCENT = 2;
/** Ids of CrtLine: what its lines run between. */
const DROP_LINES = 0;
const HIGH_LOW_LINES = 1;
const SERIES_LINES = 2;

interface GroupShape {
  element: string;
  axes: AxesKind;
  isHorizontal?: boolean;
  before: string;
  after: string;
  appearance: Pick<SeriesKindAppearance, "isPoints" | "isBubble" | "isLine" | "hasMarkers">;
}

const AREAS = { isPoints: false, isBubble: false, isLine: false, hasMarkers: false };
const LINES = { isPoints: false, isBubble: false, isLine: true, hasMarkers: true };
const POINTS = { isPoints: true, isBubble: false, isLine: true, hasMarkers: true };
const BUBBLES = { isPoints: true, isBubble: true, isLine: false, hasMarkers: false };

export function readGroup(
  group: ChartNode,
  series: readonly SeriesSource[],
  setting: SeriesSetting,
): ChartGroup | undefined {
  const shape = groupShape(group, series.length);
  if (!shape) return undefined;
  const varies = group.read((cursor) => {
    cursor.skip(16);
    return (cursor.u16() & 1) !== 0;
  });
  const variesColors = shape.axes === "none" || (varies === true && series.length === 1 && !shape.appearance.isLine);
  const appearance: SeriesKindAppearance = {
    ...shape.appearance,
    variesColors,
    groupFormat: group.child(ChartRecord.DataFormat),
    hasLabels: true,
  };
  const entries = series.map((source, order) => seriesMarkup(source, order, appearance, setting)).join("");
  return {
    axes: shape.axes,
    isHorizontal: shape.isHorizontal ?? false,
    markup: (axisIds) =>
      tag(
        shape.element,
        {},
        shape.before +
          tag("c:varyColors", { val: variesColors }) +
          entries +
          shape.after +
          axisIds.map((id) => tag("c:axId", { val: id })).join(""),
      ),
  };
}

function grouping(flags: number, plain: string): string {
  return tag("c:grouping", { val: flags & PERCENT ? "percentStacked" : flags & STACKED ? "stacked" : plain });
}

function groupShape(group: ChartNode, seriesCount: number): GroupShape | undefined {
  for (const node of group.children) {
    const shape = node.read((cursor): GroupShape | undefined => {
      switch (node.type) {
        case ChartRecord.Bar: {
          const overlap = -cursor.i16();
          const gapWidth = cursor.u16();
          const flags = cursor.u16();
          const isHorizontal = (flags & 1) !== 0;
          return {
            element: "c:barChart",
            axes: "category",
            isHorizontal,
            before: tag("c:barDir", { val: isHorizontal ? "bar" : "col" }) + grouping(flags >> 1, "clustered"),
            after:
              tag("c:gapWidth", { val: gapWidth }) +
              tag("c:overlap", { val: overlap }) +
              linesBetween(group, SERIES_LINES, "c:serLines"),
            appearance: AREAS,
          };
        }
        case ChartRecord.Line:
          return lineShape(group, cursor.u16(), seriesCount);
        case ChartRecord.Area:
          return {
            element: "c:areaChart",
            axes: "category",
            before: grouping(cursor.u16(), "standard"),
            after: linesBetween(group, DROP_LINES, "c:dropLines"),
            appearance: AREAS,
          };
        case ChartRecord.Pie: {
          const firstAngle = tag("c:firstSliceAng", { val: cursor.u16() });
          const hole = cursor.u16();
          return {
            element: hole > 0 ? "c:doughnutChart" : "c:pieChart",
            axes: "none",
            before: "",
            after: firstAngle + (hole > 0 ? tag("c:holeSize", { val: hole }) : ""),
            appearance: AREAS,
          };
        }
        case ChartRecord.Scatter: {
          cursor.skip(4);
          const isBubble = (cursor.u16() & 1) !== 0;
          return {
            element: isBubble ? "c:bubbleChart" : "c:scatterChart",
            axes: "value",
            before: isBubble ? "" : tag("c:scatterStyle", { val: "lineMarker" }),
            after: "",
            appearance: isBubble ? BUBBLES : POINTS,
          };
        }
        case ChartRecord.Radar:
        case ChartRecord.RadarArea: {
          const isFilled = node.type === ChartRecord.RadarArea;
          return {
            element: "c:radarChart",
            axes: "category",
            before: tag("c:radarStyle", { val: isFilled ? "filled" : "marker" }),
            after: "",
            appearance: isFilled ? AREAS : LINES,
          };
        }
        case ChartRecord.Surf:
          return { element: "c:surfaceChart", axes: "category", before: "", after: "", appearance: AREAS };
        default:
          return undefined;
      }
    });
    if (shape) return shape;
  }
  return undefined;
}

/** The lines of an id; nothing if the group has none. */
function linesBetween(group: ChartNode, id: number, name: string): string {
  const lines = group.all(ChartRecord.CrtLine).find((node) => node.read((cursor) => cursor.u16()) === id);
  if (!lines) return "";
  return tag(name, {}, `<c:spPr>${lineMarkup(group.after(lines, ChartRecord.LineFormat), "000000")}</c:spPr>`);
}

/** Lines between the highest and the lowest value, or bars between the first and the last, make a stock chart. */
function lineShape(group: ChartNode, flags: number, seriesCount: number): GroupShape {
  const highLow = linesBetween(group, HIGH_LOW_LINES, "c:hiLowLines");
  const drops = group.all(ChartRecord.DropBar);
  if (seriesCount < 3 || (highLow === "" && drops.length === 0)) {
    const before = grouping(flags, "standard");
    return {
      element: "c:lineChart",
      axes: "category",
      before,
      after: linesBetween(group, DROP_LINES, "c:dropLines") + tag("c:marker", { val: true }),
      appearance: LINES,
    };
  }
  const bars = drops.length > 0 ? "<c:upDownBars><c:upBars/><c:downBars/></c:upDownBars>" : "";
  return { element: "c:stockChart", axes: "category", before: "", after: highLow + bars, appearance: LINES };
}
