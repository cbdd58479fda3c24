import { describe, expect, it } from "vitest";
import { OpcPackage } from "../../office/package.ts";
import { RecordStream } from "./biff/record-stream.ts";
import { RecordType } from "./biff/record-type.ts";
import { type Bytes, f64, latin, longText, shortText, u8, u16, u32, wide } from "./testing/biff-bytes.ts";
import {
  bof,
  cellFormat,
  container,
  EOF,
  font,
  PLAIN_GLOBALS,
  record,
  type TestSheet,
  workbookStream,
} from "./testing/biff-writer.ts";
import { xlsToParts } from "./xls-to-parts.ts";

const cell = (type: number, row: number, column: number, ...value: Bytes[]) =>
  record(type, u16(row, column, 0), ...value);
const formula = (row: number, column: number, result: Bytes) =>
  cell(RecordType.Formula, row, column, result, u16(0), u32(0), u16(0));

function parts(globals: Bytes, sheets: readonly TestSheet[], version?: number, stream = "Workbook") {
  const made = xlsToParts(container(workbookStream(globals, sheets, version), stream));
  return (name: string) => new TextDecoder().decode(made.get(`xl/${name}`));
}

function sheetXml(records: Bytes, globals = PLAIN_GLOBALS): string {
  return parts(globals, [{ name: "S", records }])("worksheets/sheet1.xml");
}

describe("cells", () => {
  it("has cells of every kind", () => {
    const xml = sheetXml([
      ...cell(RecordType.Number, 0, 0, f64(1.25)),
      ...cell(RecordType.Rk, 0, 1, u32((-7 << 2) | 3)),
      ...cell(RecordType.LabelSst, 0, 2, u32(5)),
      ...cell(RecordType.Label, 0, 3, longText("a<b")),
      ...cell(RecordType.BoolErr, 0, 4, u8(1, 0)),
      ...cell(RecordType.BoolErr, 0, 5, u8(0x2a, 1)),
      ...record(RecordType.MulRk, u16(1, 3), u16(0), u32((4 << 2) | 2), u16(0), u32(0x40590001), u16(4)),
      ...record(RecordType.MulBlank, u16(2, 0), u16(0, 0), u16(1)),
    ]);
    expect(xml).toContain('<c r="A1" s="0"><v>1.25</v></c>');
    expect(xml).toContain('<c r="B1" s="0"><v>-0.07</v></c>');
    expect(xml).toContain('<c r="C1" s="0" t="s"><v>5</v></c>');
    expect(xml).toContain('<c r="D1" s="0" t="inlineStr"><is><t xml:space="preserve">a&lt;b</t></is></c>');
    expect(xml).toContain('<c r="E1" s="0" t="b"><v>1</v></c>');
    expect(xml).toContain('<c r="F1" s="0" t="e"><v>#N/A</v></c>');
    expect(xml).toContain('<c r="D2" s="0"><v>4</v></c><c r="E2" s="0"><v>1</v></c></row>');
    expect(xml).toContain('<c r="A3" s="0"/><c r="B3" s="0"/></row>');
  });

  it("shows the stored results of formulas", () => {
    const special = (kind: number, value = 0) => u8(kind, 0, value, 0, 0, 0, 0xff, 0xff);
    const xml = sheetXml([
      ...formula(0, 0, f64(42)),
      ...formula(0, 1, special(0)),
      ...record(RecordType.String, longText("text")),
      ...formula(0, 2, special(1, 1)),
      ...formula(0, 3, special(2, 7)),
      ...formula(0, 4, special(3)),
    ]);
    expect(xml).toContain('<c r="A1" s="0"><v>42</v></c>');
    expect(xml).toContain('<c r="B1" s="0" t="inlineStr"><is><t xml:space="preserve">text</t></is></c>');
    expect(xml).toContain('<c r="C1" s="0" t="b"><v>1</v></c>');
    expect(xml).toContain('<c r="D1" s="0" t="e"><v>#DIV/0!</v></c>');
    expect(xml).toContain('<c r="E1" s="0"/>');
  });

  it("has formulas whose result may never have been calculated", () => {
    const tokens = [0x44, ...u16(2, 0xc001), 0x1e, ...u16(1), 0x03];
    const stale = cell(RecordType.Formula, 0, 0, f64(0), u16(0), u32(0), u16(tokens.length), tokens);
    expect(sheetXml(stale)).toContain('<c r="A1" s="0"><f ca="1">B3+1</f><v>0</v></c>');
  });

  it("has rows, columns, merged cells and breaks", () => {
    const xml = sheetXml([
      ...record(RecordType.DefaultRowHeight, u16(0, 255)),
      ...record(RecordType.DefColWidth, u16(10)),
      ...record(RecordType.ColInfo, u16(1, 2, 2560, 0, 1, 0)),
      ...record(RecordType.Row, u16(3, 0, 1, 600, 0, 0, 0x40 | 0x80, 0)),
      ...record(RecordType.Row, u16(4, 0, 1, 300, 0, 0, 0x20, 0)),
      ...record(RecordType.MergeCells, u16(1), u16(0, 1, 0, 2)),
      ...record(RecordType.HorizontalPageBreaks, u16(2), u16(5, 0, 255), u16(9, 0, 255)),
    ]);
    expect(xml).toContain('<sheetFormatPr baseColWidth="10" defaultColWidth="11.05859375" defaultRowHeight="12.75"/>');
    expect(xml).toContain('<col min="2" max="3" width="10" hidden="1" style="0"/>');
    expect(xml).toContain('<row r="4" ht="30" customHeight="1" s="0" customFormat="1"/>');
    expect(xml).toContain('<row r="5" ht="15" hidden="1"/>');
    expect(xml).toContain('<mergeCell ref="A1:C2"/>');
    expect(xml).toContain('<rowBreaks><brk id="5"/><brk id="9"/></rowBreaks>');
  });
});

