import { describe, expect, it } from "vitest";
import { codePageDecoder } from "../../code-page.ts";
import { RecordCursor } from "../biff/record-cursor.ts";
import { f64, latin, shortText, u8, u16, u32 } from "../testing/biff-bytes.ts";
import { NameBook } from "./defined-names.ts";
import { fontPosition, readCellFormat, readFont } from "./fonts-and-formats.ts";
import { readFormatExtension } from "./format-extensions.ts";
import { msoChecksum } from "./shared-checksum.ts";

const cursor = (...bytes: number[][]) => new RecordCursor([Uint8Array.from(bytes.flat())]);
const biff8 = { biff8: true, decoder: codePageDecoder(1252) };
const biff5 = { biff8: false, decoder: codePageDecoder(1252) };

describe("fonts", () => {
  const head = [...u16(240, 2 | 8, 0x7fff, 700, 1), ...u8(0x21, 2, 0, 0)];

  it("have their names in Unicode, before BIFF8 in the code page", () => {
    const expected = { heightTwips: 240, weight: 700, italic: true, strike: true, script: 1, underline: 0x21 };
    expect(readFont(cursor(head, shortText("Ä")), biff8)).toMatchObject({ ...expected, name: "Ä" });
    expect(readFont(cursor(head, [1, 0x80]), biff5)).toMatchObject({ ...expected, name: "€" });
  });

  it("are numbered without the fifth", () => {
    expect([0, 3, 5, 6].map(fontPosition)).toEqual([0, 3, 4, 5]);
  });
});

describe("cell formats", () => {
  it("have their edges where BIFF8 has them", () => {
    const styles = 1 | (2 << 4) | (3 << 8) | (4 << 12) | (10 << 16) | (11 << 23) | 0x40000000;
    const colors = 12 | (13 << 7) | (14 << 14) | (5 << 21) | (17 << 26);
    const format = readCellFormat(
      cursor(u16(6, 14, 4), u8(0x1b, 90, 0x92, 0), u32(styles, colors), u16(20 | (21 << 7))),
      true,
    );
    expect(format).toEqual({
      fontIndex: 6,
      formatIndex: 14,
      isStyle: true,
      horizontal: 3,
      wrap: true,
      vertical: 1,
      rotation: 90,
      indent: 2,
      shrink: true,
      readingOrder: 2,
      left: { style: 1, colorIndex: 10 },
      right: { style: 2, colorIndex: 11 },
      top: { style: 3, colorIndex: 12 },
      bottom: { style: 4, colorIndex: 13 },
      diagonal: { style: 5, colorIndex: 14 },
      diagonalDown: true,
      diagonalUp: false,
      pattern: 17,
      foreground: 20,
      background: 21,
    });
  });

  it("have their edges where BIFF5 has them, and four ways to turn", () => {
    const fill = 20 | (21 << 7) | (9 << 16) | (4 << 22) | (13 << 25);
    const edges = 3 | (1 << 3) | (2 << 6) | (12 << 9) | (10 << 16) | (11 << 23);
    const format = readCellFormat(cursor(u16(0, 0, 1), u8(0x20, 1), u32(fill, edges)), false);
    expect(format).toMatchObject({
      isStyle: false,
      rotation: 255,
      left: { style: 1, colorIndex: 10 },
      right: { style: 2, colorIndex: 11 },
      top: { style: 3, colorIndex: 12 },
      bottom: { style: 4, colorIndex: 13 },
      pattern: 9,
      foreground: 20,
      background: 21,
    });
  });
});

