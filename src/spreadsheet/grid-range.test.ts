import { describe, expect, it } from "vitest";
import { LAST_COLUMN, LAST_ROW } from "./cell-reference.ts";
import { parseGridAreas, parseGridCell, parseGridRange, parseGridRanges } from "./grid-range.ts";

describe("places in a grid", () => {
  it("refuses what is not a cell", () => {
    expect(parseGridCell("A0")).toBeUndefined();
    expect(parseGridCell("A1048577")).toBeUndefined();
    expect(parseGridCell("ZZZ1")).toBeUndefined();
    expect(parseGridCell("A1:B2")).toBeUndefined();
    expect(parseGridCell("$B$3")).toEqual({ row: 2, column: 1 });
  });

  it("reads ranges whatever their corners", () => {
    expect(parseGridRange("C5:A2")).toEqual({ top: 1, left: 0, bottom: 4, right: 2 });
    expect(parseGridRange("'My sheet'!$A$1:$B$2")).toEqual({ top: 0, left: 0, bottom: 1, right: 1 });
    expect(parseGridRange("$A:$C")).toEqual({ top: 0, bottom: LAST_ROW - 1, left: 0, right: 2 });
    expect(parseGridRange("2:3")).toEqual({ top: 1, bottom: 2, left: 0, right: LAST_COLUMN - 1 });
    expect(parseGridRange("#REF!")).toBeUndefined();
  });

  it("reads lists of ranges", () => {
    expect(parseGridRanges("A1 B2:C3")).toHaveLength(2);
    expect(parseGridRanges(undefined)).toEqual([]);
  });

  it("separates areas only at commas outside of sheet names", () => {
    expect(parseGridAreas("'a,b'!$A$1:$A$2,'it''s'!$C$1")).toEqual([
      { top: 0, left: 0, bottom: 1, right: 0 },
      { top: 0, left: 2, bottom: 0, right: 2 },
    ]);
  });
});
