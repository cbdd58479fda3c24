import { describe, expect, it } from "vitest";
import type { Border } from "../docx/formatting.ts";
import type { Cell, Row } from "../docx/model.ts";
import { borderAbovePt } from "./table-layout.ts";

interface CellLines {
  top?: Border;
  bottom?: Border;
  continues?: boolean;
}

const line = (style: string, widthPt: number) => ({ style, widthPt, spacePt: 0, color: "auto" }) as Border;

/** Rows of single cells that have only what the rule looks at. */
function row(...cells: CellLines[]): Row {
  return {
    cells: cells.map(({ top, bottom, continues }, gridStart) => {
      const format = { borders: { top, bottom }, verticalMerge: continues ? "continue" : "none" };
      return { format, gridStart, gridSpan: 1 } as unknown as Cell;
    }),
  } as Row;
}

describe("room for the line above a row", () => {
  it("is that of the widest line of its own cells", () => {
    expect(borderAbovePt(row({ top: line("single", 0.5) }, { top: line("single", 1.5) }), undefined)).toBe(1.5);
  });

  it("counts both lines and the gap of a double border", () => {
    expect(borderAbovePt(row({ top: line("double", 0.75) }), undefined)).toBe(2.25);
  });

  it("is that of the row above where its bottom line is the wider one", () => {
    expect(borderAbovePt(row({ top: line("single", 0.5) }), row({ bottom: line("single", 3) }))).toBe(3);
  });

  it("leaves out a line that a vertically merged cell runs across", () => {
    expect(borderAbovePt(row({ continues: true }), row({ bottom: line("single", 3) }))).toBe(0);
  });

  it("is nothing without lines", () => {
    expect(borderAbovePt(row({}), row({ bottom: line("nil", 3) }))).toBe(0);
  });
});
