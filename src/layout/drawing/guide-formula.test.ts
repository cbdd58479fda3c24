import { describe, expect, it } from "vitest";
import { evaluateGuides } from "./guide-formula.ts";

/** What a formula comes to in a shape of 200 by 100. */
const result = (formula: string) => evaluateGuides([["guide", formula]], 200, 100).value("guide");

describe("evaluateGuides", () => {
  it.each([
    ["val 7", 7],
    ["*/ 6 4 3", 8],
    ["+- 6 4 3", 7],
    ["+/ 6 4 2", 5],
    ["?: 1 4 3", 4],
    ["?: 0 4 3", 3],
    ["abs -5", 5],
    ["at2 1 1", 2_700_000],
    ["at2 -1 0", 10_800_000],
    ["cat2 10 3 4", 6],
    ["sat2 10 3 4", 8],
    ["cos 10 3600000", 5],
    ["sin 10 1800000", 5],
    ["tan 10 2700000", 10],
    ["max 3 7", 7],
    ["min 3 7", 3],
    ["mod 3 4 12", 13],
    ["pin 2 1 9", 2],
    ["pin 2 5 9", 5],
    ["pin 2 10 9", 9],
    ["sqrt 49", 7],
  ])("calculates %s", (formula, expected) => {
    expect(result(formula)).toBeCloseTo(expected, 6);
  });

  it.each([
    ["r", 200],
    ["vc", 50],
    ["ss", 100],
    ["ls", 200],
    ["wd4", 50],
    ["hd8", 12.5],
    ["ssd16", 6.25],
    ["3cd4", 16_200_000],
    ["7cd8", 18_900_000],
  ])("knows %s", (name, expected) => {
    expect(result(`val ${name}`)).toBe(expected);
  });

  it.each(["*/ 1 1 0", "sqrt -1", "val nobody", "unknown 1 2 3", ""])("takes %s for nothing", (formula) => {
    expect(result(formula)).toBe(0);
  });

  it("builds formulas on those before them, and lets the last of a name hold", () => {
    const guides = [["half", "*/ w 1 2"] as const, ["sum", "+- half 10 0"] as const, ["half", "val 1"] as const];
    const scope = evaluateGuides(guides, 200, 100);
    expect([scope.value("sum"), scope.value("half")]).toEqual([110, 1]);
  });
});
