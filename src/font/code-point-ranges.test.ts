import { expect, it } from "vitest";
import { isWithin, rangesOf, readRanges, writeRanges } from "./code-point-ranges.ts";

it("joins neighboring code points, and writes them as the index and as CSS do", () => {
  const ranges = rangesOf([0x20, 0x21, 0x22, 0xa0, 0x1f600, 0x1f601]);
  expect(writeRanges(ranges)).toBe("20-22,a0,1f600-1f601");
  expect(writeRanges(ranges, "U+")).toBe("U+20-22,U+a0,U+1f600-1f601");
  expect(readRanges("U+20-22, u+A0,U+1F600-1F601")).toEqual(ranges);
  expect([readRanges(""), writeRanges([])]).toEqual([[], ""]);
});

it("finds what is at the ends of ranges, and nothing between them", () => {
  const ranges = [0x20, 0x7e, 0xa0, 0xa0, 0x100, 0x17f];
  expect([0x20, 0x7e, 0xa0, 0x100, 0x17f].map((code) => isWithin(ranges, code))).toEqual(Array(5).fill(true));
  expect([0x1f, 0x7f, 0x9f, 0xa1, 0xff, 0x180].map((code) => isWithin(ranges, code))).toEqual(Array(6).fill(false));
  expect(isWithin([], 0x20)).toBe(false);
});
