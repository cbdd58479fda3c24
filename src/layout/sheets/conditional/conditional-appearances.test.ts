import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { parseGridRanges } from "../../../spreadsheet/grid-range.ts";
import type { RuleDetail, Threshold } from "../model/conditional-format.ts";
import type { Sheet } from "../model/sheet.ts";
import type { DifferentialStyle } from "../styles/styles.ts";
import { MergedCells } from "../values/merges.ts";
import type { CellValue, Row } from "../values/sheet-data.ts";
import { readPageSetup } from "../workbook/page-setup.ts";
import { ConditionalAppearances } from "./conditional-appearances.ts";

const RED: DifferentialStyle = { font: {}, fill: "#ff0000", borders: {}, numberFormat: undefined };

function value(raw: number | string | undefined): CellValue {
  if (raw === undefined) return { kind: "blank" };
  return typeof raw === "number" ? { kind: "number", number: raw } : { kind: "text", runs: [{ text: raw }] };
}

/** One column of values with one rule over it, looked at from top to bottom. */
function looks(values: readonly (number | string | undefined)[], detail: RuleDetail, ref = `A1:A${values.length}`) {
  const rows = new Map<number, Row>();
  values.forEach((raw, index) => {
    const cells = new Map([[0, { row: index, column: 0, styleIndex: 0, value: value(raw) }]]);
    rows.set(index, { index, heightPt: undefined, fixedHeight: false, hidden: false, styleIndex: undefined, cells });
  });
  const sheet: Sheet = {
    name: "s",
    index: 0,
    rows,
    columns: [],
    defaultRowHeightPt: 15,
    measuredRowHeightPt: undefined,
    rowsHiddenByDefault: false,
    defaultColumnWidth: undefined,
    baseColumnWidth: 8,
    showZeros: true,
    rightToLeft: false,
    merges: new MergedCells([]),
    links: new Map(),
    setup: readPageSetup({ name: "x:worksheet", attributes: {}, children: [], text: "" }),
    headerFooter: undefined,
    headerImages: new Map(),
    drawings: [],
    rowsOf: () => undefined,
    dates: 1900,
    conditionalFormats: [{ ranges: parseGridRanges(ref), rules: [{ priority: 1, stopIfTrue: false, detail }] }],
    tables: [],
    pivots: [],
    sparklines: [],
    printAreas: [],
    titles: { rows: undefined, columns: undefined },
    isChart: false,
  };
  const conditional = new ConditionalAppearances(sheet, 45_000, new WorkMeter());
  return values.map((_, index) => conditional.at(index, 0));
}

const test = (type: string, more: Partial<Extract<RuleDetail, { kind: "test" }>> = {}): RuleDetail => ({
  kind: "test",
  type,
  operator: "",
  formulas: [],
  text: "",
  rank: 10,
  percent: false,
  bottom: false,
  aboveAverage: true,
  equalAverage: false,
  stdDev: 0,
  timePeriod: "",
  style: RED,
  ...more,
});
const matched = (values: readonly (number | string | undefined)[], detail: RuleDetail) =>
  looks(values, detail).map((look) => (look?.styles.length ?? 0) > 0);
const at = (type: string, text = ""): Threshold => ({ type, value: text, includes: true });

describe("conditional formats", () => {
  it("compares with values, the bounds of a range in any order", () => {
    expect(matched([1, 5, 9], test("cellIs", { operator: "greaterThan", formulas: ["4"] }))).toEqual([
      false,
      true,
      true,
    ]);
    expect(matched([1, 5, 9], test("cellIs", { operator: "between", formulas: ["6", "2"] }))).toEqual([
      false,
      true,
      false,
    ]);
    expect(matched(["Yes", "no"], test("cellIs", { operator: "equal", formulas: ['"yes"'] }))).toEqual([true, false]);
  });

  it("moves relative references of expressions with the cell", () => {
    expect(matched([1, 2, 3, 4], test("expression", { formulas: ["MOD(ROW(),2)=0"] }))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(matched([5, 1, 5], test("expression", { formulas: ["A1>$A$2"] }))).toEqual([true, false, true]);
    expect(matched([1], test("expression", { formulas: ["Sheet2!A1>0"] }))).toEqual([false]);
  });

  it("finds the first and last, the double and the unusual", () => {
    expect(matched([1, 2, 3, 4], test("top10", { rank: 2 }))).toEqual([false, false, true, true]);
    expect(matched([1, 2, 3, 4], test("top10", { rank: 25, percent: true, bottom: true }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(matched(["a", "A", "b", undefined], test("duplicateValues"))).toEqual([true, true, false, false]);
    expect(matched([1, 2, 9], test("aboveAverage"))).toEqual([false, false, true]);
    expect(matched(["apple", "pear"], test("containsText", { text: "APP" }))).toEqual([true, false]);
    expect(matched([undefined, 1], test("containsBlanks"))).toEqual([true, false]);
  });

  it("mixes colours along a scale", () => {
    const scale: RuleDetail = {
      kind: "colorScale",
      thresholds: [at("min"), at("max")],
      colors: ["#000000", "#ffffff"],
    };
    expect(looks([0, 5, 10, "text"], scale).map((look) => look?.fill)).toEqual([
      "#000000",
      "#808080",
      "#ffffff",
      undefined,
    ]);
  });

  it("draws bars from their least to their greatest length", () => {
    const bar: RuleDetail = {
      kind: "dataBar",
      thresholds: [at("min"), at("max")],
      color: "#0000ff",
      gradient: false,
      showValue: false,
      borderColor: undefined,
      negativeColor: "#ff0000",
      negativeBorderColor: undefined,
      axisColor: "#000000",
      axis: "none",
      direction: "context",
      minLength: 0.1,
      maxLength: 0.9,
    };
    const [low, high] = looks([0, 10], bar);
    expect(low?.bar).toMatchObject({ from: 0, to: 0.1 });
    expect(high?.bar?.to).toBeCloseTo(0.9);
    expect(high?.hidesValue).toBe(true);
  });

  it("chooses icons by percentages", () => {
    const icons: RuleDetail = {
      kind: "iconSet",
      thresholds: [at("percent", "0"), at("percent", "33"), at("percent", "67")],
      icons: [0, 1, 2].map((index) => ({ set: "3Arrows", index })),
      showValue: true,
    };
    expect(looks([0, 40, 100], icons).map((look) => look?.icon?.index)).toEqual([0, 1, 2]);
  });
});
