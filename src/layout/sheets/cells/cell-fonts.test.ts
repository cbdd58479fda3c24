import { expect, it } from "vitest";
import { DEFAULT_FONT } from "../styles/rich-text.ts";
import { CellFonts } from "./cell-fonts.ts";

const fonts = new CellFonts(
  (text) => text.length / 2,
  () => ({ ascent: 1, descent: 0 }),
  () => false,
);
const digit = (family: string) => fonts.digitPt({ ...DEFAULT_FONT, family, sizePt: 10 });

it("sets substitutes in the width of the font they stand for, but not for its syllables", () => {
  expect(digit("Verdana")).toBeGreaterThan(5);
  expect(digit("Dotum")).toBe(5);
});
