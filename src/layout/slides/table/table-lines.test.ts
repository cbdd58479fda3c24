import { describe, expect, it } from "vitest";
import { plainStroke } from "../../testing/plain-stroke.ts";
import { tableLines } from "./table-lines.ts";

type Lines = Partial<Record<"left" | "right" | "top" | "bottom" | "down" | "up", string>>;

/** A cell 30 by 10 points large in a row and a column. */
function cellAt(row: number, column: number, lines: Lines, columns = 1) {
  const stroke = (name: keyof Lines) => (lines[name] ? plainStroke(lines[name]) : undefined);
  return {
    cell: {
      borders: { left: stroke("left"), right: stroke("right"), top: stroke("top"), bottom: stroke("bottom") },
      diagonals: { down: stroke("down"), up: stroke("up") },
    },
    box: { xPt: column * 30, yPt: row * 10, widthPt: columns * 30, heightPt: 10 },
  };
}

const drawn = (...cells: ReturnType<typeof cellAt>[]) =>
  tableLines(cells).map(({ x1, y1, x2, y2, stroke }) => `${stroke.color} ${x1},${y1} ${x2},${y2}`);

describe("tableLines", () => {
  it("draws each side and both diagonals of a cell", () => {
    const lines = { left: "a", right: "b", top: "c", bottom: "d", down: "e", up: "f" };
    expect(drawn(cellAt(1, 2, lines))).toEqual([
      "a 60,10 60,20",
      "b 90,10 90,20",
      "c 60,10 90,10",
      "d 60,20 90,20",
      "e 60,10 90,20",
      "f 60,20 90,10",
    ]);
  });

  it("draws only the later cell's line on an edge that two cells share, over all lines before", () => {
    const cells = [cellAt(0, 0, { right: "red", bottom: "grey" }), cellAt(0, 1, { left: "blue" })];
    expect(drawn(...cells)).toEqual(["grey 0,10 30,10", "blue 30,0 30,10"]);
  });

  it("keeps the earlier cell's line where the later one has none", () => {
    expect(drawn(cellAt(0, 0, { bottom: "red" }), cellAt(1, 0, {}))).toEqual(["red 0,10 30,10"]);
  });

  it("keeps both lines where a cell meets only a part of its neighbour's edge", () => {
    expect(drawn(cellAt(0, 0, { bottom: "wide" }, 2), cellAt(1, 0, { top: "narrow" }))).toEqual([
      "wide 0,10 60,10",
      "narrow 0,10 30,10",
    ]);
  });

  it("takes edges that differ only by rounding for one", () => {
    const below = cellAt(1, 0, { top: "blue" });
    below.box.yPt += 1e-9;
    expect(drawn(cellAt(0, 0, { bottom: "red" }), below)).toHaveLength(1);
  });
});
