import { describe, expect, it } from "vitest";
import { type Outline, rectangle } from "../display-list/outline.ts";
import { type SoftEdge, softOutline } from "./soft-outline.ts";

const SHARP: SoftEdge = { isFilled: true, lineWidthPt: 0, blurPt: 0, glowPt: 0 };

/** Opacity at a point, from 0 to 255. */
function opacityAt(outline: Outline, edge: Partial<SoftEdge>, xPt: number, yPt: number): number {
  const soft = softOutline(outline, "#000000", { ...SHARP, ...edge });
  if (!soft) throw new Error("there is nothing");
  const { source, widthPt, heightPt } = soft;
  const column = Math.floor(((xPt - soft.xPt) / widthPt) * source.widthPixels);
  const row = Math.floor(((yPt - soft.yPt) / heightPt) * source.heightPixels);
  return source.alpha[row * source.widthPixels + column] ?? 0;
}

describe("softOutline", () => {
  const square = rectangle(10, 10, 40, 40);

  it.each([
    ["fills what lies within", {}, 30, 30, 255, 255],
    ["leaves what lies outside", {}, 5, 5, 0, 0],
    ["is half as dark on the edge of a blur", { blurPt: 20 }, 10, 30, 100, 155],
    ["is dark far within a blur", { blurPt: 8 }, 30, 30, 250, 255],
    ["strokes a line", { isFilled: false, lineWidthPt: 4 }, 10, 30, 200, 255],
    ["leaves out what a line surrounds", { isFilled: false, lineWidthPt: 4 }, 30, 30, 0, 0],
    ["glows around", { glowPt: 10 }, 5, 30, 90, 165],
    ["glows no farther than said", { glowPt: 10 }, -2, 30, 0, 0],
  ] as const)("%s", (_, edge, x, y, least, most) => {
    const opacity = opacityAt(square, edge, x, y);
    expect(opacity).toBeGreaterThanOrEqual(least);
    expect(opacity).toBeLessThanOrEqual(most);
  });

  it("cuts holes by the even-odd rule and follows curves", () => {
    const hole = rectangle(20, 20, 20, 20);
    const ring = { operators: square.operators + hole.operators, numbers: [...square.numbers, ...hole.numbers] };
    expect(opacityAt(ring, {}, 30, 30)).toBe(0);
    const arch: Outline = { operators: "MCZ", numbers: [0, 40, 0, 0, 40, 0, 40, 40] };
    expect(opacityAt(arch, {}, 20, 20)).toBe(255);
    expect(opacityAt(arch, {}, 2, 2)).toBe(0);
  });

  it("has few pixels, however large the outline", () => {
    const soft = softOutline(rectangle(0, 0, 4000, 4000), "#000000", { ...SHARP, blurPt: 1 });
    expect(soft?.source.alpha.length).toBeLessThan(100_000);
  });

  it("is nothing for an outline without length", () => {
    expect(softOutline({ operators: "", numbers: [] }, "#000000", SHARP)).toBeUndefined();
  });
});
