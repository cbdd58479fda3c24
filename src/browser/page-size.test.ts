import { describe, expect, it } from "vitest";
import { cssInches, cssPageSize } from "./page-size.ts";

const letter = { widthInches: 8.5, heightInches: 11 };

describe("cssPageSize", () => {
  it.each([
    ["A4", 8.27, 11.69],
    ["a4 landscape", 11.69, 8.27],
    ["landscape letter", 11, 8.5],
    ["landscape", 11, 8.5],
    ["auto", 8.5, 11],
    ["15cm 9cm", 5.91, 3.54],
    ["4in", 4, 4],
    ["80mm 200mm", 3.15, 7.87],
    ["ledger", 11, 17],
  ])("reads %s", (text, width, height) => {
    const size = cssPageSize(text, letter);
    expect([size?.widthInches, size?.heightInches].map((inches) => Math.round((inches ?? 0) * 100) / 100)).toEqual([
      width,
      height,
    ]);
  });

  it.each(["50% 10cm", "calc(1cm + 2cm) 4cm", "poster", "10em 5em"])("leaves %s to the browser", (text) => {
    expect(cssPageSize(text, letter)).toBeUndefined();
  });
});

describe("cssInches", () => {
  it("reads lengths that stand for themselves", () => {
    const inches = ["1in", "2.54cm", "72pt", "96px", "6pc", "0", "-1in"].map((text) => cssInches(text)?.toFixed(6));
    expect(inches).toEqual([1, 1, 1, 1, 1, 0, -1].map((each) => each.toFixed(6)));
    expect(cssInches("1em")).toBeUndefined();
  });
});
