import { describe, expect, it } from "vitest";
import { words } from "../testing/small-font.ts";
import { MathTable } from "./math-table.ts";

const HEADER_BYTES = 10;
const CONSTANT_COUNT = 51;

/** Glyphs one by one, ascending. */
const coverage = (...glyphs: number[]) => words(1, glyphs.length, ...glyphs);
const value = (units: number) => words(units, 0);

/** Constants whose value is their index: leading is 1, the height of the axis 2, ... */
const constants = [
  ...words(70, 55, 1300, 1500),
  ...Array.from({ length: CONSTANT_COUNT }, (_, index) => value(index + 1)).flat(),
  ...words(60),
];

/** Glyph 5 leans by 80 and has its accents at 250; at its upper right corner there are 10 below 300, -40 above. */
const corner = [...words(1), ...value(300), ...value(10), ...value(-40)];
const kerns = [...words(12, 1, 12 + 6, 0, 0, 0), ...coverage(5), ...corner];
const oneValue = (units: number) => [...words(8, 1), ...value(units), ...coverage(5)];
const glyphs = [...words(8, 24, 0, 40), ...oneValue(80), ...words(0), ...oneValue(250), ...words(0), ...kerns];

/** Glyph 7 grows upwards: to glyphs 8 and 9, then by parts; glyph 10 sideways. */
const assembly = [...value(0), ...words(2), ...words(11, 0, 100, 500, 0), ...words(12, 200, 200, 400, 1)];
const upright = [...words(12, 2), ...words(8, 900), ...words(9, 1800), ...assembly];
const wide = words(0, 1, 13, 700);
const variants = [
  ...words(50, 14, 20, 1, 1, 26, 26 + upright.length),
  ...coverage(7),
  ...coverage(10),
  ...upright,
  ...wide,
];

function table(parts = { constants, glyphs, variants }): Uint8Array {
  const second = HEADER_BYTES + parts.constants.length;
  const third = second + parts.glyphs.length;
  const header = words(1, 0, HEADER_BYTES, second, third);
  return Uint8Array.from([...header, ...parts.constants, ...parts.glyphs, ...parts.variants]);
}

describe("the MATH table", () => {
  const math = MathTable.read(table(), 1000);

  it("has constants as shares of the em", () => {
    expect(math?.constants).toMatchObject({
      scriptScale: 0.7,
      scriptScriptScale: 0.55,
      displayOperatorMinHeight: 1.5,
      mathLeading: 0.001,
      axisHeight: 0.002,
      radicalKernAfterDegree: 0.051,
      radicalDegreeBottomRaise: 0.6,
    });
  });

  it("says how glyphs lean, where their accents go and how much room their corners leave", () => {
    expect(math?.italicCorrection(5)).toBe(0.08);
    expect(math?.italicCorrection(6)).toBe(0);
    expect(math?.accentAttachment(5)).toBe(0.25);
    expect(math?.accentAttachment(6)).toBeUndefined();
    expect(math?.cornerKern(5, "topRight", 0.2)).toBe(0.01);
    expect(math?.cornerKern(5, "topRight", 0.3)).toBe(-0.04);
    expect(math?.cornerKern(5, "topLeft", 0.2)).toBe(0);
  });

  it("says how signs grow", () => {
    expect(math?.minOverlap).toBe(0.05);
    expect(math?.stretched(7, "vertical")).toEqual({
      variants: [
        { glyph: 8, length: 0.9 },
        { glyph: 9, length: 1.8 },
      ],
      assembly: [
        { glyph: 11, startConnector: 0, endConnector: 0.1, length: 0.5, isExtender: false },
        { glyph: 12, startConnector: 0.2, endConnector: 0.2, length: 0.4, isExtender: true },
      ],
    });
    expect(math?.stretched(10, "horizontal")).toEqual({ variants: [{ glyph: 13, length: 0.7 }], assembly: [] });
    expect(math?.stretched(7, "horizontal")).toBeUndefined();
  });

  it("is not one if it is damaged", () => {
    const whole = table();
    for (const length of [0, 8, 20, 150, whole.length - 1]) {
      expect(MathTable.read(whole.subarray(0, length), 1000)).toBeUndefined();
    }
  });
});