describe("print set-up", () => {
  const setup = (flags: number) =>
    record(RecordType.Setup, u16(9, 80, 3, 1, 2, flags, 600, 600), f64(0.25, 0.5), u16(1));

  it("has paper, scale, margins and headers", () => {
    const xml = sheetXml([
      ...record(RecordType.WsBool, u16(0x100)),
      ...record(RecordType.Header, longText("&LHä&RP &P")),
      ...record(RecordType.LeftMargin, f64(1.5)),
      ...record(RecordType.HCenter, u16(1)),
      ...record(RecordType.PrintGrid, u16(1)),
      ...setup(0x01 | 0x80),
    ]);
    expect(xml).toContain('<pageSetUpPr fitToPage="1"/>');
    expect(xml).toContain('<printOptions horizontalCentered="1" gridLines="1"/>');
    expect(xml).toContain('<pageMargins left="1.5" right="0.75" top="1" bottom="1" header="0.25" footer="0.5"/>');
    expect(xml).toContain('paperSize="9" scale="80" firstPageNumber="3" useFirstPageNumber="1"');
    expect(xml).toContain('fitToWidth="1" fitToHeight="2" pageOrder="overThenDown" orientation="landscape"');
    expect(xml).toContain("<oddHeader>&amp;LHä&amp;RP &amp;P</oddHeader>");
  });

  it("does not believe a set-up that was never made", () => {
    const xml = sheetXml(setup(0x04));
    expect(xml).toContain('paperSize="9" firstPageNumber="3" fitToWidth="1" fitToHeight="2"/>');
  });

  it("has print areas and titles of sheets", () => {
    const builtIn = (id: number, sheet: number, tokens: Bytes) =>
      record(RecordType.Lbl, u16(0x20), u8(0, 1), u16(tokens.length, 0, sheet), u32(0), u8(0, id), tokens);
    const globals = [
      ...PLAIN_GLOBALS,
      ...record(RecordType.SupBook, u16(2, 0x0401)),
      ...record(RecordType.ExternSheet, u16(2), u16(0, 0, 0), u16(0, 1, 1)),
      ...builtIn(6, 2, [0x3b, ...u16(1, 0, 9, 0, 3)]),
      ...builtIn(7, 1, [0x3b, ...u16(0, 0, 1, 0, 255)]),
    ];
    const xml = parts(globals, [
      { name: "One", records: [] },
      { name: "The 2nd", records: [] },
    ])("workbook.xml");
    expect(xml).toContain(`<definedName name="_xlnm.Print_Area" localSheetId="1">'The 2nd'!$A$1:$D$10</definedName>`);
    expect(xml).toContain('<definedName name="_xlnm.Print_Titles" localSheetId="0">One!$1:$2</definedName>');
  });
});

