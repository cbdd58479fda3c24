import { describe, expect, it } from "vitest";
import {
  columnIndex,
  columnName,
  MAX_COLUMNS,
  MAX_ROWS,
  parseAreaList,
  parseCell,
  parseRange,
  parseRangeList,
} from "./grid-range.ts";

describe("cell references", () => {
  it.each([
    ["A", 0],
    ["Z", 25],
    ["AA", 26],
    ["XFD", MAX_COLUMNS - 1],
  ])("counts column %s as %i", (name, index) => {
    expect(columnIndex(name)).toBe(index);
    expect(columnName(index)).toBe(name);
  });

  it("refuses what is no cell", () => {
    expect(parseCell("A0")).toBeUndefined();
    expect(parseCell("A1048577")).toBeUndefined();
    expect(parseCell("ZZZ1")).toBeUndefined();
    expect(parseCell("$B$3")).toEqual({ row: 2, column: 1 });
  });

  it("reads ranges whatever their corners", () => {
    expect(parseRange("C5:A2")).toEqual({ top: 1, left: 0, bottom: 4, right: 2 });
    expect(parseRange("'My sheet'!$A$1:$B$2")).toEqual({ top: 0, left: 0, bottom: 1, right: 1 });
    expect(parseRange("$A:$C")).toEqual({ top: 0, bottom: MAX_ROWS - 1, left: 0, right: 2 });
    expect(parseRange("2:3")).toEqual({ top: 1, bottom: 2, left: 0, right: MAX_COLUMNS - 1 });
    expect(parseRange("#REF!")).toBeUndefined();
  });

  it("reads lists of ranges", () => {
    expect(parseRangeList("A1 B2:C3")).toHaveLength(2);
    expect(parseRangeList(undefined)).toEqual([]);
  });

  it("parts areas only at commas outside of sheet names", () => {
    expect(parseAreaList("'a,b'!$A$1:$A$2,'it''s'!$C$1")).toEqual([
      { top: 0, left: 0, bottom: 1, right: 0 },
      { top: 0, left: 2, bottom: 0, right: 2 },
    ]);
  });
});
