import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { firstSheet, rowXml, testWorkbook } from "../../testing/sheet-package.ts";
import { ConditionalAppearances } from "./conditional-appearances.ts";

/** Looks of the cells A1 and below under rules of the extension list. */
function looks(values: readonly number[], rules: string, { plain = "", view = "" } = {}) {
  const rows = values.map((value, index) => rowXml(index + 1, [value])).join("");
  const format = `<x14:conditionalFormatting>${rules}<xm:sqref>A1:A${values.length}</xm:sqref></x14:conditionalFormatting>`;
  const rest = `${view}${plain}<extLst><ext><x14:conditionalFormattings>${format}</x14:conditionalFormattings></ext></extLst>`;
  const workbook = testWorkbook([
    { name: "One", rows, rest },
    { name: "Limits", rows: rowXml(1, [5]) },
  ]);
  const conditional = new ConditionalAppearances(firstSheet(workbook), 46_000, new WorkMeter());
  return values.map((_, index) => conditional.at(index, 0));
}

const AUTOMATIC = '<x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/>';
const COLORS =
  '<x14:fillColor rgb="FF000001"/><x14:borderColor rgb="FF000002"/><x14:negativeFillColor rgb="FF000003"/>' +
  '<x14:negativeBorderColor rgb="FF000004"/><x14:axisColor rgb="FF000005"/>';

function bars(values: readonly number[], attributes: string, more = {}) {
  const bar = `<x14:dataBar minLength="0" maxLength="100" ${attributes}>${AUTOMATIC}${COLORS}</x14:dataBar>`;
  return looks(values, `<x14:cfRule type="dataBar" priority="1" id="{B}">${bar}</x14:cfRule>`, more).map(
    (look) => look?.bar,
  );
}

describe("data bars of the extension list", () => {
  it("grow from an axis to both sides", () => {
    const [low, high] = bars([-10, 30], "");
    expect(low).toMatchObject({ from: 0, to: 0.25, color: "#000003", strongEnd: "right" });
    expect(high).toMatchObject({ from: 0.25, to: 1, color: "#000001", strongEnd: "left" });
    expect(high?.axis).toEqual({ at: 0.25, color: "#000005" });
    expect(high?.borderColor).toBeUndefined();
  });

  it("have no axis among positive values, which begin at zero", () => {
    expect(bars([5, 10], "")).toMatchObject([
      { from: 0, to: 0.5, axis: undefined },
      { from: 0, to: 1, axis: undefined },
    ]);
  });

  it("put the axis into the middle or leave it out", () => {
    expect(bars([-10, 20], 'axisPosition="middle"')).toMatchObject([
      { from: 0.25, to: 0.5 },
      { from: 0.5, to: 1 },
    ]);
    expect(bars([-10, 10], 'axisPosition="none"')[1]).toMatchObject({ from: 0, to: 1, axis: undefined });
  });

  it("take borders and the colours of negative values as they are told", () => {
    const borders = 'border="1" negativeBarBorderColorSameAsPositive="0" gradient="0"';
    expect(bars([-1, 1], borders)).toMatchObject([
      { borderColor: "#000004", strongEnd: undefined },
      { borderColor: "#000002" },
    ]);
    expect(bars([-1, 1], 'border="1" negativeBarColorSameAsPositive="1"')[0]).toMatchObject({
      color: "#000001",
      borderColor: "#000002",
    });
  });

  it("run from the right by choice or with the sheet", () => {
    expect(bars([5, 10], 'direction="rightToLeft"')[0]).toMatchObject({ from: 0.5, to: 1, strongEnd: "right" });
    const view = '<sheetViews><sheetView rightToLeft="1"/></sheetViews>';
    expect(bars([5, 10], "", { view })[0]).toMatchObject({ from: 0.5, to: 1 });
    expect(bars([5, 10], 'direction="leftToRight"', { view })[0]).toMatchObject({ from: 0, to: 0.5 });
  });

  it("add to the rule of the sheet that names them", () => {
    const plain =
      '<conditionalFormatting sqref="A1:A2"><cfRule type="dataBar" priority="1"><dataBar showValue="0"><cfvo type="min"/><cfvo type="max"/><color rgb="FF00FF00"/></dataBar><extLst><ext><x14:id>{B}</x14:id></ext></extLst></cfRule></conditionalFormatting>';
    expect(bars([-10, 10], "", { plain })).toMatchObject([{ color: "#000003", to: 0.5 }, { color: "#000001" }]);
  });
});

describe("icons of the extension list", () => {
  const icons = (attributes: string, chosen = "") =>
    looks(
      [1, 5, 9],
      `<x14:cfRule type="iconSet" priority="1" id="{I}"><x14:iconSet ${attributes}><x14:cfvo type="percent"><xm:f>0</xm:f></x14:cfvo><x14:cfvo type="num"><xm:f>Limits!A1</xm:f></x14:cfvo><x14:cfvo type="num" gte="0"><xm:f>8</xm:f></x14:cfvo>${chosen}</x14:iconSet></x14:cfRule>`,
    ).map((look) => look?.icon);

  it("come from the new sets", () => {
    expect(icons('iconSet="3Stars"')).toEqual([0, 1, 2].map((index) => ({ set: "3Stars", index })));
    expect(icons('iconSet="3Triangles" reverse="1"').map((icon) => icon?.index)).toEqual([2, 1, 0]);
  });

  it("are chosen one by one, or left out", () => {
    const chosen =
      '<x14:cfIcon iconSet="NoIcons" iconId="0"/><x14:cfIcon iconSet="5Boxes" iconId="4"/><x14:cfIcon iconSet="3Flags" iconId="1"/>';
    expect(icons('custom="1"', chosen)).toEqual([undefined, { set: "5Boxes", index: 4 }, { set: "3Flags", index: 1 }]);
  });
});

describe("conditions of the extension list", () => {
  const dxf =
    '<x14:dxf xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><font><b/></font><fill><patternFill><bgColor rgb="FFABCDEF"/></patternFill></fill></x14:dxf>';
  const fills = (attributes: string, formula: string) =>
    looks([1, 9], `<x14:cfRule ${attributes} priority="1" id="{T}"><xm:f>${formula}</xm:f>${dxf}</x14:cfRule>`).map(
      (look) => look?.styles[0]?.fill,
    );

  it("refer to other sheets and hold their own format", () => {
    expect(fills('type="expression"', "A1&gt;Limits!$A$1")).toEqual([undefined, "#abcdef"]);
    expect(fills('type="cellIs" operator="lessThan"', "Limits!$A$1")).toEqual(["#abcdef", undefined]);
  });
});