describe("the workbook", () => {
  it("has fonts, formats, fills and borders", () => {
    const styles = parts(
      [
        ...font("Arial"),
        ...font("Arial"),
        ...font("Arial"),
        ...font("Arial"),
        ...font("Courier New", { heightTwips: 240, weight: 700, color: 10, flags: 2 }),
        ...record(RecordType.Format, u16(164), longText('0.0" €"')),
        ...cellFormat({}),
        ...cellFormat({
          fontIndex: 5,
          formatIndex: 164,
          alignment: 0x1a,
          styles: 1 | (2 << 12) | (12 << 16),
          colors: (10 << 7) | (1 << 26),
          fill: 13 | (65 << 7),
        }),
        ...record(RecordType.Palette, u16(1), u32(0x00030201)),
      ],
      [{ name: "S", records: [] }],
    )("styles.xml");
    expect(styles).toContain('<numFmt numFmtId="164" formatCode="0.0&quot; €&quot;"/>');
    expect(styles).toContain('<b/><i/><sz val="12"/><color indexed="10"/><name val="Courier New"/>');
    expect(styles).toContain('<patternFill patternType="solid"><fgColor indexed="13"/><bgColor indexed="65"/>');
    expect(styles).toContain(
      '<left style="thin"><color indexed="12"/></left><bottom style="medium"><color indexed="10"/></bottom>',
    );
    expect(styles).toContain('<xf numFmtId="164" fontId="4" fillId="1" borderId="1"><alignment horizontal="center"');
    expect(styles).toContain('<rgbColor rgb="FF00ffff"/><rgbColor rgb="FF010203"/>');
  });

  it("has shared strings with fonts, split over records", () => {
    const strings = [
      ...record(RecordType.Sst, u32(2, 2), u16(6), u8(8), u16(1), latin("ab")),
      ...record(RecordType.Continue, u8(1), wide("čdef"), u16(2, 0), u16(8), u8(0), latin("_x0041_")),
      ...record(RecordType.Continue, u8(0), latin("!")),
    ];
    const xml = parts([...PLAIN_GLOBALS, ...strings], [])("sharedStrings.xml");
    expect(xml).toContain('<si><r><t xml:space="preserve">ab</t></r><r><rPr>');
    expect(xml).toContain('<rFont val="Arial"/>');
    expect(xml).toContain('<t xml:space="preserve">čdef</t></r></si>');
    expect(xml).toContain('<si><t xml:space="preserve">_x005F_x0041_!</t></si>');
  });

  it("leaves out hidden sheets and keeps the numbers of the others", () => {
    const xml = parts(PLAIN_GLOBALS, [
      { name: "A", records: [], state: 2 },
      { name: "B", records: [] },
      { name: "M", records: [], kind: 6 },
    ])("workbook.xml");
    expect(xml).toContain('<sheet name="A" sheetId="1" state="hidden" r:id="sheet1"/>');
    expect(xml).toContain('<sheet name="B" sheetId="2" r:id="sheet2"/>');
    expect(xml).toContain('<sheet name="M" sheetId="3" state="hidden" r:id="sheet3"/>');
  });

  it("reads workbooks of Excel 5", () => {
    const oldText = (text: string) => [...u16(text.length), ...latin(text)];
    const part = parts(
      [
        ...record(RecordType.CodePage, u16(1250)),
        ...record(RecordType.Font, u16(200, 0, 0x7fff, 400, 0), u8(0, 2, 0, 0), [5, ...latin("Arial")]),
        ...record(RecordType.Format, u16(164), [4, ...latin("0.00")]),
        ...record(RecordType.Xf, u16(0, 164, 1, 0x0222), u32(13 | (1 << 16), 1)),
      ],
      [{ name: "Old", records: cell(RecordType.Label, 0, 0, oldText("\xe8")) }],
      0x0500,
      "Book",
    );
    expect(part("worksheets/sheet1.xml")).toContain('<t xml:space="preserve">č</t>');
    expect(part("styles.xml")).toContain('<numFmt numFmtId="164" formatCode="0.00"/>');
    expect(part("styles.xml")).toContain('horizontal="center" vertical="bottom" textRotation="90"');
    expect(part("styles.xml")).toContain('<patternFill patternType="solid"><fgColor indexed="13"/>');
    expect(part("styles.xml")).toContain('<top style="thin"');
  });

  it("reads streams without a container", () => {
    const bare = xlsToParts(workbookStream(PLAIN_GLOBALS, [{ name: "S", records: [] }]));
    expect(bare.has("xl/worksheets/sheet1.xml")).toBe(true);
  });

  it("is a package", () => {
    const made = xlsToParts(container(workbookStream(PLAIN_GLOBALS, [{ name: "S & T", records: [] }])));
    const pack = OpcPackage.ofParts(made);
    const main = pack.targetOfType("", "officeDocument") ?? "";
    expect(pack.xml(main)?.name).toBe("x:workbook");
    expect(pack.xml(pack.relationships(main).get("sheet1")?.target)?.name).toBe("x:worksheet");
    expect(pack.xml(pack.targetOfType(main, "styles"))?.name).toBe("x:styleSheet");
  });
});

