import { describe, expect, it } from "vitest";
import { transformColor } from "./color.ts";

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
  ])("%s %s %d -> %s", (color, transform, amount, result) => {
    expect(transformColor(color, transform, amount)).toBe(result);
  });
});
