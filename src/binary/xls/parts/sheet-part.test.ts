import { describe, expect, it } from "vitest";
import { emptySheet, type PrintSetup, type SheetContent } from "../content/sheet-content.ts";
import { PackageWriter } from "./package-writer.ts";
import { chartSheetPart, sheetPart } from "./sheet-part.ts";

const setup: PrintSetup = {
  paperSize: 1,
  scalePercent: 90,
  firstPage: 3,
  fitWidth: 1,
  fitHeight: 0,
  overThenDown: false,
  isPortrait: false,
  isUnset: false,
  hasNoOrientation: false,
  blackAndWhite: false,
  usesFirstPage: false,
  headerInches: 0.25,
  footerInches: 0.5,
};

function written(change: (sheet: SheetContent) => void): string {
  const sheet = emptySheet();
  change(sheet);
  return sheetPart(sheet, undefined).xml;
}

describe("sheetPart", () => {
  it("puts rows and cells in their order, however they were read", () => {
    const cell = (value: number) => ({ format: 2, content: { kind: "number" as const, value } });
    const row = { heightTwips: undefined, isFixed: false, isHidden: false, format: undefined };
    const xml = written(({ rows }) => {
      rows.set(9, {
        ...row,
        cells: new Map([
          [27, cell(4)],
          [0, cell(3)],
        ]),
      });
      rows.set(1, { ...row, heightTwips: 410, isFixed: true, format: 7, cells: new Map([[1, cell(1)]]) });
    });
    expect(xml).toContain(
      '<row r="2" ht="20.5" customHeight="1" s="7" customFormat="1"><c r="B2" s="2"><v>1</v></c></row>' +
        '<row r="10"><c r="A10" s="2"><v>3</v></c><c r="AB10" s="2"><v>4</v></c></row>',
    );
  });

  it("has its elements in the order of the schema", () => {
    const xml = written((sheet) => {
      const range = { top: 0, left: 0, bottom: 1, right: 1 };
      sheet.columns.push({ first: 0, last: 2, width: 512, isHidden: false, format: 0 });
      sheet.merges.push(range);
      sheet.links.push({ range, target: "https://a.example" });
      sheet.conditionalFormats = "<conditionalFormatting/>";
      Object.assign(sheet.print, { setup, rowBreaks: [4], columnBreaks: [2] });
    });
    const order = [...xml.matchAll(/<(\w+)/g)].map(([, name = ""]) => name);
    const wanted =
      "sheetPr sheetViews sheetFormatPr cols sheetData mergeCells conditionalFormatting hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks";
    expect(order.filter((name) => wanted.split(" ").includes(name))).toEqual(wanted.split(" "));
  });

  it("relates links and the drawing, each under an id of its own", () => {
    const sheet = emptySheet();
    sheet.links.push({ range: { top: 2, left: 3, bottom: 2, right: 3 }, target: "https://a.example" });
    const { xml, relationships } = sheetPart(sheet, "../drawings/drawing1.xml");
    expect(xml).toContain('<hyperlink ref="D3" r:id="rId1"/>');
    expect(xml).toContain('<drawing r:id="rId2"/>');
    expect(relationships).toEqual([
      { id: "rId1", type: "hyperlink", target: "https://a.example", external: true },
      { id: "rId2", type: "drawing", target: "../drawings/drawing1.xml", external: false },
    ]);
  });

  it.each<[string, Partial<PrintSetup>, string]>([
    [
      "paper, scale and orientation",
      {},
      'paperSize="1" scale="90" firstPageNumber="3" fitToWidth="1" fitToHeight="0" orientation="landscape"',
    ],
    ["A4 for a sheet that was never set up", { isUnset: true }, 'paperSize="9" firstPageNumber="3"'],
    [
      "A4 for no paper at all, and no scale of nought",
      { paperSize: 0, scalePercent: 0 },
      'paperSize="9" firstPageNumber',
    ],
    ["no orientation that was not stored", { hasNoOrientation: true }, 'fitToHeight="0"/>'],
  ])("prints with %s", (_, change, expected) => {
    expect(written(({ print }) => Object.assign(print, { setup: { ...setup, ...change } }))).toContain(expected);
  });

  it("has the margins of Excel 97 where the sheet names none, and texts escaped", () => {
    const xml = written(({ print }) => {
      print.margins.left = 2;
      print.texts.oddHeader = "&LA & <B>";
    });
    expect(xml).toContain('<pageMargins left="2" right="0.75" top="1" bottom="1" header="0.5" footer="0.5"/>');
    expect(xml).toContain("<oddHeader>&amp;LA &amp; &lt;B&gt;</oddHeader>");
  });

  it("is only a chart for a chart sheet", () => {
    const { xml, relationships } = chartSheetPart(emptySheet().print, "../drawings/drawing1.xml");
    expect(xml).toMatch(/^<chartsheet .*<drawing r:id="rId1"\/><\/chartsheet>$/);
    expect(relationships).toEqual([{ id: "rId1", type: "drawing", target: "../drawings/drawing1.xml" }]);
  });
});

describe("PackageWriter", () => {
  it("puts relationships beside their part, those of the package at its root", () => {
    const writer = new PackageWriter();
    writer.addXml("xl/worksheets/sheet1.xml", "<a/>", [{ id: "r", type: "drawing", target: "b" }]);
    writer.addXml("xl/styles.xml", "<b/>");
    writer.relate("", []);
    expect([...writer.parts.keys()]).toEqual([
      "xl/worksheets/sheet1.xml",
      "xl/worksheets/_rels/sheet1.xml.rels",
      "xl/styles.xml",
      "_rels/.rels",
    ]);
  });
});
