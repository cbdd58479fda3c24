import { describe, expect, it } from "vitest";
import type { CellValue, Row } from "../values/sheet-data.ts";
import { Occupancy } from "./occupancy.ts";

const row = (index: number, column: number, value: CellValue): Row => ({
  index,
  heightPt: undefined,
  fixedHeight: false,
  hidden: false,
  styleIndex: undefined,
  cells: new Map([[column, { row: index, column, styleIndex: 0, value }]]),
});

describe("occupancy of pages", () => {
  const number: CellValue = { kind: "number", number: 1 };
  const text: CellValue = { kind: "text", runs: [{ text: "long" }] };
  const sheet = new Occupancy(
    [row(1000, 500, number), row(0, 0, number), row(50, 100, text)],
    [{ top: 200, bottom: 210, left: 5, right: 8 }],
  );

  it("finds cells and ranges", () => {
    expect(sheet.mayShow({ first: 0, last: 40 }, { first: 0, last: 9 })).toBe(true);
    expect(sheet.mayShow({ first: 990, last: 1010 }, { first: 490, last: 510 })).toBe(true);
    expect(sheet.mayShow({ first: 190, last: 205 }, { first: 0, last: 9 })).toBe(true);
  });

  it("passes over what is empty", () => {
    expect(sheet.mayShow({ first: 0, last: 40 }, { first: 10, last: 19 })).toBe(false);
    expect(sheet.mayShow({ first: 60, last: 90 }, { first: 0, last: 9 })).toBe(false);
  });

  it("leaves room for text that overflows", () => {
    expect(sheet.mayShow({ first: 41, last: 60 }, { first: 105, last: 110 })).toBe(true);
  });
});
