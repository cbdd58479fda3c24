import { describe, expect, it } from "vitest";
import { parsePageRanges } from "./page-ranges.ts";

const parse = (text: string, count = 9) => parsePageRanges(text, count, "extract");

describe("valid ranges", () => {
  it.each([
    ["1", [0]],
    ["1-3, 5, 7-8", [0, 1, 2, 4, 6, 7]],
    [" 2 -\t3 ,1 ", [1, 2, 0]],
    ["3,3,1-1", [2, 2, 0]],
    ["2\u20134", [1, 2, 3]],
    ["007", [6]],
  ])("%j", (text, pages) => expect(parse(text)).toEqual(pages));
});

describe("refusals", () => {
  it.each([
    ["a-b", "pdf_range_invalid", /"a" is not a page number at position 1/],
    ["1,,2", "pdf_range_invalid", /"," is not a page number at position 3/],
    ["1,", "pdf_range_invalid", /missing at position 3/],
    ["3-1", "pdf_range_invalid", /3-1 runs backwards/],
    ["1 2", "pdf_range_invalid", /"2" was not expected at position 3/],
    ["-3", "pdf_range_invalid", /"-" is not a page number/],
    ["1-", "pdf_range_invalid", /missing/],
    ["0", "pdf_page_out_of_range", /Page 0 .* 9 pages/],
    ["9-12", "pdf_page_out_of_range", /Page 12 in "extract" is out of range: the document has 9 pages/],
    ["99999999999999999999", "pdf_page_out_of_range", /out of range/],
  ])("%j", (text, code, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });

  it("bounds the number of pages named", () => {
    const text = Array.from({ length: 200 }, () => "1-1000").join();
    expect(() => parse(text, 1000)).toThrow(expect.objectContaining({ code: "pdf_range_invalid" }));
  });
});
