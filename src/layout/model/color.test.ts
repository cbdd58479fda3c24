import { describe, expect, it } from "vitest";
import { isDark, transformColor } from "./color.ts";

describe("transformColor", () => {
  it.each([
    ["#4472c4", "lumMod", 0.5, "#203864"],
    ["#ff0000", "comp", 1, "#00ffff"],
    ["#123456", "inv", 1, "#edcba9"],
    ["#808080", "shade", 0, "#000000"],
    ["#808080", "tint", 0, "#ffffff"],
    ["#ff0000", "hueOff", 72, "#00ff00"],
    ["#ff8000", "green", 0, "#ff0000"],
    ["#404040", "redMod", 2, "#804040"],
    ["#000000", "blueOff", 1, "#0000ff"],
    ["#336699", "unknown", 0.3, "#336699"],
    // as colorsys of Python works them out
    ["#4472c4", "lumOff", 0.25, "#a5bbe3"],
    ["#4472c4", "lum", 0.2, "#182c4e"],
    ["#4472c4", "satMod", 0.5, "#647ba4"],
    ["#4472c4", "satOff", 0.3, "#1f68e9"],
    ["#4472c4", "sat", 1, "#0961ff"],
    ["#4472c4", "hue", 72, "#44c444"],
    ["#4472c4", "hueMod", 0.5, "#5bc444"],
    ["#4472c4", "gray", 1, "#6e6e6e"],
    ["#4472c4", "gamma", 1, "#8cb1e2"],
    ["#4472c4", "invGamma", 1, "#0e2b8f"],
  ])("%s %s %d -> %s", (color, transform, amount, result) => {
    expect(transformColor(color, transform, amount)).toBe(result);
  });
});

it.each([
  ["#000000", true],
  ["#0000ff", true],
  ["#3c3c3c", true],
  ["#3e3e3e", false],
  ["#ff0000", false],
])("text of no color on %s is white: %s", (color, dark) => {
  expect(isDark(color)).toBe(dark);
});
