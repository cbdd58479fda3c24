import { describe, expect, it } from "vitest";
import { layOut, wordDocument } from "../testing/word-document.ts";

const EMU = 12_700;
const WHOLE = "<wp:wrapTopAndBottom/>";
/** An object as wide as the page, 36 points high, at a height that the page says. */
const object = (topPt: number, from = "page", wrap = WHOLE) =>
  '<w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="margin"><wp:posOffset>0</wp:posOffset></wp:positionH>' +
  `<wp:positionV relativeFrom="${from}"><wp:posOffset>${topPt * EMU}</wp:posOffset></wp:positionV><wp:extent cx="${300 * EMU}" cy="${36 * EMU}"/>` +
  `${wrap}<wp:docPr id="1" name=""/></wp:anchor></w:drawing></w:r>`;
const line = (text: string, before = "") => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Lines and objects of each page by where they begin. Pages have room for 10 lines of 12 points, from 0 on. */
function pages(body: string): string[] {
  const size =
    '<w:sectPr><w:pgSz w:w="8000" w:h="2400"/><w:pgMar w:top="0" w:bottom="0" w:left="0" w:right="0" w:header="0" w:footer="0"/></w:sectPr>';
  return layOut(wordDocument(body + size)).map(({ body: fragments }) =>
    fragments
      .flatMap((fragment) => {
        if (fragment.kind === "anchor") return [`object ${fragment.yPt}`];
        if (fragment.kind !== "paragraph") return [];
        const text = fragment.paragraph.inlines.map((inline) => (inline.kind === "text" ? inline.text : "")).join("");
        return fragment.lines.map(({ yPt }) => `${text} ${Math.round(fragment.yPt + yPt)}`);
      })
      .join(", "),
  );
}

describe("an object that its page places above its paragraph", () => {
  it("is flowed around by the text before it", () => {
    expect(pages(line("a") + line("b") + line("c", object(12)))).toEqual(["a 0, b 48, object 12, c 60"]);
  });

  it("is on the next page with its paragraph where both find no room on this one", () => {
    const lines = Array.from({ length: 8 }, (_, index) => line(String(index))).join("");
    const [first, second] = pages(lines + line("c", object(12)) + line("d"));
    expect(first).toBe(Array.from({ length: 8 }, (_, index) => `${index} ${index * 12}`).join(", "));
    expect(second).toBe("object 12, c 0, d 48");
  });

  it("leaves the text where it does not push it, or moves with it", () => {
    expect(pages(line("a") + line("b") + line("c", object(12, "page", "<wp:wrapNone/>")))).toEqual([
      "a 0, b 12, object 12, c 24",
    ]);
    expect(pages(line("a") + line("b") + line("c", object(-24, "paragraph")))[0]).toContain("a 0, b 12");
  });
});
