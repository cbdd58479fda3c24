import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { borderStrokes } from "./border-strokes.ts";

/** A line of 2 points, from the origin. */
function strokes(style: string, x2Pt: number, y2Pt: number, widthPt = 2) {
  const border = { style, widthPt, color: "auto", spacePt: 0 };
  return borderStrokes([{ border, x1Pt: 0, y1Pt: 0, x2Pt, y2Pt }]);
}

/** Of each line, how far it is below the middle of the border, and its width. */
const lines = (style: string) =>
  strokes(style, 100, 0)
    .flatMap(({ lines, widthPt }) => lines.map(([, y]) => [y, widthPt]))
    .sort(([first = 0], [second = 0]) => first - second);

describe("lines of different widths", () => {
  it.each([
    ["thinThickSmallGap", [-1.375, 0.75], [0.75, 2]],
    ["thickThinSmallGap", [-0.75, 2], [1.375, 0.75]],
    ["thinThickMediumGap", [-1.5, 1], [1, 2]],
    ["thickThinLargeGap", [-1.375, 1.5], [1.75, 0.75]],
    ["thinThickThinSmallGap", [-2.125, 0.75], [0, 2], [2.125, 0.75]],
    ["thinThickThinMediumGap", [-2.5, 1], [0, 2], [2.5, 1]],
    ["thinThickThinLargeGap", [-3.125, 0.75], [0, 1.5], [3.125, 0.75]],
  ])("%s", (style, ...expected) => {
    expect(lines(style)).toEqual(expected);
  });

  it.each([
    ["to the right", 100, 0, [0, -1.375]],
    ["to the left", -100, 0, [0, -1.375]],
    ["downwards", 0, 100, [-1.375, 0]],
    ["upwards", 0, -100, [-1.375, 0]],
  ])("have the first above or to the left, drawn %s", (_, xPt, yPt, expected) => {
    const [thin] = strokes("thinThickSmallGap", xPt, yPt);
    expect(thin?.lines[0]?.slice(0, 2).map((value) => value + 0)).toEqual(expected);
  });

  it("lie beside each other across a cell", () => {
    const [stroke] = strokes("double", 30, 40);
    const [first, second] = (stroke?.lines ?? []).map(([x, y]) => [x, y]);
    expect(first?.map(Math.round)).toEqual([2, -1]);
    expect(second?.map(Math.round)).toEqual([-2, 1]);
  });
});

describe("waves", () => {
  const wave = (style: string, ...end: [number, number, number?]) => present(strokes(style, ...end)[0]);

  it("are whole ones, eight times as long as their line is wide", () => {
    const { waves, lines, widthPt } = wave("wave", 80, 0);
    expect([lines, widthPt, waves.length]).toEqual([[], 2, 1]);
    const [numbers = []] = waves;
    expect(numbers).toHaveLength(2 + 5 * 2 * 6);
    expect(numbers.slice(0, 2)).toEqual([0, 0]);
    expect(numbers.slice(-2)).toEqual([80, 0]);
    expect(wave("wave", 83, 0).waves[0]).toHaveLength(numbers.length);
    expect(wave("wave", 1, 0).waves[0]).toHaveLength(2 + 2 * 6);
  });

  it("go up and down by the width of their line", () => {
    const [numbers = []] = wave("wave", 80, 0).waves;
    const heightsPt = [numbers[3], numbers[5], numbers[9], numbers[11]].map((y) => ((y ?? 0) * 3) / 4);
    expect(heightsPt).toEqual([-2, -2, 2, 2]);
  });

  it("go left and right where they run downwards", () => {
    const [numbers = []] = wave("wave", 0, 80).waves;
    expect(numbers.slice(-2)).toEqual([0, 80]);
    expect([numbers[2], numbers[8]].map((x) => ((x ?? 0) * 3) / 4)).toEqual([-2, 2]);
  });

  it("of a double one run side by side", () => {
    const [upper = [], lower = []] = wave("doubleWave", 80, 0).waves;
    expect(lower.map((value, index) => Math.round(value - (upper[index] ?? 0)))).toEqual(
      upper.map((_, index) => (index % 2) * 4),
    );
  });

  it("do so in a frame, too", () => {
    const border = { style: "doubleWave", widthPt: 2, color: "auto", spacePt: 0 };
    const corners = { startPt: 10, endPt: 10, inside: 1 } as const;
    const [stroke] = borderStrokes([{ border, x1Pt: 0, y1Pt: 0, x2Pt: 80, y2Pt: 0, corners }]);
    expect(stroke?.waves.map((numbers) => [numbers[0], numbers.at(-2)])).toEqual([
      [5, 75],
      [5, 75],
    ]);
  });

  it("are limited in number", () => {
    expect(wave("wave", 10_000_000, 0).waves[0]?.length).toBeLessThan(30_000);
  });
});
