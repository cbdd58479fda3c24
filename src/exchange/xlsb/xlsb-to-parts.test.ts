import { describe, expect, it } from "vitest";
import { RECORD } from "./records.ts";
import { binaryWorkbook, cell, double, record, row, text, u8, u16, u32 } from "./testing/binary-workbook.ts";
import { xlsbToParts } from "./xlsb-to-parts.ts";

type Parts = Parameters<typeof binaryWorkbook>[0];

function read(parts: Parts) {
  const made = xlsbToParts(binaryWorkbook(parts));
  const part = (name: string) => new TextDecoder().decode(made.parts.get(name));
  return { part, sheet: part("xl/worksheets/sheet1.bin"), warnings: made.warnings };
}

const cells = (sheet: string) =>
  [...sheet.matchAll(/<c r="(\w+)" s="(\d+)"(?: t="(\w+)")?(?:\/>|>(.*?)<\/c>)/g)].map(([, ...found]) =>
    found.join(" "),
  );
const color = (kind: number, index: number, ...rgb: readonly number[]) => [
  ...[u8(kind * 2 + 1), u8(index), u16(0)],
  ...[0, 1, 2].map((at) => u8(rgb[at] ?? 0)),
  u8(255),
];
const range = (top: number, bottom: number, left: number, right: number) => [
  u32(top),
  u32(bottom),
  u32(left),
  u32(right),
];

describe("cells of binary workbooks", () => {
  it("have their values and formats", () => {
    const { sheet } = read({
      sheet: [
        ...row(1, 400, 0x30),
        ...cell(RECORD.blank, 0, 3),
        ...cell(RECORD.shortNumber, 1, 0, u32((12_345 << 2) | 3)),
        ...cell(RECORD.shortNumber, 2, 0, u32(0x4008_0000)),
        ...cell(RECORD.number, 3, 1, double(-0.5)),
        ...cell(RECORD.boolean, 4, 0, u8(1)),
        ...cell(RECORD.error, 5, 0, u8(7)),
        ...cell(RECORD.text, 6, 0, text("a<b")),
        ...cell(RECORD.sharedText, 7, 0, u32(2)),
        ...cell(RECORD.formulaNumber, 8, 0, double(7), u16(0), u32(0), u32(0)),
        ...cell(RECORD.formulaText, 9, 0, text("f")),
        ...cell(RECORD.richText, 27, 0, u8(0), text("rich")),
      ],
    });
    expect(sheet).toContain('<row r="2" ht="20" customHeight="1" hidden="1">');
    expect(cells(sheet)).toEqual([
      "A2 3  ",
      "B2 0  <v>123.45</v>",
      "C2 0  <v>3</v>",
      "D2 1  <v>-0.5</v>",
      "E2 0 b <v>1</v>",
      "F2 0 e <v>#DIV/0!</v>",
      "G2 0 str <v>a&lt;b</v>",
      "H2 0 s <v>2</v>",
      "I2 0  <v>7</v>",
      "J2 0 str <v>f</v>",
      'AB2 0 inlineStr <is><t xml:space="preserve">rich</t></is>',
    ]);
  });

  it("share texts, which have runs in fonts of their own", () => {
    const font = record(
      RECORD.font,
      ...[u16(240), u16(2), u16(700), u16(0), u8(1), u8(2), u8(0), u8(0)],
      ...color(2, 0, 255, 0, 16),
      ...[u8(0), text("Carlito")],
    );
    const { part } = read({
      styles: font,
      texts: [
        ...record(RECORD.sharedItem, u8(0), text("plain")),
        ...record(RECORD.sharedItem, u8(1), text("one two"), u32(1), u16(4), u16(0)),
      ],
    });
    const properties = '<b/><i/><u val="single"/><sz val="12"/><color rgb="FFFF0010"/><family val="2"/>';
    expect(part("xl/styles.bin")).toContain(`<font>${properties}<name val="Carlito"/></font>`);
    expect(part("xl/sharedStrings.bin")).toContain(
      `<si><t xml:space="preserve">plain</t></si><si><r><t xml:space="preserve">one </t></r><r><rPr>${properties}<rFont val="Carlito"/></rPr><t xml:space="preserve">two</t></r></si>`,
    );
  });

  it("look as their formats say", () => {
    const line = (style: number) => [u8(style), u8(0), ...color(1, 64)];
    const { part } = read({
      styles: [
        ...record(RECORD.format, u16(164), text('0.00"kg"')),
        ...record(RECORD.fill, u32(1), ...color(3, 4), ...color(0, 0)),
        ...record(
          RECORD.fill,
          u32(0x28),
          ...color(0, 0),
          ...color(0, 0),
          u32(0),
          double(90),
          ...[0, 0, 0, 0].map(double),
          u32(1),
          ...color(2, 0, 1, 2, 3),
          double(1),
        ),
        ...record(RECORD.border, u8(1), ...line(1), ...line(0), ...line(6), ...line(0), ...line(13)),
        ...record(RECORD.cellFormat, u16(0), u16(9), u16(0), u16(0), u16(0), u8(0), u8(0), u16(0)),
        ...record(RECORD.cellFormats, u32(1)),
        ...record(RECORD.cellFormat, u16(0), u16(164), u16(1), u16(2), u16(3), u8(90), u8(2), u16(2 | (1 << 3) | 0x40)),
        ...record(RECORD.endCellFormats),
      ],
    });
    const styles = part("xl/styles.bin");
    expect(styles).toContain('<numFmt numFmtId="164" formatCode="0.00&quot;kg&quot;"/>');
    expect(styles).toContain('<fill><patternFill patternType="solid"><fgColor theme="4"/></patternFill></fill>');
    expect(styles).toContain(
      '<gradientFill degree="90"><stop position="1"><color rgb="FF010203"/></stop></gradientFill>',
    );
    expect(styles).toContain(
      '<border diagonalDown="1"><left style="double"><color indexed="64"/></left><right/><top style="thin"><color indexed="64"/></top><bottom/><diagonal style="slantDashDot">',
    );
    expect(styles.match(/<xf numFmtId/g)).toHaveLength(1);
    expect(styles).toContain(
      '<alignment horizontal="center" vertical="center" textRotation="90" wrapText="1" indent="2"/>',
    );
  });
});

