import { describe, expect, it } from "vitest";
import { layOut, paragraph, wordDocument } from "../testing/word-document.ts";

const EMU = 12_700;
const object = (topPt: number, heightPt: number, wrap: string, { widthPt = 100, from = "paragraph" } = {}) =>
  '<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" behindDoc="0">' +
  '<wp:positionH relativeFrom="margin"><wp:align>center</wp:align></wp:positionH>' +
  `<wp:positionV relativeFrom="${from}"><wp:posOffset>${topPt * EMU}</wp:posOffset></wp:positionV>` +
  `<wp:extent cx="${widthPt * EMU}" cy="${heightPt * EMU}"/>${wrap}<wp:docPr id="2" name="q"/></wp:anchor></w:drawing></w:r>`;
const TOP_AND_BOTTOM = "<wp:wrapTopAndBottom/>";
const SQUARE = '<wp:wrapSquare wrapText="bothSides"/>';

/** A page of 400 by 400 points with margins of 40 and headers 20 from its edges. */
const pageWith = (story: string, which: "header" | "footer" = "header") => {
  const sectionProperties =
    `<w:sectPr><w:${which}Reference w:type="default" r:id="rId-${which}"/><w:pgSz w:w="8000" w:h="8000"/>` +
    '<w:pgMar w:top="800" w:bottom="800" w:left="800" w:right="800" w:header="400" w:footer="400" w:gutter="0"/></w:sectPr>';
  const [page] = layOut(wordDocument(`${paragraph("body")}${sectionProperties}`, { [which]: story }));
  const fragments = (which === "header" ? page?.header : page?.footer) ?? [];
  const lines = fragments.flatMap((fragment) =>
    fragment.kind === "paragraph" ? fragment.lines.map(({ yPt }) => fragment.yPt + yPt) : [],
  );
  return { lines, bodyPt: page?.body[0]?.yPt };
};
const head = (content: string, text = "head") => `<w:p>${content}<w:r><w:t>${text}</w:t></w:r></w:p>`;

describe("objects in headers and footers", () => {
  it("push the text down, and with it the body", () => {
    expect(pageWith(head(object(-5, 60, TOP_AND_BOTTOM)))).toEqual({ lines: [75], bodyPt: 87 });
  });

  it("push it where they leave no room beside them", () => {
    expect(pageWith(head(object(0, 60, SQUARE, { widthPt: 320 })))).toEqual({ lines: [80], bodyPt: 92 });
  });

  it("push it where they are placed by the page", () => {
    expect(pageWith(head(object(10, 60, TOP_AND_BOTTOM, { from: "page" })))).toEqual({ lines: [70], bodyPt: 82 });
  });

  it("leave a line that begins above them", () => {
    expect(pageWith(head(object(6, 60, TOP_AND_BOTTOM)))).toEqual({ lines: [20], bodyPt: 40 });
  });

  it("leave the text where it runs over them or is elsewhere", () => {
    expect(pageWith(head(object(-5, 60, "<wp:wrapNone/>")))).toEqual({ lines: [20], bodyPt: 40 });
    expect(pageWith(head(object(200, 60, TOP_AND_BOTTOM, { from: "page" })))).toEqual({ lines: [20], bodyPt: 40 });
  });

  it("make a footer grow upwards", () => {
    expect(pageWith(head(object(0, 30, TOP_AND_BOTTOM)), "footer").lines).toEqual([368]);
  });
});
