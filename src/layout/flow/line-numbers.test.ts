import { describe, expect, it } from "vitest";
import { layOut, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { linesWithin } from "./fragment-notes.ts";

const five = ["a", "b", "c", "d", "e"];
/** Numbers of each page: what is to the left of the text. */
function numbers(body: string, lines: number, attributes: string): string[][] {
  const pages = layOut(wordDocument(body + section(lines, 20, `<w:lnNumType ${attributes}/>`)));
  return pages.map((page) => linesWithin(page.body.filter((fragment) => fragment.xPt < 0)).map(textOf));
}

describe("line numbers", () => {
  const body = five.map((text) => paragraph(text)).join("");

  it("count each line and begin again on each page", () => {
    expect(numbers(body, 3, 'w:countBy="1"')).toEqual([
      ["1", "2", "3"],
      ["1", "2"],
    ]);
  });

  it("run on and show only every second one", () => {
    expect(numbers(body, 3, 'w:countBy="2" w:restart="continuous"')).toEqual([["2"], ["4"]]);
  });

  it("begin after the stored start", () => {
    expect(numbers(body, 5, 'w:countBy="1" w:start="4"')).toEqual([["5", "6", "7", "8", "9"]]);
  });

  it("leave out paragraphs and tables", () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph("t")}</w:tc></w:tr></w:tbl>`;
    const mixed = paragraph("a") + paragraph("b", "<w:suppressLineNumbers/>") + table + paragraph("c");
    expect(numbers(mixed, 6, 'w:countBy="1"')).toEqual([["1", "2"]]);
  });
});
