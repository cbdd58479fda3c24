import { describe, expect, it } from "vitest";
import { presetPath, presetShape } from "./preset-geometry.ts";

describe("presetShape", () => {
  it("draws the outline in points of the box", () => {
    expect(presetPath("rect", 100, 50, {})).toBe("M0 0L100 0L100 50L0 50Z");
    expect(presetPath("triangle", 100, 50, { adj: 0 })).toBe("M0 50L0 0L100 50Z");
  });

  it("moves with the adjust values", () => {
    const corner = (adj: number) => presetShape("roundRect", 200, 100, { adj }).textBox.xPt;
    expect(corner(0)).toBe(0);
    expect(corner(50_000)).toBeCloseTo(50 * (1 - Math.SQRT1_2), 1);
  });

  it("tells faces and lines apart", () => {
    const { paths } = presetShape("cube", 100, 100, {});
    expect(paths.map((path) => path.tone)).toContain("darkenLess");
    expect(presetShape("straightConnector1", 10, 10, {}).paths).toEqual([
      { d: "M0 0L10 10", filled: false, stroked: true },
    ]);
  });

  it("takes unknown names for rectangles, those of objects too", () => {
    expect(presetPath("no such shape", 10, 10, {})).toBe(presetPath("rect", 10, 10, {}));
    expect(presetPath("constructor", 10, 10, {})).toBe(presetPath("rect", 10, 10, {}));
  });
});
