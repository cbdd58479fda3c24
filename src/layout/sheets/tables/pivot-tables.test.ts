import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { firstSheet, rowXml, testWorkbook } from "../../testing/sheet-package.ts";
import { SheetAppearances } from "../cells/cell-appearances.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const THEME =
  '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="t"><a:dk1><a:srgbClr val="000000"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="0000FF"/></a:accent1></a:clrScheme></a:themeElements></a:theme>';
const OWN_STYLE =
  '<dxfs><dxf><fill><patternFill><bgColor rgb="FF111111"/></patternFill></fill></dxf><dxf><fill><patternFill><bgColor rgb="FF222222"/></patternFill></fill></dxf></dxfs>' +
  '<tableStyles><tableStyle name="Own" table="0"><tableStyleElement type="secondSubtotalRow" dxfId="0"/><tableStyleElement type="secondRowStripe" dxfId="1"/><tableStyleElement type="lastColumn" dxfId="0"/></tableStyle></tableStyles>';

/**
 * A1:C7 with a header row, a column of headings, a column of data and one of totals: a heading, two items, the subtotal
 * of an inner level, that of an outer one and the grand total.
 */
function looks(style: string) {
  const definition = `<pivotTableDefinition xmlns="${MAIN}"><location ref="A1:C7" firstHeaderRow="0" firstDataRow="1" firstDataCol="1"/>
    <rowFields count="2"><field x="0"/><field x="1"/></rowFields>
    <rowItems><i><x/></i><i r="1"><x/></i><i r="1"><x v="1"/></i><i t="default" r="1"><x/></i><i t="default"><x/></i><i t="grand"><x/></i></rowItems>
    <colFields><field x="2"/></colFields><colItems><i><x/></i><i t="grand"><x/></i></colItems>
    <pivotTableStyleInfo ${style}/></pivotTableDefinition>`;
  const rows = [1, 2, 3, 4, 5, 6, 7].map((row) => rowXml(row, [1, 2, 3])).join("");
  const workbook = testWorkbook([{ name: "One", rows, related: [["p", "pivotTable", "../pivotTables/p.xml"]] }], {
    styles: OWN_STYLE,
    parts: { "xl/pivotTables/p.xml": definition, "xl/theme/theme1.xml": THEME },
    theme: "theme/theme1.xml",
  });
  const sheet = new SheetAppearances(firstSheet(workbook), workbook.styles, workbook.colors, 46_000, new WorkMeter());
  return (row: number, column: number) => sheet.at(row, column).style;
}

const SHOWN = 'showRowHeaders="1" showColHeaders="1" showLastColumn="1"';

describe("pivot tables", () => {
  it("have filled headers and totals in the usual style", () => {
    const at = looks(`name="PivotStyleLight16" ${SHOWN}`);
    expect([0, 1, 2, 6].map((row) => at(row, 0).fill)).toEqual(["#ccccff", undefined, undefined, "#ccccff"]);
    expect(at(0, 0).borders.bottom).toEqual({ style: "thin", color: "#6666ff" });
    expect([1, 2, 3, 5, 6].map((row) => at(row, 1).font.bold)).toEqual([true, false, false, true, true]);
  });

  it("have white headings on the accent in a medium style", () => {
    const at = looks(`name="PivotStyleMedium2" ${SHOWN}`);
    expect(at(0, 1)).toMatchObject({ fill: "#0000ff", font: { color: "#ffffff", bold: true } });
    expect(at(1, 0).fill).toBe("#ccccff");
    expect(at(6, 1).borders.top).toMatchObject({ style: "double" });
  });

  it("leave out what is not to be shown", () => {
    const at = looks('name="PivotStyleLight16" showRowHeaders="0" showColHeaders="0" showLastColumn="0"');
    expect(at(0, 0).fill).toBeUndefined();
    expect(at(1, 1).font.bold).toBe(false);
    expect(at(2, 1).font.bold).toBe(false);
  });

  it("take the workbook's own styles, with levels and stripes", () => {
    const at = looks(`name="Own" ${SHOWN} showRowStripes="1"`);
    expect([1, 2, 3, 4, 5].map((row) => at(row, 1).fill)).toEqual([
      undefined,
      "#222222",
      undefined,
      "#111111",
      undefined,
    ]);
    expect([at(2, 2).fill, looks('name="Own" showLastColumn="0"')(2, 2).fill]).toEqual(["#111111", undefined]);
  });

  it("look as their cells do without a style", () => {
    expect(looks(SHOWN)(0, 0).fill).toBeUndefined();
  });
});
