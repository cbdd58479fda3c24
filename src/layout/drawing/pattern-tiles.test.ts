import { describe, expect, it } from "vitest";
import { patternDots } from "./pattern-tiles.ts";

/** The rows of a tile, from the top. */
function tile(preset: string): string[] {
  const dots = [...patternDots(preset).matchAll(/M(\d) (\d)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const steps = [...Array(8).keys()];
  return steps.map((y) => steps.map((x) => (dots.includes(`${x} ${y}`) ? "#" : ".")).join(""));
}

describe("patternDots", () => {
  it.each([
    ["horz", ["########", ...Array(7).fill("........")]],
    ["vert", Array(8).fill("#.......")],
    ["dnDiag", Array.from({ length: 8 }, (_, row) => `${".".repeat(row)}#${".".repeat(7 - row)}`)],
    ["upDiag", Array.from({ length: 8 }, (_, row) => `${".".repeat(7 - row)}#${".".repeat(row)}`)],
    ["smCheck", [..."01100110"].map((row) => (row === "0" ? "#..##..#" : ".##..##."))],
  ])("has the dots of %s where they belong", (preset, rows) => {
    expect(tile(preset)).toEqual(rows);
  });

  it("has as many dots as a share of its tile says, spread over it", () => {
    const count = (preset: string) => tile(preset).join("").replaceAll(".", "").length;
    expect(["pct5", "pct10", "pct25", "pct50", "pct75", "pct90"].map(count)).toEqual([4, 7, 16, 32, 48, 58]);
    expect(tile("pct25").slice(0, 4)).toEqual(["#.#.#.#.", "........", "#.#.#.#.", "........"]);
  });

  it("takes names that it does not know for an even half", () => {
    expect(tile("nobody")).toEqual(tile("pct50"));
  });
});
