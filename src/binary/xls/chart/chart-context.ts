import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import { DEFAULT_PALETTE } from "../../../spreadsheet/palette.ts";
import type { BiffFont } from "../workbook/fonts-and-formats.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";

export interface ChartContext {
  globals: WorkbookGlobals;
  /** Values of cells, for charts that do not store them: row by row. */
  cellValues(sheetName: string, range: GridRange): (string | number | undefined)[];
}

const FIRST_PALETTE_INDEX = 8;
const SYSTEM_COLORS: Readonly<Record<number, string>> = {
  64: "000000",
  65: "ffffff",
  77: "000000",
  78: "ffffff",
  79: "000000",
};

/** A color of the palette, six hexadecimal digits. */
export function paletteColor({ palette }: WorkbookGlobals, index: number): string {
  const place = index < FIRST_PALETTE_INDEX ? index : index - FIRST_PALETTE_INDEX;
  const colors = index < FIRST_PALETTE_INDEX ? undefined : palette;
  return SYSTEM_COLORS[index] ?? colors?.[place] ?? DEFAULT_PALETTE[place]?.slice(1) ?? "000000";
}

const FIRST_FILL = 24;
const FIRST_LINE = 32;
const ROW = 8;

/** Colors that Excel gives to the fills of series by itself: rows of eight of the palette. */
export function automaticFill(globals: WorkbookGlobals, index: number): string {
  const rows = [FIRST_FILL, 40, 48, 56, 8, 16, FIRST_LINE];
  return paletteColor(globals, (rows[Math.floor(index / ROW) % rows.length] ?? FIRST_FILL) + (index % ROW));
}

export function automaticLine(globals: WorkbookGlobals, index: number): string {
  const rows = [FIRST_LINE, 40, 48, 56, 8, 16, FIRST_FILL];
  return paletteColor(globals, (rows[Math.floor(index / ROW) % rows.length] ?? FIRST_LINE) + (index % ROW));
}

export function formatCode({ formats }: WorkbookGlobals, index: number, builtIn: Readonly<Record<number, string>>) {
  return formats.get(index) ?? builtIn[index] ?? "General";
}

export function fontColor(globals: WorkbookGlobals, font: BiffFont): string {
  return font.colorIndex === 0x7fff ? "000000" : paletteColor(globals, font.colorIndex);
}
