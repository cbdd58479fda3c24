import { describe, expect, it } from "vitest";
import { openDocumentSpreadsheet } from "../../../test/support/open-document.ts";
import { odsToParts } from "./ods-to-parts.ts";

const NAMED =
  '<style:style style:name="Good_5f_1" style:display-name="Good_1" style:family="table-cell" style:parent-style-name="Default">' +
  '<style:table-cell-properties fo:background-color="#00ff00" fo:border-top="2pt solid #0000ff"/>' +
  '<style:text-properties fo:color="#112233" fo:font-weight="bold" fo:font-style="normal"/></style:style>' +
  '<style:style style:name="Default" style:family="table-cell"><style:text-properties fo:font-size="20pt"/></style:style>';
const CELL = '<table:table-cell table:style-name="C"><text:p>1</text:p></table:table-cell>';
const ROW = `<table:table-row>${CELL.repeat(2)}</table:table-row>`;

interface Options {
  rows?: string;
  automatic?: string;
}

function read(formats: string, { rows = ROW, automatic = "" }: Options = {}) {
  const list = formats === "" ? "" : `<calcext:conditional-formats>${formats}</calcext:conditional-formats>`;
  const file = openDocumentSpreadsheet(`<table:table table:name="Data">${rows}${list}</table:table>`, {
    styles: NAMED,
    automatic,
  });
  const { parts, warnings } = odsToParts(file);
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  const sheet = part("xl/worksheets/sheet1.xml");
  const rules = [...sheet.matchAll(/<cfRule ([^>]*?)(?:\/>|>(.*?)<\/cfRule>)/g)].map(([, attributes = "", content]) =>
    `${attributes.replace(/ (?:dxfId|priority|stopIfTrue)="\d+"/g, "")} ${content ?? ""}`.trim(),
  );
  return { sheet, rules, styles: part("xl/styles.xml"), warnings };
}

const format = (content: string, range = "Data.B2:Data.C9") =>
  `<calcext:conditional-format calcext:target-range-address="${range}">${content}</calcext:conditional-format>`;
const condition = (value: string, base = "Data.B2") =>
  `<calcext:condition calcext:apply-style-name="Good_1" calcext:value="${value}" calcext:base-cell-address="${base}"/>`;
const entry = (value: string, type: string) =>
  `<calcext:formatting-entry calcext:value="${value}" calcext:type="${type}"/>`;

