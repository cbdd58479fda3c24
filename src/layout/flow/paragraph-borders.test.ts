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
