import { describe, expect, it } from "vitest";
import warps from "../../layout/drawing/text-warps.json" with { type: "json" };
import { type Outline, rectangle } from "../display-list/outline.ts";
import { guideLines } from "./guide-line.ts";
import { boundsOf } from "./warped-text.ts";
import { type FlatLine, WordArt } from "./word-art.ts";

const BOX = { xPt: 10, yPt: 20, widthPt: 200, heightPt: 100 };

function art(name: string, adjustments: Record<string, number> = {}, fillsPath = false, box = BOX) {
  return new WordArt({ guides: { kind: "preset", name, adjustments }, fillsPath }, box);
}

/** A line of text whose letters reach from 0 to a width, and ten points above its baseline. */
function line(baselinePt: number, widthPt: number, share = 0.5): FlatLine {
  const edges = { leftPt: 0, rightPt: widthPt, topPt: baselinePt - 10, bottomPt: baselinePt };
  return { baselinePt, ...edges, startPt: 0, widthPt, share };
}

/** A short line before a long one. */
function ofTwoLines(name: string) {
  const wordArt = art(name);
  wordArt.add(line(10, 60));
  wordArt.add(line(30, 120));
  return wordArt;
}

/** Upper left and lower right of the short one. */
const FIRST_CORNERS = [
  [0, 0],
  [60, 10],
] as const;

/** Where points of the first line end up. */
function warped(wordArt: WordArt, points: readonly (readonly [number, number])[], baselinePt = 10, middlePt?: number) {
  const warp = wordArt.warpOf(baselinePt);
  if (!warp) throw new Error("the line is not known");
  const outline: Outline = { operators: "M".repeat(points.length), numbers: points.flat() };
  const { numbers } = warp(outline, middlePt);
  return points.map((_, index) => [2 * index, 2 * index + 1].map((at) => Number((numbers[at] ?? 0).toFixed(1)) + 0));
}

describe("WordArt between two lines", () => {
  it("has its edges on them, and its inside in between", () => {
    const wordArt = art("textStop");
    wordArt.add(line(10, 60));
    // Of a line of 66.7 by 25, 66.7 and 66.7 by 25 points, the middle is its middle.
    expect(
      warped(wordArt, [
        [0, 0],
        [0, 10],
        [60, 0],
        [30, 0],
        [30, 10],
        [30, 5],
      ]),
    ).toEqual([
      [10, 45],
      [10, 95],
      [210, 45],
      [110, 20],
      [110, 120],
      [110, 70],
    ]);
  });

  it("follows the lines by their length", () => {
    const wordArt = art("textChevron", { adj: 50_000 });
    wordArt.add(line(10, 60));
    expect(
      warped(wordArt, [
        [15, 0],
        [45, 10],
      ]),
    ).toEqual([
      [60, 45],
      [160, 95],
    ]);
  });

  it("holds all lines of text in their positions relative to each other", () => {
    const wordArt = ofTwoLines("textPlain");
    expect(warped(wordArt, FIRST_CORNERS)).toEqual([
      [10, 20],
      [110, 53.3],
    ]);
    expect(warped(wordArt, [[120, 30]], 30)).toEqual([[210, 120]]);
  });

  it("shares the lines of text out among the pairs", () => {
    const wordArt = ofTwoLines("textDeflateInflate");
    expect(warped(wordArt, FIRST_CORNERS)).toEqual([
      [10, 20],
      [210, 65],
    ]);
    expect(
      warped(
        wordArt,
        [
          [0, 20],
          [120, 30],
        ],
        30,
      ),
    ).toEqual([
      [10, 75],
      [210, 120],
    ]);
  });

  it("follows curves as finely as can be seen", () => {
    const wordArt = art("textWave1");
    wordArt.add(line(10, 60));
    const warp = wordArt.warpOf(10);
    const { operators, numbers } = warp?.({ operators: "ML", numbers: [0, 0, 60, 0] }) ?? {
      operators: "",
      numbers: [],
    };
    expect(operators).toMatch(/^MC{4,64}$/);
    const [wave] = guideLines({ kind: "preset", name: "textWave1", adjustments: {} }, 200, 100);
    for (let at = 0; at + 1 < numbers.length; at += 6) {
      const [x, y] = [(numbers[at] ?? 0) - BOX.xPt, (numbers[at + 1] ?? 0) - BOX.yPt];
      const off = Array.from({ length: 2_001 }, (_, step) => wave?.at(((wave.lengthPt ?? 0) * step) / 2_000)).map(
        (point) => Math.hypot((point?.x ?? 0) - x, (point?.y ?? 0) - y),
      );
      expect(Math.min(...off)).toBeLessThan(0.1);
    }
  });
});