describe("conditions of OpenDocument spreadsheets", () => {
  it.each([
    ["&gt;=20", 'type="cellIs" operator="greaterThanOrEqual" <formula>20</formula>'],
    ["!=&quot;a;b&quot;", 'type="cellIs" operator="notEqual" <formula>&quot;a;b&quot;</formula>'],
    [
      "between(1,MAX([.A1];[.$B$2]))",
      'type="cellIs" operator="between" <formula>1</formula><formula>MAX(A1,$B$2)</formula>',
    ],
    ["formula-is(MOD(ROW();2)=0)", 'type="expression" <formula>MOD(ROW(),2)=0</formula>'],
    ["formula-is([$Data.B2:.C3]=[$'O''n'.A1])", "type=\"expression\" <formula>'Data'!B2:C3='O''n'!A1</formula>"],
    ["top-elements(3)", 'type="top10" rank="3"'],
    ["bottom-percent(10)", 'type="top10" rank="10" bottom="1" percent="1"'],
    ["below-equal-average", 'type="aboveAverage" aboveAverage="0" equalAverage="1"'],
    ["duplicate", 'type="duplicateValues"'],
    ["is-error", 'type="containsErrors"'],
    ["begins-with(&quot;ab&quot;)", 'type="beginsWith" text="ab"'],
  ])("%s", (value, rule) => {
    expect(read(format(condition(value))).rules).toEqual([rule]);
  });

  it("that are not understood are left out", () => {
    expect(read(format(condition("what-is(1)") + condition("between(1)") + condition(""))).rules).toEqual([]);
  });

  it("are moved from the cell that they are written for", () => {
    const { rules } = read(format(condition("=[.D5]+[.$A$1]", "Data.C4")));
    expect(rules).toEqual(['type="cellIs" operator="equal" <formula>C3+$A$1</formula>']);
  });

  it("change what their style says, not what all cells have", () => {
    const { sheet, styles, warnings } = read(format(condition("&gt;5"), "Data.A1 Data.C1:Data.C9"));
    expect(sheet).toContain(
      '<conditionalFormatting sqref="A1 C1:C9"><cfRule type="cellIs" operator="greaterThan" dxfId="0"',
    );
    expect(styles).toContain(
      '<dxfs><dxf><font><b/><i val="0"/><color rgb="FF112233"/></font><fill><patternFill patternType="solid"><bgColor rgb="FF00FF00"/></patternFill></fill><border><top style="medium"><color rgb="FF0000FF"/></top></border></dxf></dxfs>',
    );
    expect(warnings).toEqual([]);
  });

  it("name days", () => {
    const { rules } = read(format('<calcext:date-is calcext:style="Good_1" calcext:date="next-month"/>'));
    expect(rules).toEqual([
      'type="expression" <formula>AND(ISNUMBER(B2),B2&gt;=DATE(YEAR(TODAY()),MONTH(TODAY())+1,1),B2&lt;DATE(YEAR(TODAY()),MONTH(TODAY())+2,1))</formula>',
    ]);
  });

  it("end the rules where they hold, and stand behind scales", () => {
    const scale =
      '<calcext:color-scale><calcext:color-scale-entry calcext:value="0" calcext:type="minimum" calcext:color="#ff0000"/>' +
      '<calcext:color-scale-entry calcext:value="90" calcext:type="percentile" calcext:color="#00ff00"/></calcext:color-scale>';
    const { sheet } = read(format(condition("&gt;5")) + format(scale));
    expect(sheet).toMatch(/type="cellIs"[^>]* priority="3" stopIfTrue="1"/);
    expect(sheet).toContain(
      '<cfRule type="colorScale" priority="1"><colorScale><cfvo type="min"/><cfvo type="percentile" val="90"/><color rgb="FFFF0000"/><color rgb="FF00FF00"/></colorScale></cfRule>',
    );
  });

  it("of styles hold for all cells that have the style", () => {
    const automatic =
      '<style:style style:name="C" style:family="table-cell"><style:map style:condition="cell-content()&gt;3" style:apply-style-name="Good_5f_1" style:base-cell-address="Data.A1"/></style:style>';
    const { sheet, rules } = read("", {
      rows: `${ROW}${ROW}<table:table-row><table:table-cell/>${CELL}</table:table-row>`,
      automatic,
    });
    expect(sheet).toContain('sqref="A1:A2 B1:B3"');
    expect(rules).toEqual(['type="cellIs" operator="greaterThan" <formula>3</formula>']);
  });
});

describe("scales of OpenDocument spreadsheets", () => {
  it("are bars with an axis", () => {
    const { sheet } = read(
      format(
        `<calcext:data-bar calcext:positive-color="#638ec6" calcext:negative-color="#ff8080" calcext:axis-position="middle" calcext:gradient="false" calcext:min-length="10">${entry("0", "auto-minimum")}${entry("[.A1]*2", "formula")}</calcext:data-bar>`,
      ),
    );
    expect(sheet).toContain(
      '<x14:cfRule type="dataBar" priority="1"><x14:dataBar minLength="10" maxLength="100" gradient="0" axisPosition="middle"><x14:cfvo type="autoMin"/><x14:cfvo type="formula"><xm:f>A1*2</xm:f></x14:cfvo><x14:fillColor rgb="FF638EC6"/><x14:negativeFillColor rgb="FFFF8080"/><x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule><xm:sqref>B2:C9</xm:sqref>',
    );
  });

  it("are icons", () => {
    const icons = (set: string) =>
      `<calcext:icon-set calcext:show-value="false" calcext:icon-set-type="${set}">${entry("0", "percent")}${entry("33", "percent")}${entry("67", "number")}</calcext:icon-set>`;
    const { rules } = read(format(icons("3Flags") + icons("")));
    expect(rules).toEqual([
      'type="iconSet" <iconSet iconSet="3Flags" showValue="0"><cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="num" val="67"/></iconSet>',
    ]);
  });
});
