import { describe, expect, it } from "vitest";
import type { BorderEdge } from "../styles/styles.ts";
import { EdgeBorders } from "./edge-borders.ts";

const edge = (style: string, color = "#000000"): BorderEdge => ({ style, color });

function placesOf(borders: EdgeBorders) {
  return borders.segments().map(({ x1Pt, y1Pt, x2Pt, y2Pt }) => [x1Pt, y1Pt, x2Pt, y2Pt]);
}

describe("the borders of cells", () => {
  it.each([
    ["thin", "thick", "single", 2.25],
    ["thick", "thin", "single", 2.25],
    ["double", "medium", "double", 0.75],
    ["hair", "dotted", "dotted", 0.75],
    ["dashDot", "mediumDashDot", "dotDash", 1.5],
    ["thin", "of a later Excel", "single", 0.75],
  ])("of one edge that is %s here and %s there are drawn once", (first, second, style, widthPt) => {
    const borders = new EdgeBorders();
    borders.add(edge(first), 0, 10, 20, 10);
    borders.add(edge(second), 0, 10, 20, 10);
    expect(borders.segments().map(({ border }) => border)).toMatchObject([{ style, widthPt }]);
  });

  it("run on as one line where they look alike, in a row and in a column", () => {
    const borders = new EdgeBorders();
    for (let index = 0; index < 3; index++) {
      borders.add(edge("thin"), 10 * index, 0, 10 * (index + 1), 0);
      borders.add(edge("thin"), 0, 5 * index, 0, 5 * (index + 1));
    }
    expect(placesOf(borders)).toEqual([
      [0, 0, 30, 0],
      [0, 0, 0, 15],
    ]);
  });

  it("are lines of their own where they look different, leave a gap or turn", () => {
    const borders = new EdgeBorders();
    borders.add(edge("thin"), 0, 0, 10, 0);
    borders.add(edge("thin", "#ff0000"), 10, 0, 20, 0);
    borders.add(edge("thin"), 25, 0, 30, 0);
    borders.add(edge("thin"), 30, 0, 30, 10);
    expect(placesOf(borders)).toHaveLength(4);
  });

  it("are not there where a cell has none, and diagonals stay apart", () => {
    const borders = new EdgeBorders();
    borders.add(undefined, 0, 0, 10, 0);
    borders.addDiagonal(undefined, 0, 0, 10, 10);
    borders.addDiagonal(edge("medium"), 0, 0, 10, 10);
    borders.addDiagonal(edge("medium"), 10, 10, 20, 20);
    expect(placesOf(borders)).toEqual([
      [0, 0, 10, 10],
      [10, 10, 20, 20],
    ]);
  });
});
