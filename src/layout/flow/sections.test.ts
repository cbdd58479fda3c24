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