describe("sheets of binary workbooks", () => {
  it("have columns, merged cells, breaks, and are printed as they say", () => {
    const { sheet } = read({
      sheet: [
        ...record(RECORD.sheetProperties, u16(0x100), u8(0)),
        ...record(RECORD.sheetView, u16(0x30)),
        ...record(RECORD.sheetFormat, u32(0xffff_ffff), u16(8), u16(300), u16(0), u16(0)),
        ...record(RECORD.column, u32(0), u32(2), u32(2_560), u32(4), u16(3)),
        ...record(RECORD.merge, ...range(0, 1, 0, 2)),
        ...record(RECORD.rowBreaks, u32(1)),
        ...record(RECORD.break, u32(7), u32(0), u32(16_383), u32(1), u32(0)),
        ...record(RECORD.margins, ...[0.7, 0.7, 0.75, 0.75, 0.3, 0.3].map(double)),
        ...record(RECORD.printOptions, u16(9)),
        ...record(RECORD.pageSetup, u32(9), u32(80), u32(0), u32(0), u32(1), u32(1), u32(1), u32(0), u16(3)),
        ...record(RECORD.headerFooter, u16(0xc), text("&L&A"), text(undefined), text(undefined)),
        ...record(RECORD.drawing, text("rId7")),
      ],
    });
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
    expect(sheet).toContain('<sheetView showZeros="1" rightToLeft="1" workbookViewId="0"/>');
    expect(sheet).toContain('<sheetFormatPr baseColWidth="8" defaultRowHeight="15"/>');
    expect(sheet).toContain('<col min="1" max="3" width="10" style="4" hidden="1" customWidth="1"/>');
    expect(sheet).toContain('<mergeCell ref="A1:C2"/>');
    expect(sheet).toContain('<rowBreaks><brk id="7" min="0" max="16383" man="1"/></rowBreaks>');
    expect(sheet).toContain(
      '<printOptions horizontalCentered="1" gridLines="1"/><pageMargins left="0.7" right="0.7" top="0.75"',
    );
    expect(sheet).toContain(
      '<pageSetup paperSize="9" scale="80" firstPageNumber="1" fitToWidth="1" fitToHeight="0" pageOrder="overThenDown" orientation="landscape"/>',
    );
    expect(sheet).toContain("<oddHeader>&amp;L&amp;A</oddHeader></headerFooter>");
    expect(sheet).toContain('<drawing r:id="rId7"/>');
  });

  it("have print areas and titles", () => {
    const area = (top: number, bottom: number, left: number, right: number) =>
      [u8(0x3b), u16(0), u32(top), u32(bottom), u16(left), u16(right)] as const;
    const name = (label: string, size: number, ...formula: Parameters<typeof record>[1][]) =>
      record(RECORD.name, u32(0x20), u8(0), u32(0), text(label), u32(size), ...formula);
    const { part } = read({
      workbook: [
        ...record(RECORD.workbookProperties, u32(1)),
        ...name("_xlnm.Print_Area", 31, ...area(0, 9, 0, 2), ...area(19, 29, 1, 1), u8(0x10)),
        ...name("Print_Titles", 15, ...area(0, 1, 0, 16_383)),
        ...name("Other", 15, ...area(0, 1, 0, 1)),
      ],
    });
    const workbook = part("xl/workbook.bin");
    expect(workbook).toContain(`<workbookPr date1904="1"/><sheets><sheet name="It's" sheetId="1" r:id="rId1"/>`);
    expect(workbook).toContain(">'It''s'!$A$1:$C$10,'It''s'!$B$20:$B$30</definedName>");
    expect(workbook).toContain(">'It''s'!$1:$2</definedName>");
    expect(workbook).not.toContain("Other");
  });

  it("keep parts that are XML, and leave out others", () => {
    const { part, warnings } = read({
      more: { "xl/theme/theme1.xml": "<a/>", "xl/comments1.bin": new Uint8Array([1, 2]) },
    });
    expect(part("xl/theme/theme1.xml")).toBe("<a/>");
    expect(part("xl/comments1.bin")).toBe("");
    expect(warnings).toEqual([]);
  });

  it("have tables in styles of their own", () => {
    const table = [
      ...record(RECORD.table, ...range(1, 5, 1, 3), u32(0), u32(1), u32(1), u32(0)),
      ...record(RECORD.tableStyleUse, u16(0b110), text("Ours")),
    ];
    const link = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.bin"/></Relationships>`;
    const { part, sheet } = read({
      sheet: record(RECORD.tablePart, text("rId3")),
      styles: [
        ...record(RECORD.differential, u16(0), u16(0), u16(1), u16(25), u16(6), u16(700)),
        ...record(RECORD.tableStyle, u16(4), u32(2), text("Ours")),
        ...record(RECORD.tableStyleElement, u32(1), u32(1), u32(0)),
        ...record(RECORD.tableStyleElement, u32(5), u32(2), u32(0)),
      ],
      more: {
        "xl/worksheets/_rels/sheet1.bin.rels": link,
        "xl/tables/table1.bin": new Uint8Array(table),
      },
    });
    expect(sheet).toContain('<tableParts><tablePart r:id="rId3"/></tableParts>');
    expect(part("xl/tables/table1.bin")).toContain(
      'ref="B2:D6" headerRowCount="1" totalsRowCount="0"><tableStyleInfo name="Ours" showFirstColumn="0" showLastColumn="1" showRowStripes="1" showColumnStripes="0"/>',
    );
    expect(part("xl/styles.bin")).toContain(
      '<dxfs><dxf><font><b val="1"/></font></dxf></dxfs><tableStyles><tableStyle name="Ours"><tableStyleElement type="headerRow" dxfId="0"/><tableStyleElement type="firstRowStripe" size="2" dxfId="0"/></tableStyle></tableStyles>',
    );
  });
});

describe("binary workbooks that are no good", () => {
  it("are refused without sheets", () => {
    const none = { more: { "xl/workbook.bin": new Uint8Array([1, 0]) } };
    expect(() => read(none)).toThrow("It has no sheets.");
  });

  it("are read as far as they go", () => {
    const sheet = [...row(0, 300), ...cell(RECORD.number, 0, 0, double(1)), 5, 0xff, 0xff, 0xff, 0x7f, 1];
    expect(cells(read({ sheet }).sheet)).toEqual(["A1 0  <v>1</v>"]);
    const long = record(RECORD.sharedItem, u8(1), u32(0xffff_fff0), u16(65));
    expect(read({ texts: long }).part("xl/sharedStrings.bin")).toContain(">A</t>");
  });

  it("have no more cells than can be drawn", () => {
    const many = new Uint8Array(601_000 * 10);
    many.set(row(0, 300));
    const one = cell(RECORD.blank, 1, 0);
    for (let at = row(0, 300).length; at + one.length <= many.length; at += one.length) many.set(one, at);
    const more = { "xl/worksheets/sheet1.bin": many };
    expect(() => read({ more })).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});
