import { describe, expect, it } from "vitest";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { Cell, Row } from "../model/blocks.ts";
import type { Border } from "../model/formatting.ts";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";
import type { TableFragment } from "./fragments.ts";
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
      return standIn<Cell>({ format, gridStart, gridSpan: 1 });
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

describe("height of a row", () => {
  const borders = '<w:tblBorders><w:top w:val="single" w:sz="16"/><w:bottom w:val="single" w:sz="8"/></w:tblBorders>';
  const rowOf = (content: string, height = "") => `<w:tr><w:trPr>${height}</w:trPr><w:tc>${content}</w:tc></w:tr>`;
  const tableOf = (rows: string) => `<w:tbl><w:tblPr>${borders}</w:tblPr>${rows}</w:tbl>${paragraph("after")}`;
  const layRows = (rows: string, lines = 20) => {
    const pages = layOut(wordDocument(tableOf(rows) + section(lines, 20)));
    return pages.map((page) =>
      page.body
        .filter((fragment): fragment is TableFragment => fragment.kind === "table")
        .flatMap((table) => table.rows.map((row) => row.heightPt)),
    );
  };

  it("is that of its text and the lines around it", () => {
    expect(layRows(rowOf(paragraph("one")))).toEqual([[12 + 2 + 1]]);
  });

  it("leaves the lines outside of the least height", () => {
    expect(layRows(rowOf(paragraph("one"), '<w:trHeight w:val="400"/>'))).toEqual([[20 + 2 + 1]]);
  });

  it("leaves the margins of its cells outside of it, too", () => {
    const margins = '<w:tcPr><w:tcMar><w:top w:w="60"/><w:bottom w:w="80"/></w:tcMar></w:tcPr>';
    const height = '<w:trHeight w:val="400"/>';
    expect(layRows(rowOf(margins + paragraph("one"), height))).toEqual([[20 + 3 + 4 + 2 + 1]]);
  });

  it("is exact where it has to be", () => {
    expect(layRows(rowOf(paragraph("one"), '<w:trHeight w:val="400" w:hRule="exact"/>'))).toEqual([[20]]);
  });

  it("moves whole to the next page while its text needs no more than the least height", () => {
    const three = ["a", "b", "c"].map((text) => paragraph(text)).join("");
    const rows = rowOf(paragraph("one")) + rowOf(three, '<w:trHeight w:val="800"/>');
    expect(layRows(rows, 4).map((page) => page.length)).toEqual([1, 1, 0]);
    expect(layRows(rowOf(paragraph("one")) + rowOf(three), 4).map((page) => page.length)).toEqual([2, 1]);
  });
});
