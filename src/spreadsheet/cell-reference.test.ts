import { describe, expect, it } from "vitest";
import { columnName, columnNumber, formatRange, LAST_COLUMN, parseRange, quoteSheetName } from "./cell-reference.ts";

describe("cell references", () => {
  it.each([
    ["A", 1],
    ["Z", 26],
    ["AA", 27],
    ["XFD", LAST_COLUMN],
  ])("counts column %s as %i", (name, number) => {
    expect(columnNumber(name)).toBe(number);
    expect(columnNumber(name.toLowerCase())).toBe(number);
    expect(columnName(number)).toBe(name);
  });

  it("reads ranges whatever their corners, and writes them", () => {
    const range = { row1: 2, column1: 1, row2: 5, column2: 3 };
    expect(parseRange("$C$5:A2")).toEqual(range);
    expect(formatRange(range)).toBe("A2:C5");
    expect(formatRange({ row1: 1, column1: 28, row2: 1, column2: 28 })).toBe("AB1");
  });

  it.each(["A0", "A1048577", "XFE1", "A:C", "1:3", "Sheet!A1", ""])("finds no cells in %j", (text) => {
    expect(parseRange(text)).toBeUndefined();
  });

  it.each([
    ["Data", "Data"],
    ["My sheet", "'My sheet'"],
    ["it's", "'it''s'"],
    ["A1", "'A1'"],
    ["true", "'true'"],
  ])("writes the sheet %s as %s", (name, quoted) => {
    expect(quoteSheetName(name)).toBe(quoted);
  });
});
