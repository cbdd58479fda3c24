import { describe, expect, it } from "vitest";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";

describe("the first page of a section", () => {
  const below = (lines: number) => {
    const first = `<w:p><w:pPr>${section(4, 20)}</w:pPr><w:r><w:t>one</w:t></w:r></w:p>`;
    const texts = Array.from({ length: lines }, (_, index) => paragraph(`line ${index}`)).join("");
    return texts + first + texts + section(4, 20, '<w:type w:val="continuous"/><w:titlePg/>');
  };
  const firsts = (body: string) => layOut(wordDocument(body)).map((page) => page.isFirstOfSection);

  it("is the one on which it goes on below another", () => {
    expect(firsts(below(2))).toEqual([true, false]);
  });

  it("is the next where the other fills its page", () => {
    expect(firsts(below(3))).toEqual([true, true]);
  });
});

it("the columns above a section that goes on below them are as high as one another, unless the document says no", () => {
  const columns = section(10, 20, '<w:type w:val="continuous"/><w:cols w:num="2" w:space="100"/>');
  const last = `<w:p><w:pPr>${columns}</w:pPr><w:r><w:t>four</w:t></w:r></w:p>`;
  const body = ["one", "two", "three"].map((text) => paragraph(text)).join("") + last + paragraph("below");
  const tops = (compat: string) =>
    layOut(
      wordDocument(body + section(10, 20, '<w:type w:val="continuous"/>'), {
        settings: `<w:compat>${compat}</w:compat>`,
      }),
    ).flatMap((page) => page.body.map(({ yPt }) => Math.round(yPt - 10)));
  expect(tops("")).toEqual([0, 12, 0, 12, 24]);
  expect(tops("<w:noColumnBalance/>")).toEqual([0, 12, 24, 36, 48]);
});
