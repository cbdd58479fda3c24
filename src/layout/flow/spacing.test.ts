import { describe, expect, it } from "vitest";
import { layOut, linesOf, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";

const mode = (value: number) => ({
  settings: `<w:compat><w:compatSetting w:name="compatibilityMode" w:val="${value}"/></w:compat>`,
});

/** Where the bodies' paragraphs begin below the top margin, by page. */
const tops = (body: string, compatibilityMode = 15) =>
  layOut(wordDocument(body + section(10, 20), mode(compatibilityMode))).map((page) =>
    page.body.map((fragment) => Math.round((fragment.kind === "anchor" ? Number.NaN : fragment.yPt) - 10)),
  );

describe("space above a paragraph that asks for a page of its own", () => {
  const body =
    paragraph("one") + paragraph("two", '<w:pageBreakBefore/><w:spacing w:before="400"/>') + paragraph("three");

  it("is dropped since Word 2013", () => {
    expect(tops(body)).toEqual([[0], [0, 12]]);
  });

  it("stays in files of Word 2010 and before", () => {
    expect(tops(body, 14)).toEqual([[0], [20, 32]]);
  });

  it("stays at the top of the first page", () => {
    expect(tops(paragraph("one", '<w:pageBreakBefore/><w:spacing w:before="400"/>'))).toEqual([[20]]);
  });
});

describe("a cell", () => {
  const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
  const table = (content: string) => `<w:tbl><w:tblPr/><w:tr>${cell(content)}</w:tr></w:tbl>`;
  const heights = (content: string) =>
    layOut(wordDocument(table(content) + paragraph("after") + section(10, 20)))
      .flatMap(({ body }) => body)
      .flatMap((fragment) => (fragment.kind === "table" ? [Math.round(fragment.heightPt)] : []));

  it("keeps the space around its paragraphs", () => {
    expect(heights(paragraph("a", '<w:spacing w:before="100" w:after="180"/>'))).toEqual([26]);
  });

  it("drops it where neighbours of one style stand without", () => {
    const spacing = '<w:contextualSpacing/><w:spacing w:before="100" w:after="180"/>';
    expect(heights(paragraph("a", spacing) + paragraph("b", spacing))).toEqual([24]);
  });

  it("passes over breaks of pages and columns", () => {
    const content = '<w:p><w:r><w:br w:type="page"/><w:br w:type="column"/><w:t>a</w:t></w:r></w:p>';
    expect(heights(content)).toEqual([12]);
    const [page] = layOut(wordDocument(table(content) + section(10, 20)));
    expect(linesOf(page?.body ?? []).map(textOf)).toContain("a");
  });
});
