import { describe, expect, it } from "vitest";
import type { Printer } from "../../../domain/renderer.ts";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { firstSheet, testWorkbook } from "../../testing/sheet-package.ts";
import { SheetAppearances } from "../cells/cell-appearances.ts";
import { CellFonts } from "../cells/cell-fonts.ts";
import { CellTexts } from "../cells/cell-text.ts";
import { DEFAULT_FONT } from "../styles/rich-text.ts";
import { NumberTexts } from "../values/number-text.ts";
import { printedDigitPt, rowUnits, screenLinePt } from "./printer-units.ts";
import { SheetLayout } from "./sheet-layout.ts";

/** Calibri: digits are 1038 of 2048 units wide, ascent and descent 1950 and 550. */
const CALIBRI = { digit: 1038 / 2048, ascent: 1950 / 2048, descent: 550 / 2048 };
const ARIAL = { digit: 1139 / 2048, ascent: 1854 / 2048, descent: 434 / 2048 };

function fontsOf({ digit, ...metrics }: typeof CALIBRI): CellFonts {
  return new CellFonts(
    (text) => text.length * digit,
    () => metrics,
    () => true,
  );
}

const calibri = fontsOf(CALIBRI);
const arial = fontsOf(ARIAL);
const sized = (sizePt: number) => ({ ...DEFAULT_FONT, sizePt });

describe("columns on paper", () => {
  it("count in digits that are whole dots of a printer with 600 to the inch", () => {
    expect(printedDigitPt(sized(11), calibri)).toBeCloseTo((47 * 72) / 600);
    expect(printedDigitPt(sized(10), arial)).toBeCloseTo((46 * 72) / 600);
  });

  it("count in whole points on a Mac", () => {
    expect(printedDigitPt(sized(11), calibri, "mac")).toBe(6);
  });
});

describe("rows of one line", () => {
  it.each([
    [
      "Calibri",
      calibri,
      [8, 9, 10, 11, 12, 14, 18, 20, 28, 36],
      [11.25, 12, 12.75, 15, 15.75, 18.75, 23.25, 26.25, 36, 46.5],
    ],
    ["Arial", arial, [11, 12, 14], [14.25, 15, 18]],
  ] as const)("have Excel's heights on a usual screen: %s", (_, fonts, sizes, heights) => {
    const difference = sizes.map((size, index) => Math.abs(screenLinePt(sized(size), fonts) - (heights[index] ?? 0)));
    // a pixel more or less where the letters of the screen are hinted
    expect(Math.max(...difference)).toBeLessThanOrEqual(0.75);
  });

  it.each([
    ["a usual screen", 15, 15, 14.52 / 15],
    ["a screen with 120 pixels to the inch", 14.4, 14.4, 14.52 / 14.4],
    ["a height that no font of this size has", 30, 15, 14.52 / 15],
    ["no height", undefined, 15, 14.52 / 15],
    ["whole points", 14, 14, 14.52 / 15],
  ])("are as high on paper as their font's: %s", (_, measured, linePt, scale) => {
    const units = rowUnits(measured, sized(11), calibri);
    expect(units.linePt).toBe(linePt);
    expect(units.scale).toBeCloseTo(scale, 3);
  });
});

describe("the proportion of print and screen", () => {
  const segoe = fontsOf({ digit: 0.539, ascent: 1.079, descent: 0.251 });
  const shareOf = (fonts: CellFonts, sizePt: number, family = "Segoe UI Semilight") =>
    rowUnits(undefined, { ...DEFAULT_FONT, family, sizePt }, fonts).scale;

  it("is that of the default font", () => {
    expect(shareOf(segoe, 10)).toBeCloseTo(14.88 / 14.25, 2);
  });

  it("is one for East Asian fonts, which were not measured", () => {
    expect(shareOf(segoe, 11, "Yu Gothic")).toBe(1);
  });
});

describe("the rows of a sheet", () => {
  const heights = (rows: string, format = "", styles = "", printer: Printer = "windows") => {
    const workbook = testWorkbook([{ name: "One", rows, before: format }], { styles });
    const sheet = firstSheet(workbook);
    const { defaultFont } = workbook.styles;
    const texts = new CellTexts(
      calibri,
      new NumberTexts(workbook.dates),
      { showZeros: true, setup: { errorText: undefined } },
      defaultFont,
    );
    const layout = new SheetLayout(
      sheet,
      new SheetAppearances(sheet, workbook.styles, workbook.colors, 0, new WorkMeter()),
      texts,
      calibri,
      defaultFont,
      printer,
    );
    return [0, 1, 2].map((row) => Math.round(layout.grid.rows.size(row) * 100) / 100);
  };
  const text = (row: number, value: string, attributes = "") =>
    `<row r="${row}" ${attributes}><c r="A${row}" s="1" t="inlineStr"><is><t>${value}</t></is></c></row>`;
  const WRAP = '<cellXfs><xf/><xf><alignment wrapText="1"/></xf></cellXfs>';

  it("are a line of the printer high for each line of their text, and those with a height of their own in proportion", () => {
    const rows = text(1, "a") + text(2, "a&#10;b") + text(3, "a", 'ht="30.75"');
    expect(heights(rows, '<sheetFormatPr defaultRowHeight="15"/>', WRAP)).toEqual([14.52, 29.04, 29.76]);
  });

  it("are whole dots of 72 to the inch on a Mac", () => {
    const rows = text(1, "a") + text(2, "a&#10;b") + text(3, "a", 'ht="25.5"');
    expect(heights(rows, '<sheetFormatPr defaultRowHeight="15"/>', WRAP, "mac")).toEqual([14, 28, 23]);
  });

  it("do not outgrow the lines of a denser screen", () => {
    const rows = text(1, "a") + text(2, "a&#10;b");
    expect(heights(rows, '<sheetFormatPr defaultRowHeight="14.4"/>', WRAP)).toEqual([14.52, 29.04, 14.52]);
  });
});
