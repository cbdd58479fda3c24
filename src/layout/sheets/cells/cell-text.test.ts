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

it("a text that cells share is measured once for each style and width", () => {
  let measured = 0;
  const counting = new CellFonts(
    (text) => {
      measured += text.length;
      return text.length / 2;
    },
    () => ({ ascent: 1, descent: 0 }),
    () => false,
  );
  const texts = new CellTexts(
    counting,
    new NumberTexts(1900),
    { showZeros: true, setup: { errorText: undefined } },
    DEFAULT_FONT,
  );
  const runs = Array.from({ length: 50 }, (_, size) => ({
    text: "word ".repeat(100),
    font: { ...DEFAULT_FONT, sizePt: size + 1 },
  }));
  const look = { style: style("General"), conditional: undefined };
  const layOut = (widthPt: number) => texts.layout({ kind: "text", runs }, look, widthPt);
  const first = layOut(100);
  const once = measured;
  for (let cell = 0; cell < 400; cell++) expect(layOut(100)).toBe(first);
  expect(measured).toBe(once);
  expect(layOut(200)).not.toBe(first);
});
