import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";
import { borderStrokes } from "./border-strokes.ts";
import { paragraphBorderSegments } from "./paragraph-borders.ts";

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
    ["thinThickSmallGap", 2.5],
    ["thickThinMediumGap", 2],
    ["thinThickLargeGap", 3.25],
    ["thinThickThinSmallGap", 4],
    ["thinThickThinMediumGap", 3],
    ["thinThickThinLargeGap", 5],
    ["wave", 3],
    ["doubleWave", 5],
  ])("%s ones have room for all of their lines and gaps: %f points", (style, thicknessPt) => {
    const { box, lines, heightPt, widthPt } = framed(style);
    const [line] = lines;
    expect(line?.yPt).toBe(thicknessPt + 2);
    expect(heightPt).toBe(present(line).heightPt + 2 * (thicknessPt + 2));
    expect(box.leftPt).toBe(-thicknessPt - 2);
    expect(box.rightPt).toBe(widthPt + thicknessPt + 2);
  });
});

describe("a bar", () => {
  const bar = '<w:bar w:val="single" w:sz="8" w:space="4"/>';
  const bars = (properties: string[], more = "") => {
    const body = properties.map((each) => paragraph("text", `<w:pBdr>${each}</w:pBdr>${more}`)).join("");
    return layOut(wordDocument(body + section(20, 20))).flatMap((page) =>
      page.body.flatMap((fragment) => (fragment.kind === "paragraph" ? paragraphBorderSegments(fragment) : [])),
    );
  };

  it("is to the left of the text, as high as that, and takes no room", () => {
    expect(bars([bar], '<w:ind w:left="400"/>')).toMatchObject([{ x1Pt: 15.5, y1Pt: 0, x2Pt: 15.5, y2Pt: 12 }]);
    expect(bars(['<w:bar w:val="nil"/>'])).toEqual([]);
  });

  it("is outside the left border", () => {
    const left = '<w:left w:val="single" w:sz="8" w:space="2"/>';
    expect(bars([left + bar]).map(({ x1Pt }) => x1Pt)).toEqual([-2.5, -7.5]);
  });

  it("runs on over the gap to the next paragraph that has it", () => {
    const gap = '<w:spacing w:after="200"/>';
    expect(bars([bar, bar], gap).map(({ y1Pt, y2Pt }) => [y1Pt, y2Pt])).toEqual([
      [0, 12],
      [-10, 12],
    ]);
  });

  it("goes on with the paragraph on the next page", () => {
    const text = Array.from({ length: 30 }, () => "wordwordwordword").join(" ");
    const body = paragraph(text, `<w:pBdr>${bar}</w:pBdr>`) + section(20, 20);
    const found = layOut(wordDocument(body)).map(({ body: [fragment] }) =>
      fragment?.kind === "paragraph" ? paragraphBorderSegments(fragment).map(({ y2Pt }) => y2Pt) : undefined,
    );
    expect(found).toEqual([[240], [120]]);
  });
});

describe("the corners of a box", () => {
  it("are not those of a line between two paragraphs, which ends where the box does", () => {
    const sides = ["top", "left", "between"].map((side) => `<w:${side} w:val="double" w:sz="8" w:space="0"/>`).join("");
    const body = paragraph("text", `<w:pBdr>${sides}</w:pBdr>`).repeat(2) + section(20, 20);
    const [first, second] = layOut(wordDocument(body)).flatMap((page) =>
      page.body.map((fragment) =>
        fragment.kind === "paragraph"
          ? borderStrokes(paragraphBorderSegments(fragment)).flatMap(({ lines }) => lines)
          : [],
      ),
    );
    // The inner line of the left side begins below the upper side's, and that one to the right of it.
    expect(first).toContainEqual([-0.5, 2.5, -0.5, 15]);
    expect(first).toContainEqual([-0.5, 2.5, 100, 2.5]);
    expect(second).toContainEqual([-0.5, 0, -0.5, 15]);
    expect(second).toContainEqual([-3, 2.5, 100, 2.5]);
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
