import { describe, expect, it } from "vitest";
import { bodyTexts, layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";

const texts = (body: string) => bodyTexts(layOut(wordDocument(body + section(20, 40))))[0];

const HIDDEN = "<w:rPr><w:vanish/></w:rPr>";
const DELETED = '<w:rPr><w:del w:id="1"/></w:rPr>';

describe("a paragraph whose mark does not show", () => {
  it.each([
    ["hidden", HIDDEN],
    ["that of a heading within its line", "<w:rPr><w:vanish/><w:specVanish/></w:rPr>"],
    ["deleted", DELETED],
  ])("runs into the next one: %s", (_, mark) => {
    expect(texts(paragraph("one ", mark) + paragraph("two ", mark) + paragraph("three") + paragraph("four"))).toEqual([
      "one two three",
      "four",
    ]);
  });

  it("is not there where it holds nothing", () => {
    expect(texts(`${paragraph("one")}<w:p><w:pPr>${HIDDEN}</w:pPr></w:p>${paragraph("two")}`)).toEqual(["one", "two"]);
  });

  it("gives the look, the mark that is left the space below", () => {
    const [page] = layOut(
      wordDocument(
        paragraph("one ", `<w:spacing w:before="0" w:after="600"/><w:ind w:left="200"/>${HIDDEN}`) +
          paragraph("two", '<w:spacing w:after="100"/>') +
          paragraph("three") +
          section(20, 40),
      ),
    );
    const [joined, next] = page?.body ?? [];
    expect(joined?.kind === "paragraph" && joined.lines[0]?.xPt).toBe(10);
    expect((next?.yPt ?? 0) - (joined?.yPt ?? 0)).toBeCloseTo(12 + 5);
  });
});
