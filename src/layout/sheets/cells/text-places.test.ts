import { describe, expect, it } from "vitest";
import { DEFAULT_FONT } from "../styles/rich-text.ts";
import type { CellStyle } from "../styles/styles.ts";
import { CellFonts } from "./cell-fonts.ts";
import type { CellText } from "./cell-text.ts";
import { placeText } from "./text-places.ts";

const fonts = new CellFonts(
  (text) => text.length / 2,
  () => ({ ascent: 1, descent: 0 }),
  () => true,
);
const PLACE = { xPt: 100, yPt: 50, widthPt: 40, heightPt: 80 };

function textOf(widthPt: number, horizontal: string): CellText {
  const line = { runs: [{ text: "words", font: DEFAULT_FONT }], widthPt, ascentPt: 8, descentPt: 2 };
  return {
    ...{ lines: [line], trail: undefined, fill: "", font: DEFAULT_FONT, horizontal, widthPt, heightPt: 10 },
    ...{ mayOverflow: true, wraps: false },
  };
}

function styleOf(alignment: Partial<CellStyle["alignment"]>): CellStyle {
  const upright = { horizontal: "general", vertical: "bottom", wrap: false, shrink: false, indent: 0, rotation: 0 };
  return {
    ...{ font: DEFAULT_FONT, fill: undefined, borders: {}, numberFormat: "General" },
    alignment: { ...upright, ...alignment },
  };
}

describe("placeText", () => {
  it("shows what fills a cell at least once", () => {
    const filled = (widthPt: number) => placeText(textOf(widthPt, "fill"), PLACE, styleOf({}), 0, fonts).lines.length;
    expect([filled(60), filled(30), filled(12)]).toEqual([1, 1, 3]);
  });

  it.each([
    // the lower left corner of what runs upwards, the lower right one of what runs downwards
    ["left", 45, 102.25 + 10 * Math.SQRT2],
    ["right", 45, 138.5],
    ["general", 45, 120.375 + 5 * Math.SQRT2],
    ["left", -45, 102.25],
    ["right", -45, 138.5 - 10 * Math.SQRT2],
  ] as const)("stands slanted text on the lower edge of its cell: %s, %i degrees", (horizontal, degrees, corner) => {
    const style = styleOf({ horizontal, rotation: degrees, vertical: "bottom" });
    const { turned } = placeText(textOf(60, "left"), PLACE, style, 0, fonts);
    const { xPt = 0, yPt = 0, widthPt = 0, heightPt = 0 } = turned?.box ?? {};
    const [x, y] = [xPt + widthPt / 2, yPt + heightPt / 2];
    const [halfWidth, halfHeight] = [30 / Math.SQRT2, 5 / Math.SQRT2];
    const side = degrees > 0 ? -1 : 1;
    expect(x + side * (halfWidth - halfHeight)).toBeCloseTo(corner, 6);
    expect(y + halfWidth + halfHeight).toBeCloseTo(129, 6);
  });
});
