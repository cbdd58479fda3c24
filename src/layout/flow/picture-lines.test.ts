import { describe, expect, it } from "vitest";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";

const EMU = 12_700;
const picture = (heightPt: number, effectPt = 0) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${50 * EMU}" cy="${heightPt * EMU}"/>` +
  `<wp:effectExtent l="0" t="0" r="0" b="${effectPt * EMU}"/><wp:docPr id="1" name="p"/></wp:inline></w:drawing></w:r>`;
const text = (value: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${value}</w:t></w:r>`;
const heights = (content: string, properties = "") => {
  const body = `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>${paragraph("below")}${section(40, 40)}`;
  const [first] = layOut(wordDocument(body))[0]?.body ?? [];
  return first?.kind === "paragraph" ? first.lines.map(({ heightPt }) => heightPt) : [];
};
const multiple = (line: number) => `<w:spacing w:line="${line}" w:lineRule="auto"/>`;

describe("a line of nothing but pictures", () => {
  it("ends where they do", () => {
    expect(heights(picture(60))).toEqual([60]);
    expect(heights(`${picture(60)}${text(" ")}${picture(40)}`)).toEqual([60]);
  });

  it("leaves room for their effects", () => {
    expect(heights(picture(60, 1.5))).toEqual([61.5]);
  });

  it("is stretched by what a multiple adds to the mark's font", () => {
    expect(heights(picture(60), multiple(360))).toEqual([66]);
    const mark = '<w:rPr><w:sz w:val="40"/></w:rPr>';
    expect(heights(picture(60), `${multiple(480)}${mark}`)).toEqual([84]);
  });

  it("keeps the descent of text beside them, and that of lines of no more than text", () => {
    expect(heights(`${picture(60)}${text("x")}`)).toEqual([63]);
    expect(heights(picture(6))).toEqual([12]);
  });

  it("has the height that its paragraph gives outright", () => {
    expect(heights(picture(60), '<w:spacing w:line="400" w:lineRule="exact"/>')).toEqual([20]);
  });
});

describe("a line of nothing but spaces", () => {
  it("is as high as the paragraph's mark", () => {
    expect(heights(text("  ", '<w:sz w:val="56"/>'))).toEqual([12]);
    expect(heights(text("  "), '<w:rPr><w:sz w:val="56"/></w:rPr>')[0]).toBeCloseTo(33.6);
  });

  it("counts its tabs and its letters", () => {
    expect(heights(text("x ", '<w:sz w:val="40"/>'))).toEqual([24]);
    expect(heights(`<w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:tab/></w:r>`)).toEqual([24]);
  });
});
