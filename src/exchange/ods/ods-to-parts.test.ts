import { describe, expect, it } from "vitest";
import { openDocumentSpreadsheet } from "../../../test/support/open-document.ts";
import { odsToParts } from "./ods-to-parts.ts";

type Options = Parameters<typeof openDocumentSpreadsheet>[1];

function read(body: string, options?: Options) {
  const { parts, warnings } = odsToParts(openDocumentSpreadsheet(body, options));
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  return { part, sheet: part("xl/worksheets/sheet1.xml"), warnings };
}
const table = (content: string, more = "") => `<table:table table:name="Data" ${more}>${content}</table:table>`;
const row = (content: string, more = "") => `<table:table-row ${more}>${content}</table:table-row>`;
const cell = (text: string, more = "") => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
const style = (name: string, family: string, properties: string, attributes = "") =>
  `<style:style style:name="${name}" style:family="${family}" ${attributes}>${properties}</style:style>`;
const texts = (sheet: string) =>
  [...sheet.matchAll(/<c r="(\w+)"[^>]*><is><t[^>]*>([^<]*)/g)].map(([, place, text]) => `${place} ${text}`);

describe("cells of OpenDocument spreadsheets", () => {
  it("show their texts, numbers at the right", () => {
    const { sheet, part } = read(
      table(
        row(cell("a &amp; b") + cell("1,5", 'office:value-type="float" office:value="1.5"')) +
          row("<table:table-cell><text:p>two</text:p><text:p>lines<text:s/></text:p></table:table-cell>"),
      ),
    );
    expect(texts(sheet)).toEqual(["A1 a &amp; b", "B1 1,5", "A2 two\nlines "]);
    const formats = part("xl/styles.xml").match(/<xf [^>]*applyFont.*?<\/xf>/g);
    expect(formats?.map((xf) => /horizontal="(\w+)"/.exec(xf)?.[1])).toEqual(["left", "right", "left"]);
    expect(formats?.[2]).toContain('wrapText="1"');
  });

  it("show their values where programs have left their texts to the reader", () => {
    const bare = (attributes: string) => `<table:table-cell ${attributes}/>`;
    const { sheet } = read(
      table(
        row(
          bare('office:value-type="float" office:value="1.5"') +
            bare('office:value-type="percentage" office:value="0.07"') +
            bare('office:value-type="date" office:date-value="2024-02-03T00:00:00"') +
            bare('office:value-type="string" office:string-value="a"') +
            // a format may show nothing
            cell("", 'office:value-type="float" office:value="0"'),
        ),
      ),
    );
    expect(texts(sheet)).toEqual(["A1 1.5", "B1 7%", "C1 2024-02-03", "D1 a"]);
  });

  it("are repeated, and are not where they only fill the sheet", () => {
    const empty = '<table:table-cell table:number-columns-repeated="16380"/>';
    const { sheet } = read(
      table(
        row(cell("x", 'table:number-columns-repeated="2"') + empty, 'table:number-rows-repeated="2"') +
          row(empty, 'table:number-rows-repeated="1048570"') +
          row(cell("end")),
      ),
    );
    expect(texts(sheet)).toEqual(["A1 x", "B1 x", "A2 x", "B2 x", "A1048573 end"]);
  });

  it("have the numbers that their texts are of, and errors", () => {
    const { sheet } = read(
      table(
        row(
          cell("1,5 €", 'office:value-type="currency" office:value="1.5"') +
            cell("2. Jan", 'office:value-type="date" office:date-value="1900-01-02T12:00:00"') +
            cell("1:30", 'office:value-type="time" office:time-value="PT01H30M00S"') +
            cell("yes", 'office:value-type="boolean" office:boolean-value="true"') +
            cell("7", 'office:value-type="string"') +
            cell("#DIV/0!", 'office:value-type="string" calcext:value-type="error"'),
        ),
      ),
    );
    const numbers = [...sheet.matchAll(/<c r="(\w+)"[^>]* number="([^"]*)"/g)].map(([, ...found]) => found.join(" "));
    expect(numbers).toEqual(["A1 1.5", "B1 3.5", "C1 0.0625", "D1 1"]);
    expect(sheet).toMatch(/<c r="F1" s="\d+" t="e"><v>#DIV\/0!<\/v><\/c>/);
  });

  it("span columns and rows", () => {
    const { sheet } = read(
      table(
        row(
          `${cell("a", 'table:number-columns-spanned="2" table:number-rows-spanned="2"')}<table:covered-table-cell/>${cell("b")}`,
        ),
      ),
    );
    expect(sheet).toContain('<mergeCells><mergeCell ref="A1:B2"/></mergeCells>');
    expect(texts(sheet)).toEqual(["A1 a", "C1 b"]);
  });

  it("look as their styles, those of their columns or of all cells say", () => {
    const styles =
      '<style:default-style style:family="table-cell"><style:text-properties fo:font-family="Carlito" fo:font-size="9pt"/></style:default-style>';
    const automatic =
      style(
        "A",
        "table-cell",
        '<style:table-cell-properties fo:background-color="#ff0000" fo:border-top="2pt solid #0000ff" style:text-align-source="fix" style:vertical-align="middle" style:rotation-angle="270"/><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-weight="bold" style:text-underline-style="solid" fo:color="#00ff00"/>',
      ) +
      style("W", "table-column", '<style:table-column-properties style:column-width="96pt"/>') +
      style("H", "table-row", '<style:table-row-properties style:row-height="30pt"/>');
    const { sheet, part } = read(
      table(
        `<table:table-column table:style-name="W" table:default-cell-style-name="A"/><table:table-column table:visibility="collapse"/>${row(cell("a") + cell("b", 'table:style-name="none"'), 'table:style-name="H"')}`,
      ),
      { styles, automatic },
    );
    expect(sheet).toContain('<col min="1" max="1" width="20" customWidth="1"/>');
    expect(sheet).toContain('<col min="2" max="2" width="0" customWidth="1" hidden="1"/>');
    expect(sheet).toContain('<row r="1" ht="30" customHeight="1">');
    const all = part("xl/styles.xml");
    expect(all).toContain('<font><b/><u/><sz val="9"/><color rgb="FF00FF00"/><name val="Carlito"/></font>');
    expect(all).toContain('<fgColor rgb="FFFF0000"/>');
    expect(all).toContain('<top style="medium"><color rgb="FF0000FF"/></top>');
    expect(all).toContain('<alignment horizontal="center" vertical="center" textRotation="180"/>');
  });
});

describe("sheets of OpenDocument spreadsheets", () => {
  it("have names, print ranges, titles, and may be hidden", () => {
    const automatic = style("T", "table", '<style:table-properties table:display="false"/>');
    const { part } = read(
      table(
        `<table:table-header-rows>${row(cell("head"))}</table:table-header-rows>${row(cell("a"))}`,
        `table:print-ranges="Data.A1:Data.B9 $Data.$D$1:.$E$3"`,
      ) + `<table:table table:name="It's" table:style-name="T">${row(cell("b"))}</table:table>`,
      { automatic },
    );
    const workbook = part("xl/workbook.xml");
    expect(workbook).toContain('<sheet name="Data" sheetId="1" r:id="rId1"/>');
    expect(workbook).toContain('state="hidden"');
    expect(workbook).toContain(">'Data'!$A$1:$B$9,'Data'!$D$1:$E$3</definedName>");
    expect(workbook).toContain(">'Data'!$1:$1</definedName>");
  });

  it("are printed as their master pages say", () => {
    const layouts =
      '<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="29.7cm" fo:page-height="21cm" style:print-orientation="landscape" fo:margin="1in" style:scale-to-X="1" style:scale-to-Y="0" style:print="grid headers" style:table-centering="both" style:print-page-order="ltr"/>' +
      '<style:header-style><style:header-footer-properties fo:min-height="0.5in"/></style:header-style></style:page-layout>';
    const masters =
      '<style:master-page style:name="M" style:page-layout-name="L"><style:header><style:region-left><text:p>R&amp;D</text:p></style:region-left><style:region-right><text:p><text:sheet-name>x</text:sheet-name></text:p></style:region-right></style:header>' +
      "<style:footer><text:p>Page <text:page-number>1</text:page-number>/<text:page-count>9</text:page-count></text:p></style:footer></style:master-page>";
    const automatic = style("T", "table", "", 'style:master-page-name="M"');
    const { sheet } = read(table(row(cell("a")), 'table:style-name="T"'), { automatic, layouts, masters });
    expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
    expect(sheet).toContain('<printOptions horizontalCentered="1" verticalCentered="1" headings="1" gridLines="1"/>');
    expect(sheet).toContain('<pageMargins left="1" right="1" top="1.5" bottom="1" header="1" footer="1"/>');
    expect(sheet).toContain(
      '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" pageOrder="overThenDown" orientation="landscape"/>',
    );
    expect(sheet).toContain(
      "<oddHeader>&amp;LR&amp;&amp;D&amp;R&amp;A</oddHeader><oddFooter>&amp;CPage &amp;P/&amp;N</oddFooter>",
    );
  });

  it("say what is left out", () => {
    const { warnings } = read(table(`<table:shapes><draw:control/></table:shapes>${row(cell("a"))}`));
    expect(warnings).toEqual([
      "Controls of forms of a kind that is not read, or that the file does not describe, are left out.",
    ]);
  });
});

describe("spreadsheets that are no good", () => {
  it("are refused", () => {
    expect(() => read("")).toThrow("It has no sheets.");
    expect(() => read("", { more: { "content.xml": "<a" } })).toThrow(expect.objectContaining({ code: "xml_invalid" }));
  });

  it("have no more cells than can be drawn", () => {
    const many = row(cell("x", 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"');
    expect(() => read(table(many))).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});

describe("printing of OpenDocument spreadsheets", () => {
  const states = (...more: string[]) => {
    const { part } = read(more.map((attributes) => table(row(cell("a")), attributes)).join(""));
    return [...part("xl/workbook.xml").matchAll(/<sheet [^>]*?(state="hidden")?(?: r:id[^>]*)?\/>/g)].map(
      ([, state]) => state !== undefined,
    );
  };

  it.each([
    ["all where no sheet is to be printed", ['table:print="false"', 'table:print="false"'], [false, false]],
    ["those that are to be printed", ['table:print="false"', ""], [true, false]],
    [
      "those with an area",
      ['table:print="false" table:print-ranges="Data.A1:Data.A1"', 'table:print="false"'],
      [false, true],
    ],
  ])("has %s", (_, sheets, hidden) => {
    expect(states(...sheets)).toEqual(hidden);
  });

  it("has paper of any size", () => {
    const setup = (size: string) =>
      read(table(row(cell("a"))), {
        layouts: `<style:page-layout style:name="L"><style:page-layout-properties ${size}/></style:page-layout>`,
        masters: '<style:master-page style:name="Default" style:page-layout-name="L"/>',
      }).sheet;
    expect(setup('fo:page-width="11in" fo:page-height="8.5in"')).toContain('paperSize="1"');
    expect(setup('fo:page-width="1224pt" fo:page-height="792pt"')).toContain('paperWidth="792pt" paperHeight="1224pt"');
  });
});
