import { describe, expect, it } from "vitest";
import type { PageBorders } from "../model/section.ts";
import { borderStrokes } from "./border-strokes.ts";
import { pageBorderSegments } from "./page-borders.ts";

const geometry = {
  widthPt: 600,
  heightPt: 800,
  marginLeftPt: 70,
  marginRightPt: 70,
  marginTopPt: 70,
  marginBottomPt: 70,
};
const line = { style: "single", widthPt: 2, color: "auto", spacePt: 20 };
const frame = (offsetFrom: "page" | "text", shadow = false): PageBorders => {
  const side = { ...line, shadow };
  return { offsetFrom, display: "allPages", inFront: true, top: side, bottom: side, left: side, right: side };
};

describe("page borders", () => {
  it("keep their distance to the edge of the paper", () => {
    const [top, , left] = pageBorderSegments(frame("page"), geometry);
    expect(top).toMatchObject({ x1Pt: 20, x2Pt: 580, y1Pt: 21 });
    expect(left).toMatchObject({ x1Pt: 21, y1Pt: 20, y2Pt: 780 });
  });

  it("keep their distance to the text", () => {
    const [top] = pageBorderSegments(frame("text"), geometry);
    expect(top).toMatchObject({ x1Pt: 48, x2Pt: 552, y1Pt: 49 });
  });

  it("end at their corners, the inner lines of double ones inside", () => {
    const double = { ...line, style: "double" };
    const sides = { ...frame("page"), top: double, bottom: double, left: double, right: double };
    const [stroke] = borderStrokes(pageBorderSegments(sides, geometry));
    expect(stroke?.lines).toEqual([
      [21, 21, 579, 21],
      [25, 25, 575, 25],
      [25, 775, 575, 775],
      [21, 779, 579, 779],
      [21, 21, 21, 779],
      [25, 25, 25, 775],
      [575, 25, 575, 775],
      [579, 21, 579, 779],
    ]);
  });

  it("cast a shadow to the right and below", () => {
    const [right, below] = pageBorderSegments(frame("page", true), geometry);
    expect(right).toMatchObject({ x1Pt: 581, y1Pt: 22, y2Pt: 782 });
    expect(below).toMatchObject({ y1Pt: 781, x1Pt: 22, x2Pt: 582 });
  });
});
