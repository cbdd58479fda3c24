import { describe, expect, it } from "vitest";
import { RecordStream } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import { stylesXml } from "../parts/styles-part.ts";
import { type Bytes, f64, u8, u16, u32, wide } from "../testing/biff-bytes.ts";
import { bof, cellFormat, EOF, font, PLAIN_GLOBALS, record, workbookStream } from "../testing/biff-writer.ts";
import { readGlobals } from "../workbook/globals-reader.ts";
import { msoChecksum } from "../workbook/shared-checksum.ts";
import { readSheetRecords } from "./sheet-reader.ts";

function read(records: Bytes) {
  const globals = readGlobals(new RecordStream(workbookStream(PLAIN_GLOBALS, []), 100));
  const stream = new RecordStream(Uint8Array.from([...bof(0x10), ...records, ...EOF]), 1000);
  const differentials: string[] = [];
  return { sheet: readSheetRecords(stream.substream(0), globals, differentials), differentials };
}

const condition = (id: number) => record(RecordType.CondFmt, u16(1, id << 1), u16(1, 9, 0, 1), u16(1), u16(1, 9, 0, 1));
/** DXFN: red and bold on yellow. */
const KEEPS_ALL_EDGES = 0x3c00;
const look = [
  ...u32(KEEPS_ALL_EDGES | (1 << 16) | (1 << 26) | (1 << 29)),
  ...u16(0),
  ...[0, ...Array<number>(63).fill(0)],
  ...u32(0xffffffff, 0),
  ...u16(700, 0),
  ...u8(0, 0, 0, 0),
  ...u32(10, 0),
  ...u32(0x82, 1, 1, 0),
  ...u32(0, 0, 0),
  ...u16(0),
  ...u32((13 << 23) | (9 << 16)),
];

describe("conditional formats", () => {
  it("compares with values and lays its format over the cells", () => {
    const { sheet, differentials } = read([
      ...condition(0),
      ...record(RecordType.Cf, u8(1, 5), u16(3, 0), look, [0x1e, ...u16(7)]),
    ]);
    expect(sheet.conditionalFormats).toMatch(
      /^<conditionalFormatting sqref="A2:B10"><cfRule type="cellIs" operator="greaterThan" dxfId="0" stopIfTrue="1" priority="\d+"><formula>7<\/formula><\/cfRule>/,
    );
    expect(differentials).toEqual([
      '<dxf><font><b val="1"/><color indexed="10"/></font><fill><patternFill patternType="solid"><fgColor indexed="9"/><bgColor indexed="13"/></patternFill></fill></dxf>',
    ]);
  });

  it("counts the references of its expressions from its first cell", () => {
    const tokens = [0x4c, ...u16(0, 0x80ff & 0xc000), 0x1e, ...u16(0), 0x0d];
    const { sheet } = read([
      ...condition(0),
      ...record(RecordType.Cf, u8(2, 0), u16(tokens.length, 0), u32(0), u16(0), tokens),
    ]);
    expect(sheet.conditionalFormats).toContain('type="expression"');
    expect(sheet.conditionalFormats).toContain("<formula>$A2&gt;0</formula>");
  });

  it("has colour scales, bars and icons of newer programs, in their order", () => {
    const header = [...u16(0, 0), ...u32(0, 0)];
    const rule = (kind: number, priority: number, detail: Bytes) =>
      record(
        RecordType.Cf12,
        header,
        u8(kind, 0),
        u16(0, 0),
        u32(0),
        u16(0),
        u16(0),
        u8(0),
        u16(priority, 0),
        u8(0),
        detail,
      );
    const threshold = (type: number, value?: number) => [type, ...u16(0), ...(value === undefined ? [] : f64(value))];
    const color = (rgb: number) => [...u32(2, rgb), ...f64(0)];
    const scale = [0, 0, 0, 2, 2, 0, ...threshold(2), ...f64(0), ...threshold(3), ...f64(1)];
    const { sheet } = read([
      ...record(RecordType.CondFmt12, header, u16(1, 0), u16(0, 0, 0, 0), u16(1), u16(0, 4, 0, 0)),
      ...rule(3, 2, [...scale, ...f64(0), ...color(0x0000ff), ...f64(1), ...color(0x00ff00)]),
      ...rule(4, 1, [0, 0, 0, 2, 10, 90, ...color(0xff0000), ...threshold(2), ...threshold(1, 5)]),
      ...rule(6, 3, [0, 0, 0, 1, 3, 4, ...threshold(4, 33), 1, ...u32(0)]),
    ]);
    expect(sheet.conditionalFormats).toContain(
      '<cfRule type="colorScale" priority="2"><colorScale><cfvo type="min"/><cfvo type="max"/><color rgb="FFff0000"/><color rgb="FF00ff00"/></colorScale>',
    );
    expect(sheet.conditionalFormats).toContain(
      '<dataBar minLength="10" maxLength="90" showValue="1"><cfvo type="min"/><cfvo type="num" val="5"/><color rgb="FF0000ff"/>',
    );
    expect(sheet.conditionalFormats).toContain(
      '<iconSet iconSet="3TrafficLights1" showValue="1" reverse="1"><cfvo type="percent" val="33" gte="1"/>',
    );
  });
});

