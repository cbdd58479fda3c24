import { describe, expect, it } from "vitest";
import { codePageDecoder } from "../../code-page.ts";
import { latin, u8, u16, u32, wide } from "../testing/biff-bytes.ts";
import { RecordCursor, RecordEnd } from "./record-cursor.ts";
import { longText, richText } from "./text.ts";

const cursor = (...pieces: number[][]) => new RecordCursor(pieces.map((piece) => Uint8Array.from(piece)));

describe("texts of BIFF8", () => {
  it("goes on in the next record, where its width may change", () => {
    const read = cursor([...u16(8), 0, ...latin("abc")], [1, ...wide("äšž")], [0, ...latin("de"), 77]);
    expect(richText(read)).toEqual({ text: "abcäšžde", runs: [] });
    expect(read.u8()).toBe(77);
  });

  it("keeps a character whose halves lie in two records", () => {
    expect(richText(cursor([...u16(2), 1, 0x3d, 0xd8], [1, 0x00, 0xde])).text).toBe("😀");
  });

  it("reads runs and passes over the phonetic text, across records too", () => {
    const head = [...u16(2), 0x0d, ...u16(1), ...u32(6), ...wide("日本"), ...u16(1, 5)];
    const read = cursor([...head, 1, 2], [3, 4, 5, 6, ...u16(1), 0, ...latin("x")]);
    expect(richText(read)).toEqual({ text: "日本", runs: [{ start: 1, fontIndex: 5 }] });
    expect(richText(read).text).toBe("x");
  });

  it("ends with the record", () => {
    expect(() => richText(cursor([...u16(9), 0, ...latin("abc")]))).toThrow(RecordEnd);
    expect(() => cursor([1, 2, 3]).u32()).toThrow(RecordEnd);
    expect(() => cursor([1, 2, 3]).bytes(4_000_000_000)).toThrow(RecordEnd);
  });
});

describe("texts before BIFF8", () => {
  it.each([
    [1252, [0x80, 0xe4], "€ä"],
    [1251, [0xcf, 0xf0], "Пр"],
    [932, [0x93, 0xfa], "日"],
    [437, [0x41, 0x84], "Aä"],
    [852, [0xe7], "š"],
    [10029, [0x8b, 0xe4], "čš"],
    [4711, [0xe4], "ä"],
  ])("has the code page %i", (page, bytes, text) => {
    const format = { biff8: false, decoder: codePageDecoder(page) };
    expect(longText(cursor([...u16(bytes.length), ...u8(...bytes)]), format)).toBe(text);
  });
});
