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

describe("lines that run up or down in a cell", () => {
  const cellOf = (direction: string, align: string, justify = "left") =>
    `<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="100"/><w:right w:w="200"/></w:tblCellMar></w:tblPr><w:tblGrid><w:gridCol w:w="1600"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="2000" w:hRule="exact"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="1600" w:type="dxa"/><w:textDirection w:val="${direction}"/><w:vAlign w:val="${align}"/></w:tcPr><w:p><w:pPr><w:jc w:val="${justify}"/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p></w:tc></w:tr></w:tbl>${paragraph("after")}`;
  const placeOf = (markup: string) => {
    const [page] = layOut(wordDocument(markup + section(30, 20)));
    const table = page?.body.find((fragment): fragment is TableFragment => fragment.kind === "table");
    const text = table?.rows[0]?.cells[0]?.fragments[0];
    return { xPt: text?.xPt, yPt: text?.yPt, widthPt: text?.kind === "paragraph" ? text.widthPt : undefined };
  };

  // A cell of 80 by 100 points with margins of 5 at the left and 10 at the right, and a line of 12.
  it.each([
    ["btLr", "top", 5],
    ["btLr", "center", 5 + (65 - 12) / 2],
    ["btLr", "bottom", 80 - 10 - 12],
    ["tbRl", "top", 10],
    ["tbRl", "center", 10 + (65 - 12) / 2],
    ["tbRl", "bottom", 80 - 5 - 12],
    ["lrTb", "center", (100 - 12) / 2],
  ])("%s: are aligned within the width of the cell (%s)", (direction, align, expected) => {
    expect(placeOf(cellOf(direction, align)).yPt).toBeCloseTo(expected, 1);
  });

  it("are as long as the cell is high", () => {
    const { xPt, widthPt } = placeOf(cellOf("btLr", "center", "center"));
    expect(xPt).toBe(0);
    expect(widthPt).toBeCloseTo(100, 1);
  });

  it("are as long as their row has become by other cells", () => {
    const tall = `<w:tbl><w:tblGrid><w:gridCol w:w="600"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:textDirection w:val="btLr"/></w:tcPr><w:p><w:r><w:t>Head</w:t></w:r></w:p></w:tc><w:tc>${paragraph("one").repeat(20)}</w:tc></w:tr></w:tbl>${paragraph("after")}`;
    expect(placeOf(tall).widthPt).toBeCloseTo(240, 1);
  });
});