describe("extensions of formats", () => {
  const property = (type: number, ...content: number[][]) => [
    ...u16(type, 4 + content.flat().length),
    ...content.flat(),
  ];
  const color = (type: number, tint: number, value: number) => [...u16(type, tint), ...u32(value, 0, 0)];
  const read = (...properties: number[][]) =>
    readFormatExtension(cursor(u32(0, 0, 0), u16(0, 5, 0, properties.length), ...properties));

  it("have colours, indents and what follows a property that is unknown", () => {
    const stop = (position: number, value: number) => [...u16(2), ...u32(value), ...f64(position, 0)];
    const gradient = [...u32(0), ...f64(45, 0, 0, 0, 0), ...u32(2), ...stop(0, 0x0000ff), ...stop(1, 0xff0000)];
    expect(
      read(
        property(4, color(2, 0, 0x030201)),
        property(99, u32(1, 2, 3)),
        property(7, color(3, 32_767, 4)),
        property(6, gradient),
        property(15, u16(12)),
        property(13, color(4, 0, 0)),
      ),
    ).toEqual([
      5,
      {
        foreground: { kind: "rgb", hex: "010203", tint: 0 },
        top: { kind: "theme", slot: 4, tint: 1 },
        gradient: {
          isPath: false,
          degrees: 45,
          left: 0,
          right: 0,
          top: 0,
          bottom: 0,
          stops: [
            { position: 0, color: { kind: "rgb", hex: "ff0000", tint: 0 } },
            { position: 1, color: { kind: "rgb", hex: "0000ff", tint: 0 } },
          ],
        },
        indent: 12,
      },
    ]);
  });
});

describe("NameBook", () => {
  const name = (text: string, { flags = 0, sheet = 0, expression = [0x1e, ...u16(7)] } = {}) =>
    cursor(u16(flags), [0, text.length], u16(expression.length, 0, sheet), u32(0), [0], latin(text), expression);
  const book = () => new NameBook(biff8, ["One", "Two 2"]);

  it("has names of the workbook and of sheets, built-in ones by their numbers", () => {
    const names = book();
    names.readName(name("Rate"));
    names.readName(name("\u0006", { flags: 0x20, sheet: 2, expression: [0x3b, ...u16(0, 0, 1, 0, 1)] }));
    names.readSupportingBook(cursor(u16(2, 0x0401)));
    names.readExternSheets(cursor(u16(1), u16(0, 1, 1)));
    expect(names.definedNames()).toEqual([
      { name: "Rate", sheetIndex: undefined, formula: "7" },
      { name: "_xlnm.Print_Area", sheetIndex: 1, formula: "'Two 2'!$A$1:$B$2" },
    ]);
  });

  it("keeps the numbers of the names after one that cannot be read", () => {
    const names = book();
    names.readBrokenName();
    names.readName(name("Rate"));
    expect([names.definedName(1), names.definedName(2)]).toEqual([undefined, "Rate"]);
    expect(names.definedNames()).toHaveLength(1);
  });

  it("leads only to sheets of its own workbook, and to names of others", () => {
    const names = book();
    names.readSupportingBook(cursor(u16(2, 0x0401)));
    names.readSupportingBook(cursor(u16(1, 5)));
    names.readExternName(cursor(u16(0, 0, 0), shortText("Foreign")));
    names.readExternSheets(cursor(u16(4), u16(0, 0, 1), u16(1, 0, 0), u16(0, 9, 9), u16(7, 0, 0)));
    expect([0, 1, 2, 3, 4].map((index) => names.externSheet(index))).toEqual([
      "'One:Two 2'!",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([names.externName(1, 1), names.externName(1, 2), names.externName(3, 1)]).toEqual([
      "Foreign",
      undefined,
      undefined,
    ]);
  });
});

describe("msoChecksum", () => {
  it("is the same however the bytes are split, and another for other bytes", () => {
    const bytes = Uint8Array.from({ length: 50 }, (_, index) => index * 7);
    const whole = msoChecksum([bytes]);
    expect(msoChecksum([bytes.subarray(0, 13), bytes.subarray(13)])).toBe(whole);
    expect(msoChecksum([bytes.with(20, 0)])).not.toBe(whole);
    expect(msoChecksum([])).toBe(0);
    // by hand after MS-OSHARED 2.4.3.2: the table's entry of 1 is 0xAF
    expect(msoChecksum([Uint8Array.of(1)])).toBe(0xaf);
  });
});
