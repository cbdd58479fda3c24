import { describe, expect, it } from "vitest";
import { type Arrangement, arrangeImages, type Box } from "./arrange-images.ts";

const BOX: Box = { x: 1000, y: 2000, width: 4000, height: 2000 };
const MIDDLE: Arrangement = { place: "middle", mayGrow: true };
const END: Arrangement = { place: "end", mayGrow: false };

const square = (side: number) => ({ width: side, height: side });

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe("pictures of one box", () => {
  it("are side by side, as large as they fit, in the middle", () => {
    // A gap of 80 between them: 3920 / 2 = 1960 each.
    expect(arrangeImages(BOX, [square(100), square(100)], MIDDLE)).toEqual([
      { x: 1000, y: 2020, width: 1960, height: 1960 },
      { x: 3040, y: 2020, width: 1960, height: 1960 },
    ]);
  });

  it("are one below the other in a high box", () => {
    const high = { x: 0, y: 0, width: 1000, height: 2040 };
    expect(arrangeImages(high, [square(100), square(100)], MIDDLE)).toEqual([
      { x: 0, y: 0, width: 1000, height: 1000 },
      { x: 0, y: 1040, width: 1000, height: 1000 },
    ]);
  });

  it("keep their size over the right end when they fit", () => {
    expect(arrangeImages(BOX, [square(100), { width: 300, height: 200 }], END)).toEqual([
      { x: 4520, y: 2950, width: 100, height: 100 },
      { x: 4700, y: 2900, width: 300, height: 200 },
    ]);
    expect(arrangeImages(BOX, [square(9000)], END)).toEqual([{ x: 3000, y: 2000, width: 2000, height: 2000 }]);
  });

  it.each([2, 3, 7, 60, 500])("%i of them stay in the box, in order, and do not overlap", (count) => {
    const sizes = Array.from({ length: count }, (_, index) => ({ width: 300 + (index % 4) * 90, height: 400 }));
    const large = { x: 10_000, y: 20_000, width: 4_000_000, height: 2_000_000 };
    const placed = arrangeImages(large, sizes, MIDDLE);
    expect(placed).toHaveLength(count);
    for (const [index, each] of placed.entries()) {
      expect(each.x).toBeGreaterThanOrEqual(large.x);
      expect(each.x + each.width).toBeLessThanOrEqual(large.x + large.width + 1);
      expect(each.y).toBeGreaterThanOrEqual(large.y);
      expect(each.y + each.height).toBeLessThanOrEqual(large.y + large.height + 1);
      const next = placed[index + 1];
      if (next) expect(overlap(each, next) || (next.y <= each.y && next.x < each.x)).toBe(false);
    }
  });

  it("fit even if their gaps do not", () => {
    const placed = arrangeImages({ x: 0, y: 0, width: 10, height: 10 }, Array(4000).fill(square(5)), END);
    expect(placed.every(({ width }) => width >= 1)).toBe(true);
    expect(placed).toHaveLength(4000);
    expect(arrangeImages(BOX, [], END)).toEqual([]);
  });
});
