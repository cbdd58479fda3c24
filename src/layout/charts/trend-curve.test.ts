import { describe, expect, it } from "vitest";
import type { Trend } from "../model/chart.ts";
import { determinationText, fitTrend } from "./trend-curve.ts";

const TEXT = { sizePt: 10, color: "#000000", bold: false, italic: false, family: undefined };

function trend(kind: Trend["kind"], more: Partial<Trend> = {}): Trend {
  return {
    ...{ kind, name: undefined, order: 2, period: 2, forward: 0, backward: 0, intercept: undefined },
    ...{ showsEquation: true, showsDetermination: true, stroke: undefined, text: TEXT, ...more },
  };
}

const pointsOf = (curve: (x: number) => number, places = [1, 2, 3, 4, 5]) => places.map((x) => ({ x, y: curve(x) }));

describe("fitTrend", () => {
  it.each([
    [trend("linear"), (x: number) => 2.5 * x - 1, "y = 2.5x - 1"],
    [trend("polynomial"), (x: number) => x * x - 3 * x + 2, "y = x² - 3x + 2"],
    [trend("polynomial", { order: 3 }), (x: number) => x ** 3 + 4, "y = x³ + 4"],
    [trend("logarithmic"), (x: number) => 3 * Math.log(x) + 1, "y = 3ln(x) + 1"],
    [trend("exponential"), (x: number) => 2 * Math.exp(0.5 * x), "y = 2e^0.5x"],
    [trend("power"), (x: number) => 3 * x ** 1.5, "y = 3x^1.5"],
    [trend("linear", { intercept: 0 }), (x: number) => 4 * x, "y = 4x"],
  ])("finds the curve that points lie on: %#", (kind, curve, equation) => {
    const fitted = fitTrend(kind, pointsOf(curve));
    expect(fitted?.at(7)).toBeCloseTo(curve(7), 4);
    expect(fitted?.equation).toBe(equation);
    expect(fitted?.determination).toBeCloseTo(1, 6);
  });

  it("goes between points that do not lie on a line, as the sums of squares say", () => {
    const fitted = fitTrend(
      trend("linear"),
      [1, 3, 2, 5, 4].map((y, index) => ({ x: index + 1, y })),
    );
    expect(fitted?.equation).toBe("y = 0.8x + 0.6");
    expect(determinationText(fitted?.determination ?? 0)).toBe("R² = 0.64");
  });

  it("averages each value with those before it", () => {
    const fitted = fitTrend(
      trend("movingAverage", { period: 3 }),
      pointsOf((x) => x * 10),
    );
    expect([1, 2, 3, 4, 5].map((x) => fitted?.at(x))).toEqual([undefined, undefined, 20, 30, 40]);
  });

  it.each([
    [trend("exponential"), [1, -1, 2]],
    [trend("power"), [0, 1, 2]],
    [trend("linear"), [4]],
  ])("has no curve where the values allow none: %#", (kind, values) => {
    expect(
      fitTrend(
        kind,
        values.map((y, index) => ({ x: index + 1, y })),
      ),
    ).toBeUndefined();
  });
});