describe("links", () => {
  const cells = u16(2, 2, 1, 1);
  const urlClass = [0xe0, 0xc9, 0xea, 0x79, ...Array<number>(12).fill(0)];
  const link = (flags: number, ...parts: Bytes[]) =>
    record(RecordType.Hlink, cells, Array<number>(16).fill(0), u32(2, flags), ...parts);

  it("lead to addresses", () => {
    const url = [...wide("https://example.org/\0")];
    const { sheet } = read(link(3, urlClass, u32(url.length), url));
    expect(sheet.links).toEqual([{ range: { top: 2, bottom: 2, left: 1, right: 1 }, target: "https://example.org/" }]);
  });

  it("lead nowhere within the workbook, nor to scripts", () => {
    const place = [...u32(9), ...wide("Sheet1!A\0")];
    const script = [...wide("javascript:alert(1)\0")];
    expect(read(link(8, place)).sheet.links).toEqual([]);
    expect(read(link(3, urlClass, u32(script.length), script)).sheet.links).toEqual([]);
    expect(read(link(3, urlClass, u32(0xffffffff))).sheet.links).toEqual([]);
  });
});

describe("extensions of cell formats", () => {
  const plain = cellFormat({ colors: 1 << 26, fill: 22 });
  const extension = (index: number, ...properties: Bytes[]) =>
    record(RecordType.XfExt, u16(0x087d, 0), u32(0, 0), u16(0, index, 0, properties.length), ...properties);
  const color = (kind: number, type: number, value: number, tint = 0) =>
    u16(kind, 20, type, tint).concat(u32(value, 0, 0));
  const checked = (sum: number) => record(RecordType.XfCrc, u16(0x087c, 0), u32(0, 0), u16(0, 1), u32(sum));
  const styles = (sum: number) =>
    stylesXml(
      readGlobals(
        new RecordStream(
          workbookStream(
            [
              ...font("Arial"),
              ...plain,
              ...checked(sum),
              ...extension(0, color(4, 3, 5, 16_384), color(13, 2, 0xff8040)),
            ],
            [],
          ),
          100,
        ),
      ),
      [],
    );
  const sum = msoChecksum([Uint8Array.from(plain.slice(4))]);

  it("has colours of the theme and colours outside of the palette", () => {
    expect(styles(sum)).toMatch(/<fgColor theme="5" tint="0\.50001/);
    expect(styles(sum)).toContain('<color rgb="FF4080ff"/>');
  });

  it("does not count when the formats have changed since", () => {
    expect(styles(sum + 1)).toContain('<fgColor indexed="22"/>');
    expect(styles(sum + 1)).not.toContain("theme=");
  });
});