describe("WordArt on a line", () => {
  it("keeps its size and is where its paragraph is aligned", () => {
    const arch = art("textArchUp");
    arch.add(line(10, 60));
    // A letter at the middle stands upright on the top of the ellipse.
    expect(
      warped(
        arch,
        [
          [25, 10],
          [35, 10],
          [30, 0],
        ],
        10,
        30,
      ),
    ).toEqual([
      [105, 20],
      [115, 20],
      [110, 10],
    ]);
    const left = art("textArchUp");
    left.add(line(10, 60, 0));
    const [[x = 0, y = 0] = []] = warped(left, [[0, 10]], 10, 0);
    expect([x, y]).toEqual([10, 70]);
  });

  it("turns letters as wholes", () => {
    const arch = art("textArchUp");
    arch.add(line(10, 60));
    const letter = boundsOf(rectangle(0, 0, 10, 10));
    const corners = warped(
      arch,
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      10,
      5,
    );
    const side = (from: number, to: number) =>
      Math.hypot(...[0, 1].map((axis) => (corners[from]?.[axis] ?? 0) - (corners[to]?.[axis] ?? 0)));
    expect([side(0, 1), side(1, 2), side(0, 2)].map((length) => Math.round(length))).toEqual([
      letter.widthPt,
      letter.heightPt,
      14,
    ]);
    expect(corners[1]?.[1]).toBeLessThan(corners[0]?.[1] ?? 0);
  });

  it("is made smaller where it is too long, and larger if it came from old WordArt", () => {
    for (const [width, fills] of [
      [1_000, false],
      [20, true],
    ] as const) {
      const arch = art("textArchUp", {}, fills);
      arch.add(line(10, width));
      expect(
        warped(arch, [
          [0, 10],
          [width, 10],
        ]),
      ).toEqual([
        [10, 70],
        [210, 70],
      ]);
    }
  });

  it("has the lines of an upper arch above the last, and those of a lower one below the first", () => {
    const places = (name: string) => {
      const wordArt = art(name);
      wordArt.add(line(10, 60));
      wordArt.add(line(25, 60));
      return [10, 25].map((baselinePt) => warped(wordArt, [[30, baselinePt]], baselinePt, 30)[0]?.[1]);
    };
    expect(places("textArchUp")).toEqual([5, 20]);
    expect(places("textArchDown")).toEqual([120, 135]);
  });

  it("goes round a circle, and straight through a button", () => {
    const circle = art("textCircle");
    circle.add(line(10, 60));
    expect(warped(circle, [[30, 10]], 10, 30)).toEqual([[210, 70]]);
    const button = art("textButton");
    for (const baselinePt of [10, 30, 50]) button.add(line(baselinePt, 60));
    expect([10, 30, 50].map((at) => warped(button, [[30, at]], at, 30)[0])).toEqual([
      [110, 20],
      [110, 70],
      [110, 120],
    ]);
  });
});

describe("hostile WordArt", () => {
  const hostile = [Number.NaN, 1e9, -1e9];

  it.each(Object.keys(warps))("%s stays in bounds and is no longer than necessary", (name) => {
    for (const value of hostile) {
      for (const box of [BOX, { ...BOX, widthPt: 0, heightPt: 0 }, { ...BOX, widthPt: 1e6, heightPt: 1e6 }]) {
        const wordArt = art(name, { adj: value, adj1: value, adj2: value }, false, box);
        wordArt.add(line(10, 60));
        const { numbers } = wordArt.warpOf(10)?.(rectangle(0, 0, 60, 10)) ?? { numbers: [] };
        expect(numbers.length).toBeLessThan(4 * 64 * 6 + 4);
        const reach = 4 * Math.max(box.widthPt, box.heightPt) + 200;
        expect(numbers.every((number) => Math.abs(number) <= reach)).toBe(true);
      }
    }
  });

  it("is not bent without lines, or with too many of them", () => {
    const wordArt = art("textWave1");
    expect(wordArt.isWarped).toBe(false);
    for (let index = 0; index < 600; index++) wordArt.add(line(10 * index, 60));
    expect(wordArt.isWarped).toBe(false);
    const without = new WordArt(
      { guides: { kind: "paths", paths: [], widthUnits: 1, heightUnits: 1 }, fillsPath: true },
      BOX,
    );
    without.add(line(10, 60));
    expect(without.isWarped).toBe(false);
  });
});
