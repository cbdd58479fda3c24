import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { LAST_COLUMN } from "../../../spreadsheet/cell-reference.ts";
import { firstSheet, testWorkbook } from "../../testing/sheet-package.ts";
import { SheetAppearances } from "../cells/cell-appearances.ts";
import { CellFonts } from "../cells/cell-fonts.ts";
import { CellTexts } from "../cells/cell-text.ts";
import { NumberTexts } from "../values/number-text.ts";
import { SheetLayout } from "./sheet-layout.ts";

/** Each character is half as wide as its font is high. */
const fonts = new CellFonts(
  (text) => text.length / 2,
  () => ({ ascent: 0.8, descent: 0.2 }),
  () => true,
);

/** Columns over which the text of the first cell of the sheet extends. */
function reach(rows: string, rest = "", styles = "") {
  const workbook = testWorkbook([{ name: "One", rows, rest }], { styles });
  const sheet = firstSheet(workbook);
  const { defaultFont } = workbook.styles;
  const shows = { showZeros: true, setup: { errorText: undefined } };
  const layout = new SheetLayout(
    sheet,
    new SheetAppearances(sheet, workbook.styles, workbook.colors, 0, new WorkMeter()),
    new CellTexts(fonts, new NumberTexts(workbook.dates), shows, defaultFont),
    fonts,
    defaultFont,
  );
  for (const row of sheet.rows.values()) {
    for (const cell of row.cells.values()) {
      const text = layout.textOf(cell);
      if (text) return layout.reach(cell, text);
    }
  }
  return undefined;
}

const cell = (place: string, text: string, style = 0) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;
const TO_THE_RIGHT = '<cellXfs><xf/><xf><alignment horizontal="right"/></xf></cellXfs>';

describe("the text of a cell", () => {
  it("extends over free columns as far as it is long", () => {
    expect(reach(`<row r="1">${cell("A1", "x".repeat(30))}</row>`)).toEqual({ first: 0, last: 3 });
  });

  it("ends before the next cell that holds something, and before merged cells", () => {
    expect(reach(`<row r="1">${cell("A1", "x".repeat(300))}${cell("D1", "y")}</row>`)?.last).toBe(2);
    const merged = '<mergeCells><mergeCell ref="C1:E4"/></mergeCells>';
    expect(reach(`<row r="1">${cell("A1", "x".repeat(300))}</row>`, merged)?.last).toBe(1);
  });

  it("extends to the other side where it stands at the right, and ends at the first column", () => {
    expect(reach(`<row r="1">${cell("F1", "x".repeat(20), 1)}</row>`, "", TO_THE_RIGHT)).toEqual({ first: 3, last: 5 });
    expect(reach(`<row r="1">${cell("C1", "x".repeat(900), 1)}</row>`, "", TO_THE_RIGHT)).toEqual({
      first: 0,
      last: 2,
    });
  });

  it("ends with the sheet, however long it is", () => {
    expect(reach(`<row r="1">${cell("A1", "x".repeat(1_000_000))}</row>`)?.last).toBe(LAST_COLUMN - 1);
  });
});
