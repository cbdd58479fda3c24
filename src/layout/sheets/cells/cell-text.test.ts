import { expect, it } from "vitest";
import { DEFAULT_FONT } from "../styles/rich-text.ts";
import type { CellStyle } from "../styles/styles.ts";
import { NumberTexts } from "../values/number-text.ts";
import { CellFonts } from "./cell-fonts.ts";
import { CellTexts } from "./cell-text.ts";

/** Each letter is as wide as half its height. */
const fonts = new CellFonts(
  (text) => text.length / 2,
  () => ({ ascent: 1, descent: 0 }),
  () => false,
);
const textsOf = (errorText?: string) =>
  new CellTexts(fonts, new NumberTexts(1900), { showZeros: true, setup: { errorText } }, DEFAULT_FONT);
const style = (numberFormat: string): CellStyle => ({
  font: { ...DEFAULT_FONT, sizePt: 10 },
  fill: undefined,
  borders: {},
  alignment: { horizontal: "general", vertical: "bottom", wrap: false, shrink: false, indent: 0, rotation: 0 },
  numberFormat,
});

it.each([
  [-1, "m/d/yyyy", "#".repeat(20)],
  [45_356, "m/d/yyyy", "3/5/2024"],
  [-1, "0", "-1"],
])("%d as %s is %s in a cell of twenty letters", (number, code, expected) => {
  const text = textsOf().layout({ kind: "number", number }, { style: style(code), conditional: undefined }, 104);
  expect(text?.lines.map((line) => line.runs.map((run) => run.text).join(""))).toEqual([expected]);
});

it.each([
  [undefined, "#REF!"],
  ["--", "--"],
  ["", ""],
])("errors are printed as the sheet says: %j", (errorText, expected) => {
  const look = { style: style("General"), conditional: undefined };
  const text = textsOf(errorText).layout({ kind: "error", code: "#REF!" }, look, 104);
  expect(text?.lines.flatMap((line) => line.runs.map((run) => run.text)).join("")).toBe(expected);
});
