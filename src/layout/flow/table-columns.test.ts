import { describe, expect, it } from "vitest";
import { autofit } from "./table-columns.ts";

const wish = (minPt: number, maxPt: number, preferredPt?: number) => ({ minPt, maxPt, preferredPt });
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

describe("autofit", () => {
  it("gives columns what they ask for when there is room", () => {
    expect(autofit([wish(10, 50, 60), wish(10, 40)], undefined, 300)).toEqual([60, 40]);
  });

  it("never goes below the widest word", () => {
    expect(autofit([wish(80, 90, 20), wish(10, 40, 40)], undefined, 300)).toEqual([80, 40]);
  });

  it("takes what is too much from the slack over the minimum", () => {
    const widths = autofit([wish(50, 200), wish(50, 100)], undefined, 200);
    expect(sum(widths)).toBeCloseTo(200);
    expect(widths[0]).toBeCloseTo(125);
  });

  it("lets a table overflow rather than break words", () => {
    expect(autofit([wish(150, 150), wish(150, 150)], undefined, 200)).toEqual([150, 150]);
  });

  it("spreads the rest of a wider table over columns without a wish", () => {
    expect(autofit([wish(10, 50, 50), wish(10, 50)], 200, 500)).toEqual([50, 150]);
  });
});
