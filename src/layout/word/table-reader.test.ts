import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import type { Table } from "../model/blocks.ts";
import { paragraph, wordDocument } from "../testing/word-document.ts";

const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
const grid = (columns: number) => `<w:tblGrid>${'<w:gridCol w:w="1000"/>'.repeat(columns)}</w:tblGrid>`;

function table(content: string, parts: Parameters<typeof wordDocument>[1] = {}): Table {
  const [block] = present(wordDocument(`<w:tbl>${content}</w:tbl>`, parts).sections[0]).blocks;
  if (block?.kind !== "table") throw new Error("there is no table");
  return block;
}

const textsOf = ({ rows }: Table) =>
  rows.map(({ cells }) =>
    cells.map(({ blocks }) =>
      blocks
        .flatMap((block) => (block.kind === "paragraph" ? block.inlines : []))
        .map((inline) => inline.kind === "text" && inline.text)
        .join(""),
    ),
  );

describe("readTable", () => {
  it("finds rows and cells in content controls, in marks of changes and in alternatives", () => {
    const control = (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const alternatives = `<mc:AlternateContent><mc:Choice Requires="zz">${row(cell("no"))}</mc:Choice><mc:Fallback>${row(cell("b"))}</mc:Fallback></mc:AlternateContent>`;
    const rows = [
      control(row(cell("a"))),
      alternatives,
      row(control(cell("c")), `<w:customXml>${cell("d")}</w:customXml>`),
    ];
    expect(textsOf(table(grid(2) + rows.join("")))).toEqual([["a"], ["b"], ["c", "d"]]);
  });

  it("joins cells across columns, and draws the joined one to the edge of the table", () => {
    const borders =
      '<w:tblPr><w:tblBorders><w:right w:val="double" w:sz="8"/><w:insideV w:val="dotted" w:sz="8"/></w:tblBorders></w:tblPr>';
    const merge = (value: string) => `<w:hMerge w:val="${value}"/>`;
    const cells = [cell("x", merge("restart")), cell("y", `<w:gridSpan w:val="2"/>${merge("continue")}`)];
    const joined = table(borders + grid(4) + row(cell("a"), ...cells) + row(...cells, cell("z")));
    expect(textsOf(joined)).toEqual([
      ["a", "x"],
      ["x", "z"],
    ]);
    expect(joined.rows.map((each) => each.cells.map(({ gridStart, gridSpan }) => [gridStart, gridSpan]))).toEqual([
      [
        [0, 1],
        [1, 3],
      ],
      [
        [0, 3],
        [3, 1],
      ],
    ]);
    expect(joined.rows.map((each) => each.cells.map(({ format }) => format.borders.right?.style))).toEqual([
      ["dotted", "double"],
      ["dotted", "double"],
    ]);
  });

  it("draws the lines of a style's first column around it, and those between its cells within", () => {
    const part =
      '<w:tblStylePr w:type="firstCol"><w:tcPr><w:tcBorders><w:top w:val="double"/><w:bottom w:val="thick"/><w:insideH w:val="dotted"/></w:tcBorders></w:tcPr></w:tblStylePr>';
    const styles = `<w:style w:type="table" w:styleId="T"><w:name w:val="T"/>${part}</w:style>`;
    const properties = '<w:tblPr><w:tblStyle w:val="T"/><w:tblLook w:firstColumn="1"/></w:tblPr>';
    const rows = row(cell("a"), cell("b")).repeat(3);
    const borders = table(properties + grid(2) + rows, { styles }).rows.map(({ cells }) => cells[0]?.format.borders);
    expect(borders.map((own) => [own?.top?.style, own?.bottom?.style])).toEqual([
      ["double", "dotted"],
      ["dotted", "dotted"],
      ["dotted", "thick"],
    ]);
  });

  it("takes what a row says of itself before what its table says", () => {
    const shade = (color: string) => `<w:shd w:val="clear" w:fill="${color}"/>`;
    const exception = `<w:tr><w:tblPrEx>${shade("0000FF")}</w:tblPrEx>${cell("b")}</w:tr>`;
    const shaded = table(`<w:tblPr>${shade("FF0000")}</w:tblPr>${grid(1)}${row(cell("a"))}${exception}`);
    expect(shaded.rows.map(({ cells }) => cells[0]?.format.shading?.fill)).toEqual(["#ff0000", "#0000ff"]);
  });
});
