import { describe, expect, it } from "vitest";
import { findAll, findFirst, readXml } from "../../office/xml-node.ts";
import { cachedTexts, outerLevels } from "./chart-cache.ts";
import { fillChartCaches, type ReferredValues } from "./fill-caches.ts";

const CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const number = (value: number, format = "General") => ({ value, format });
const text = (value: string | null) => ({ value, format: "@" });
const cells: Readonly<Record<string, ReturnType<ReferredValues>>> = {
  "S!A1": [text("Sales")],
  "S!A2:A3": [text("Desk"), text("Chair")],
  "S!D1:E4": ["North", "Q1", null, "Q2", "South", "Q1", null, "Q2"].map((value, at) => ({
    ...text(value),
    column: 3 + (at % 2),
  })),
  "S!B1:B3": [number(3, "0.00"), text(null), number(5)],
};
const valuesOf = (formula: string) => cells[formula] ?? [];

describe("fillChartCaches", () => {
  it("takes the values of references from the cells where the file has no cache", () => {
    const root = readXml(
      `<ser xmlns="${CHART}"><tx><strRef><f>S!A1</f></strRef></tx><val><numRef><f>S!B1:B3</f></numRef></val></ser>`,
    );
    fillChartCaches(root, valuesOf);
    expect(root.children.map(cachedTexts)).toEqual([["Sales"], ["3", "", "5"]]);
    expect(findFirst(root, "c:formatCode")?.text).toBe("0.00");
  });

  it("takes texts for a reference that is said to be of numbers, and for a cache without points", () => {
    const root = readXml(
      `<cat xmlns="${CHART}"><numRef><f>S!A2:A3</f><numCache><formatCode>0</formatCode><ptCount val="2"/></numCache></numRef></cat>`,
    );
    fillChartCaches(root, valuesOf);
    expect(cachedTexts(root)).toEqual(["Desk", "Chair"]);
    expect(findAll(root, "c:formatCode").map((code) => code.text)).toEqual(["0"]);
  });

  it("makes levels of categories in several columns", () => {
    for (const kind of ["multiLvlStrRef", "numRef"]) {
      const root = readXml(`<ser xmlns="${CHART}"><cat><${kind}><f>S!D1:E4</f></${kind}></cat></ser>`);
      fillChartCaches(root, valuesOf);
      expect(cachedTexts(root)).toEqual(["Q1", "Q2", "Q1", "Q2"]);
      expect(outerLevels(root)).toEqual([
        [
          { from: 0, name: "North" },
          { from: 2, name: "South" },
        ],
      ]);
    }
  });

  it("leaves caches as they are", () => {
    const root = readXml(
      `<tx xmlns="${CHART}"><strRef><f>S!A1</f><strCache><ptCount val="1"/><pt idx="0"><v>Saved</v></pt></strCache></strRef></tx>`,
    );
    fillChartCaches(root, valuesOf);
    expect(cachedTexts(root)).toEqual(["Saved"]);
  });
});