describe("what cannot be read", () => {
  const convert = (stream: Uint8Array, name?: string) => () => xlsToParts(container(stream, name));

  it("says so", () => {
    expect(convert(Uint8Array.of(1), "WordDocument")).toThrow("the file holds no workbook");
    expect(convert(Uint8Array.from([...bof(5, 0x0400), ...EOF]))).toThrow("before 5.0");
    expect(convert(workbookStream(record(RecordType.FilePass, u16(1, 1, 1)), []))).toThrow("password-protected");
  });

  const sheet = [
    ...record(RecordType.MergeCells, u16(0xffff), u16(0, 0xffff, 0, 255)),
    ...record(RecordType.MulBlank, u16(2, 250), u16(...Array.from({ length: 40 }, () => 0)), u16(9)),
    ...formula(0, 1, u8(0, 0, 0, 0, 0, 0, 0xff, 0xff)),
    ...record(RecordType.String, longText("text")),
    ...record(RecordType.CondFmt, u16(1, 0), u16(0, 9, 0, 0), u16(1), u16(0, 9, 0, 0)),
    ...record(RecordType.Cf, u8(1, 5), u16(3, 0), u32(0), u16(0), [0x1e, 3, 0]),
    ...record(RecordType.Header, longText("&Lx")),
  ];
  const strings = [
    ...record(RecordType.Sst, u32(0xffffffff, 0xffffffff), shortText("ab")),
    ...record(RecordType.Continue, u8(1), wide("xyz")),
  ];
  const stream = workbookStream(
    [...PLAIN_GLOBALS, ...strings],
    [
      { name: "A", records: sheet },
      { name: "B", records: sheet },
    ],
  );

  it("ends with parts or an error, whatever is cut off or changed", () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 400; round++) {
      const mutated = stream.slice(0, round % 4 === 0 ? random(stream.length) : stream.length);
      for (let change = random(6); change >= 0 && mutated.length > 0; change--) {
        mutated[random(mutated.length)] = random(256);
      }
      let outcome: Map<string, Uint8Array> | Error;
      try {
        outcome = xlsToParts(container(mutated));
      } catch (error) {
        outcome = error as Error;
      }
      if (outcome instanceof Map) expect(outcome.has("xl/workbook.xml")).toBe(true);
      else expect(outcome.message).toMatch(/^(the workbook|the file)/);
    }
  });

  it("reads a sheet once, however often it is named", () => {
    const bytes = workbookStream(PLAIN_GLOBALS, [
      { name: "A", records: [] },
      { name: "B", records: [] },
    ]);
    const view = new DataView(bytes.buffer);
    const offsets: number[] = [];
    for (let at = 0; at + 4 <= bytes.length; at += 4 + view.getUint16(at + 2, true)) {
      if (view.getUint16(at, true) === RecordType.BoundSheet) offsets.push(at + 4);
    }
    view.setUint32(offsets[1] ?? 0, view.getUint32(offsets[0] ?? 0, true), true);
    const made = xlsToParts(container(bytes));
    expect(made.has("xl/worksheets/sheet1.xml")).toBe(true);
    expect(made.has("xl/worksheets/sheet2.xml")).toBe(false);
  });

  it("reads a limited number of records", () => {
    const records = [...bof(0x10), ...Array.from({ length: 50 }, () => record(RecordType.Continue)).flat(), ...EOF];
    const limited = new RecordStream(Uint8Array.from(records), 20);
    expect([...limited.substream(0)]).toHaveLength(1);
    expect([...limited.substream(0)]).toHaveLength(0);
  });
});
