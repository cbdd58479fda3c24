import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";

/** The one paragraph of a document whose borders have lines of 1 point, 2 points away from the text. */
function framed(style: string) {
  const sides = ["top", "left", "bottom", "right"]
    .map((side) => `<w:${side} w:val="${style}" w:sz="8" w:space="2"/>`)
    .join("");
  const [page] = layOut(wordDocument(paragraph("text", `<w:pBdr>${sides}</w:pBdr>`) + section(10, 20)));
  const [fragment] = present(page).body;
  if (fragment?.kind !== "paragraph") throw new Error("no paragraph");
  return fragment;
}

describe("borders of a paragraph", () => {
  it.each([
    ["single", 1],
    ["double", 3],
    ["triple", 5],
  ])("%s ones have room for all of their %i lines and gaps of a point", (style, thicknessPt) => {
    const { box, lines, heightPt, widthPt } = framed(style);
    const [line] = lines;
    expect(line?.yPt).toBe(thicknessPt + 2);
    expect(heightPt).toBe(present(line).heightPt + 2 * (thicknessPt + 2));
    expect(box.leftPt).toBe(-thicknessPt - 2);
    expect(box.rightPt).toBe(widthPt + thicknessPt + 2);
  });
});

describe("the box of a paragraph", () => {
  const SPACE = '<w:spacing w:before="100" w:after="200"/>';
  const LINES = '<w:pBdr><w:left w:val="single" w:sz="8" w:space="2"/></w:pBdr>';
  const FILL = '<w:shd w:val="clear" w:fill="FFFF00"/>';
  const tops = (...properties: string[]) => {
    const body = properties.map((each) => paragraph("text", each + SPACE)).join("");
    return layOut(wordDocument(body + section(20, 20))).flatMap((page) =>
      page.body.map((fragment) => fragment.kind === "paragraph" && fragment.box.topPt),
    );
  };

  it("reaches up to that of the one above with the same lines or shading", () => {
    expect(tops(LINES, LINES)).toEqual([0, -10]);
    expect(tops(FILL, FILL)).toEqual([0, -10]);
  });

  it("leaves the gap to another bare", () => {
    expect(tops("", "")).toEqual([0, 0]);
    expect(tops(FILL, "", FILL)).toEqual([0, 0, 0]);
    expect(tops(FILL, `${FILL}<w:ind w:left="100"/>`)).toEqual([0, 0]);
    expect(tops(FILL, FILL.replace("FFFF00", "00FFFF"))).toEqual([0, 0]);
  });
});
