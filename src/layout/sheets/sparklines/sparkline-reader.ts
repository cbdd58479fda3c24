/** Sparklines of a worksheet's extension list (MS-XLSX 2.6, `x14:sparklineGroups`) with the values they show. */
import { appendAll } from "../../../domain/collections/long-lists.ts";
import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, findAll, type XmlNode } from "../../../office/xml-node.ts";
import { FormulaError } from "../../../spreadsheet/formula/formula-error.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import { parseGridCell } from "../../../spreadsheet/grid-range.ts";
import type { ColumnFormat } from "../model/sheet.ts";
import type { Sparkline, SparklineAppearance, SparklinePoint } from "../model/sparkline.ts";
import type { Workbook } from "../model/workbook.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";
import type { SheetSource } from "../values/sheet-values.ts";

const MAX_POINTS = 4_000;
const MAX_SHEET_POINTS = 400_000;
const DEFAULT_COLOR = "#376092";
const DEFAULT_WEIGHT_PT = 0.75;

export function readSparklines(
  root: XmlNode,
  source: SheetSource,
  columns: readonly ColumnFormat[],
  workbook: Workbook,
): Sparkline[] {
  const sparklines: Sparkline[] = [];
  let room = MAX_SHEET_POINTS;
  for (const group of findAll(child(root, "x:extLst"), "x14:sparklineGroup")) {
    const { displayHidden, displayEmptyCellsAs = "zero", dateAxis } = group.attributes;
    const read = (formula: string | undefined): Scalar[] => {
      const values: Scalar[] = [];
      for (const cell of workbook.values.cells(formula ?? "", source, Math.min(MAX_POINTS, room))) {
        const inHiddenColumn = cell.sheet.part === source.part && columns[cell.column]?.hidden;
        if (booleanAttribute(displayHidden) || !(cell.isHidden || inHiddenColumn)) values.push(cell.value);
      }
      room -= values.length + 1;
      return values;
    };
    const appearance = readAppearance(group, workbook.colors);
    const dates = booleanAttribute(dateAxis) ? read(child(group, "xm:f")?.text) : undefined;
    const unscaled = childrenNamed(child(group, "x14:sparklines"), "x14:sparkline").flatMap((sparkline) => {
      const cell = parseGridCell((child(sparkline, "xm:sqref")?.text ?? "").trim().split(":")[0] ?? "");
      if (!cell || room <= 0) return [];
      const points = pointsOf(read(child(sparkline, "xm:f")?.text), dates, displayEmptyCellsAs);
      return [{ ...cell, look: appearance, points }];
    });
    appendAll(sparklines, withAxes(unscaled, group));
  }
  return sparklines;
}

function readAppearance(group: XmlNode, colors: SpreadsheetColors): SparklineAppearance {
  const { attributes } = group;
  const color = (name: string) => colors.read(child(group, `x14:color${name}`));
  const series = color("Series") ?? DEFAULT_COLOR;
  const marked = (flag: string, name: string) =>
    booleanAttribute(attributes[flag]) ? (color(name) ?? series) : undefined;
  const { type } = attributes;
  return {
    kind: type === "column" || type === "stacked" ? type : "line",
    lineWeightPt: Math.max(0.1, Math.min(20, Number(attributes.lineWeight ?? DEFAULT_WEIGHT_PT) || DEFAULT_WEIGHT_PT)),
    marks: {
      every: marked("markers", "Markers"),
      high: marked("high", "High"),
      low: marked("low", "Low"),
      first: marked("first", "First"),
      last: marked("last", "Last"),
      negative: marked("negative", "Negative"),
    },
    color: series,
    axisColor: booleanAttribute(attributes.displayXAxis) ? (color("Axis") ?? "#000000") : undefined,
    rightToLeft: booleanAttribute(attributes.rightToLeft),
  };
}

/** Texts count as zero, as they do in charts; errors are gaps. Points of a date axis without a day are left out. */
function pointsOf(
  values: readonly Scalar[],
  dates: readonly Scalar[] | undefined,
  emptyCells: string,
): SparklinePoint[] {
  const points = values.flatMap((value, index): SparklinePoint[] => {
    const date = dates?.[index];
    if (dates && typeof date !== "number") return [];
    const at = typeof date === "number" ? Math.floor(date) : index;
    if (typeof value === "number" && Number.isFinite(value)) return [{ value, at }];
    if (value instanceof FormulaError) return [{ value: undefined, at }];
    const isEmpty = value === null || value === "";
    if (!isEmpty || emptyCells === "zero") return [{ value: Number(value === true), at }];
    return emptyCells === "span" ? [] : [{ value: undefined, at }];
  });
  return dates ? points.sort((one, other) => one.at - other.at) : points;
}

type Unscaled = Pick<Sparkline, "row" | "column" | "look" | "points">;

/** The ends of the axes: each sparkline's own, those of the whole group, or chosen ones (ST_SparklineAxisMinMax). */
function withAxes(sparklines: readonly Unscaled[], { attributes }: XmlNode): Sparkline[] {
  const extents = sparklines.map(({ points }) => extentOf(points.map((point) => point.value)));
  const group = extentOf(extents.flatMap((extent) => (extent ? [extent.low, extent.high] : [])));
  const { minAxisType, maxAxisType, manualMin, manualMax } = attributes;
  return sparklines.flatMap((sparkline, index) => {
    const own = extents[index];
    const { points } = sparkline;
    const [first, last] = [points[0], points.at(-1)];
    if (!own || !group || !first || !last) return [];
    const lowest =
      minAxisType === "custom" ? Number(manualMin ?? 0) || 0 : minAxisType === "group" ? group.low : own.low;
    const highest =
      maxAxisType === "custom" ? Number(manualMax ?? 0) || 0 : maxAxisType === "group" ? group.high : own.high;
    return [{ ...sparkline, lowest, highest: Math.max(lowest, highest), from: first.at, to: last.at }];
  });
}

function extentOf(values: readonly (number | undefined)[]): { low: number; high: number } | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? { low, high } : undefined;
}
