import { expect, it } from "vitest";
import { DEFAULT_FONT } from "../styles/rich-text.ts";
import { CellFonts } from "./cell-fonts.ts";
import { visibleLine } from "./visible-lines.ts";

/** Each character is half an em, 5.5 points, wide. */
const fonts = new CellFonts(
  (text) => [...text].length / 2,
  () => ({ ascent: 0.8, descent: 0.2 }),
  () => true,
);
const FONT = { ...DEFAULT_FONT, family: "Arial" };
const placed = (text: string, xPt = 0) => ({
  line: { runs: [{ text, font: FONT }], widthPt: fonts.widthPt(text, FONT), ascentPt: 9, descentPt: 2 },
  xPt,
  yPt: 0,
  wordSpacingPt: 0,
});
const long = Array.from({ length: 3_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");

it("keeps of a long line what shows between two places, where it was", () => {
  const cut = visibleLine(placed(long), 5_500, 6_050, fonts);
  const [run] = cut?.line.runs ?? [];
  const first = Math.round((cut?.xPt ?? 0) / 5.5);
  expect(run?.text).toBe(long.slice(first, first + (run?.text.length ?? 0)));
  expect(first).toBeLessThanOrEqual(1_000);
  expect(first + (run?.text.length ?? 0)).toBeGreaterThanOrEqual(1_100);
  expect(run?.text.length).toBeLessThan(400);
});

it("leaves whole what shows whole, what is set by other rules, and drops what does not show", () => {
  const short = placed("short");
  expect(visibleLine(short, -10, 100, fonts)).toBe(short);
  const arabic = placed("\u0633\u0644".repeat(1_000));
  expect(visibleLine(arabic, 500, 600, fonts)).toBe(arabic);
  expect(visibleLine(placed(long), -100, -50, fonts)).toBeUndefined();
});
