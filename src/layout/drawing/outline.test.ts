import { describe, expect, it } from "vitest";
import type { Fill } from "../model/fill.ts";
import { orderedPaths, toned } from "./outline.ts";

describe("toned", () => {
  const solid = (color: string): Fill => ({ kind: "solid", color, opacity: 0.5 });

  it.each([
    ["lighten", "#000000", "#666666"],
    ["lightenLess", "#000000", "#333333"],
    ["darken", "#ffffff", "#999999"],
    ["darkenLess", "#ffffff", "#cccccc"],
    [undefined, "#123456", "#123456"],
  ] as const)("%s", (tone, color, expected) => {
    expect(toned(solid(color), tone)).toEqual(solid(expected));
  });

  it("changes all colors of a gradient, and no pattern", () => {
    const stop = (offset: number, color: string) => ({ offset, color, opacity: 1 });
    const gradient = (from: string, to: string): Fill => ({
      ...{ kind: "gradient", angleDeg: 0, radial: false },
      stops: [stop(0, from), stop(1, to)],
    });
    expect(toned(gradient("#ffffff", "#0000ff"), "darken")).toEqual(gradient("#999999", "#000099"));
    const pattern: Fill = {
      kind: "pattern",
      preset: "cross",
      foreground: "#000000",
      background: "#ffffff",
      opacity: 1,
    };
    expect(toned(pattern, "darken")).toBe(pattern);
  });
});

describe("orderedPaths", () => {
  it("lays the lines of a shape on its faces", () => {
    const path = (d: string, filled: boolean) => ({ d, filled, stroked: true });
    const paths = [path("M0 0", false), path("M1 1", true), path("M2 2", false), path("M3 3", true)];
    const box = { geometry: { kind: "paths", paths, widthUnits: 1, heightUnits: 1 }, widthPt: 9, heightPt: 9 } as const;
    expect(orderedPaths(box).map(({ d }) => d)).toEqual(["M1 1", "M3 3", "M0 0", "M2 2"]);
  });
});
