import { describe, expect, it } from "vitest";
import { withTables } from "../../font/testing/font-tables.ts";
import { words as shorts, smallFont } from "../../font/testing/small-font.ts";
import { found, pageOf, words } from "../testing/detect-page.ts";

describe("places to tick", () => {
  it("are brackets and parentheses that stand apart before words", () => {
    const file = pageOf(words(20, 200, "[    ] Married") + words(20, 150, "\\(    \\) Single"));
    expect(found(file).map(({ kind, name }) => [kind, name])).toEqual([
      ["check", "Married"],
      ["check", "Single"],
    ]);
  });

  it("are no parentheses of telephone numbers and of words", () => {
    const phone = found(pageOf(words(20, 200, "Telephone \\(    \\) ________")));
    expect(phone.map(({ kind }) => kind)).toEqual(["text"]);
    expect(found(pageOf(words(20, 200, "the sum f\\(    \\) of it")))).toEqual([]);
  });

  it("are as large as the outline of their letter, with half of its shadow", () => {
    const [tick, ...rest] = found(pageOf("BT /B 10 Tf 20 200 Td (A) Tj ET", RESOURCES, boxFont(SHADOWED)));
    expect(rest).toEqual([]);
    expect(tick?.kind).toBe("check");
    // white from 0.15 to 0.65 em, a line of 0.05 or 0.1 about it: 0.075 on each side, and 0.06 to reach over it
    expect(tick?.box.map((points) => Math.round(10 * points) / 10)).toEqual([20.2, 200.2, 27.9, 207.9]);
  });

  it("are no letters that are filled", () => {
    expect(found(pageOf("BT /B 10 Tf 20 200 Td (A) Tj ET", RESOURCES, boxFont([contour(100, 100, 750, 750)])))).toEqual(
      [],
    );
  });
});

const RESOURCES = "/Resources<</Font<</B 30 0 R>>>>";

type Contour = readonly (readonly [x: number, y: number])[];
const contour = (x0: number, y0: number, x1: number, y1: number): Contour => [
  [x0, y0],
  [x0, y1],
  [x1, y1],
  [x1, y0],
];
/** A frame of 50 thousandths, and 50 more at its right and foot. */
const SHADOWED = [contour(100, 50, 750, 700), contour(150, 150, 650, 650)];

/** The font program of squares whose A draws these contours. */
function boxFont(contours: readonly Contour[]) {
  const points = contours.flat();
  const steps = (axis: 0 | 1) => points.map((point, index) => point[axis] - (points[index - 1]?.[axis] ?? 0));
  const ends = contours.map((_, index) => 4 * (index + 1) - 1);
  const glyph = [
    ...shorts(contours.length, 0, 0, 800, 800, ...ends, 0),
    ...points.map(() => 1),
    ...shorts(...steps(0), ...steps(1)),
  ];
  const loca = [0, 0, glyph.length, glyph.length, glyph.length].flatMap((at) => shorts(0, at));
  const program = withTables(smallFont(), { glyf: Uint8Array.from(glyph), loca: Uint8Array.from(loca) });
  return {
    30: "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+TickBoxes/FirstChar 65/LastChar 65/Widths[900]/FontDescriptor 31 0 R>>",
    31: "<</Type/FontDescriptor/FontName/ABCDEF+TickBoxes/Flags 4/FontFile2 32 0 R>>",
    32: { entries: "", bytes: Buffer.from(program).toString("latin1") },
  };
}
