import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { cachedTexts } from "./chart-cache.ts";
import { fillChartCaches } from "./fill-caches.ts";

const CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const values: Readonly<Record<string, (number | string | null)[]>> = { "S!A1": ["Sales"], "S!B1:B3": [3, null, 5] };
const valuesOf = (formula: string) => values[formula] ?? [];

describe("fillChartCaches", () => {
  it("takes what references stand for from the cells where the file has no cache", () => {
    const root = readXml(
      `<ser xmlns="${CHART}"><tx><strRef><f>S!A1</f></strRef></tx><val><numRef><f>S!B1:B3</f></numRef></val></ser>`,
    );
    fillChartCaches(root, valuesOf);
    expect(root.children.map(cachedTexts)).toEqual([["Sales"], ["3", "", "5"]]);
  });

  it("leaves caches as they are", () => {
    const root = readXml(
      `<tx xmlns="${CHART}"><strRef><f>S!A1</f><strCache><ptCount val="1"/><pt idx="0"><v>Saved</v></pt></strCache></strRef></tx>`,
    );
    fillChartCaches(root, valuesOf);
    expect(cachedTexts(root)).toEqual(["Saved"]);
  });
});
