import { describe, expect, it } from "vitest";
import { readSummaryInformation } from "./summary-information.ts";

const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

/** A stream with a code page and one property. */
function stream(codePage: number, id: number, type: number, content: number[], size = content.length): Uint8Array {
  const head = [...u16(0xfffe), ...new Array(42).fill(0), ...u32(48)];
  const section = [...u32(0), ...u32(2), ...u32(1), ...u32(24), ...u32(id), ...u32(32)];
  return Uint8Array.from([
    ...head,
    ...section,
    ...u32(2),
    ...u16(codePage),
    0,
    0,
    ...u32(type),
    ...u32(size),
    ...content,
  ]);
}

describe("readSummaryInformation", () => {
  it("reads texts in the code page of the file", () => {
    expect(readSummaryInformation(stream(1251, 2, 0x1e, [0xcf, 0xf0, 0xe8, 0]))).toEqual({ title: "При" });
    expect(readSummaryInformation(stream(65_001, 4, 0x1e, [0xc3, 0xbc, 0]))).toEqual({ creator: "ü" });
    expect(readSummaryInformation(stream(1252, 3, 0x1f, [0x41, 0, 0, 0], 2))).toEqual({ subject: "A" });
  });

  it("leaves out what it cannot read", () => {
    expect(readSummaryInformation(new Uint8Array())).toEqual({});
    expect(readSummaryInformation(stream(1252, 2, 0x40, [1, 2, 3, 4]))).toEqual({});
    expect(readSummaryInformation(stream(1252, 2, 0x1e, [0x41], 0xffff_ffff))).toEqual({ title: "A" });
    expect(readSummaryInformation(stream(9_999, 2, 0x1e, [0x41, 0]))).toEqual({ title: "A" });
  });
});
