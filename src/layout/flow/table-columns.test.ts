import { describe, expect, it } from "vitest";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";
import { autofit } from "./table-columns.ts";

const column = (minPt: number, maxPt: number, preferredPt?: number) => ({ minPt, maxPt, preferredPt });
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

describe("autofit", () => {
  it("gives columns what they ask for when there is room", () => {
    expect(autofit([column(10, 50, 60), column(10, 40)], undefined, 300)).toEqual([60, 40]);
  });

  it("never goes below the widest word", () => {
    expect(autofit([column(80, 90, 20), column(10, 40, 40)], undefined, 300)).toEqual([80, 40]);
  });

  it("takes what is too much from the slack over the minimum", () => {
    const widths = autofit([column(50, 200), column(50, 100)], undefined, 200);
    expect(sum(widths)).toBeCloseTo(200);
    expect(widths[0]).toBeCloseTo(125);
  });

  it("lets a table overflow rather than break words", () => {
    expect(autofit([column(150, 150), column(150, 150)], undefined, 200)).toEqual([150, 150]);
  });

  it("spreads the rest of a wider table over columns without a wish", () => {
    expect(autofit([column(10, 50, 50), column(10, 50)], 200, 500)).toEqual([50, 150]);
  });
});

describe("a table as wide as the text", () => {
  const table =
    '<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblCellMar><w:left w:w="100"/><w:right w:w="100"/></w:tblCellMar></w:tblPr>' +
    `<w:tr><w:tc>${paragraph("a")}</w:tc></w:tr></w:tbl>${paragraph("after")}`;
  const layAt = (compatibilityMode: number) => {
    const mode = `<w:compat><w:compatSetting w:name="compatibilityMode" w:val="${compatibilityMode}"/></w:compat>`;
    const [page] = layOut(wordDocument(table + section(5, 20), { settings: mode }));
    const [fragment] = page?.body ?? [];
    return fragment?.kind === "table" ? { xPt: fragment.xPt, widthPt: fragment.widthPt } : undefined;
  };

  it("ends at the margins since Word 2013", () => {
    expect(layAt(15)).toEqual({ xPt: 10, widthPt: 100 });
  });

  it("has the margins of its cells outside of the text before", () => {
    expect(layAt(14)).toEqual({ xPt: 5, widthPt: 110 });
  });
});

it("a table without a share of the width takes its grid's", () => {
  const cell = `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${paragraph("a")}</w:tc>`;
  const properties = '<w:tblPr><w:tblW w:w="0" w:type="pct"/></w:tblPr>';
  const grid = '<w:tblGrid><w:gridCol w:w="600"/><w:gridCol w:w="1200"/></w:tblGrid>';
  const table = `<w:tbl>${properties}${grid}<w:tr>${cell}${cell}</w:tr></w:tbl>${paragraph("after")}`;
  const [fragment] = layOut(wordDocument(table + section(5, 20)))[0]?.body ?? [];
  expect(fragment?.kind === "table" && fragment.widthPt).toBe(90);
});

describe("a column of list labels", () => {
  const level =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>' +
    '<w:lvlText w:val="%1."/><w:pPr><w:ind w:left="1000" w:hanging="1000"/></w:pPr></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
  const firstWidth = (text: string) => {
    const label = paragraph(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
    const grid = '<w:tblGrid><w:gridCol w:w="800"/><w:gridCol w:w="2000"/></w:tblGrid>';
    const table = `<w:tbl>${grid}<w:tr><w:tc>${label}</w:tc><w:tc>${paragraph("x")}</w:tc></w:tr></w:tbl>`;
    const [page] = layOut(wordDocument(table + paragraph("") + section(10, 60), { numbering: level }));
    const [fragment] = page?.body ?? [];
    return fragment?.kind === "table" ? fragment.rows[0]?.cells[0]?.widthPt : undefined;
  };

  it("needs the label's own room, not that of the indent after it", () => {
    expect(firstWidth("")).toBe(40);
    expect(firstWidth("word")).toBeGreaterThanOrEqual(50 + 20);
  });
});

describe("widths that rows disagree about", () => {
  const cell = (width: number, type = "dxa", more = "") =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="${type}"/>${more}</w:tcPr>${paragraph("a")}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const widthsOf = (properties: string, grid: readonly number[], rows: string) => {
    const columns = grid.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
    const margins = '<w:tblCellMar><w:left w:w="100"/><w:right w:w="100"/></w:tblCellMar>';
    const table = `<w:tbl><w:tblPr>${properties}${margins}</w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows}</w:tbl>`;
    const [fragment] = layOut(wordDocument(table + paragraph("after") + section(10, 60)))[0]?.body ?? [];
    return fragment?.kind === "table" ? fragment.rows[0]?.cells.map(({ widthPt }) => widthPt) : undefined;
  };

  it("are the largest of all, whatever the grid says", () => {
    const rows = row(cell(600), cell(1200)) + row(cell(1000), cell(600));
    const auto = '<w:tblW w:w="0" w:type="auto"/>';
    expect(widthsOf(auto, [600, 1200], rows)).toEqual([50, 60]);
    expect(widthsOf(`${auto}<w:tblLayout w:type="fixed"/>`, [600, 1200], rows)).toEqual([50, 60]);
  });

  it("shrink in one proportion in a fixed table that has less, but for the margins of cells", () => {
    const rows = row(cell(2000), cell(400)) + row(cell(400), cell(1000));
    const [first = 0, second = 0] =
      widthsOf('<w:tblW w:w="1800" w:type="dxa"/><w:tblLayout w:type="fixed"/>', [900, 900], rows) ?? [];
    expect(first + second).toBeCloseTo(90);
    expect(first).toBeCloseTo(10 + (90 * 70) / 130);
  });

  it("give up room over their longest words in a table that fits its contents", () => {
    const rows =
      row(cell(1000), cell(400)) + row(cell(2000, "dxa", '<w:gridSpan w:val="2"/>')) + row(cell(400), cell(1000));
    const widths = widthsOf('<w:tblW w:w="1400" w:type="dxa"/>', [1000, 400], rows) ?? [];
    expect(widths).toEqual([35, 35]);
  });

  it("are shares of the table, not of the text", () => {
    const rows = row(cell(1000, "pct"), cell(4000, "pct"));
    expect(widthsOf('<w:tblW w:w="2500" w:type="pct"/>', [1200, 1200], rows)).toEqual([31, 124]);
  });
});
