/**
 * How large Excel prints what it measures in pixels of the screen. Columns count in the widest digit of the default font,
 * rows in its lines; both have another size on the printer than on the screen (docs/decisions/office-layout.md).
 */
import type { Printer } from "../../../domain/renderer.ts";
import { isEastAsianFont } from "../../../font/substitutes/families.ts";
import type { CellFonts } from "../cells/cell-fonts.ts";
import type { CellFont } from "../styles/rich-text.ts";

/** Windows measures on the grid of a printer, a Mac on that of a screen with 72 dots to the inch. */
const PRINTER_DOT_PT: Readonly<Record<Printer, number>> = { windows: 72 / 600, mac: 1 };
/** A usual screen has 96 to the inch. */
const SCREEN_PIXEL_PT = 0.75;
/** Height of a printed row by the ascent and descent of its font, as measured on dense screens. */
const PRINTED_LINE = 1.0813;
/**
 * Fonts whose ascent and descent are far beyond the em have more. Two fonts show it: Calibri 11 (121 dots of 600 to the
 * inch) and Segoe UI Semilight 10 (124).
 */
const INNER_LEADING = 0.541;
const LESS_THAN_LEADING = 0.0206;
/** What is taken for the proportion of print and screen: fonts that were not measured may have others. */
const MOST_DIFFERENT = 0.05;
/** Rows of the screen are higher than their font by a share and a pixel. */
const SCREEN_LINE = 1.035;
const SCREEN_LINE_PIXELS = 1;
/** A default height that is further from the default font's was chosen by hand. */
const LARGEST_DIFFERENCE = 0.08;
/** Pixels of screens with 120, 144 and 240 to the inch. */
const DENSE_PIXELS_PT = [0.6, 0.5, 0.3];

/** The widest digit of a font as it is printed: fonts and letters are whole dots of the printer. */
export function printedDigitPt(font: CellFont, fonts: CellFonts, printer: Printer = "windows"): number {
  const dotPt = PRINTER_DOT_PT[printer];
  const emDots = Math.round(font.sizePt / dotPt);
  const digitEm = fonts.digitPt(font) / font.sizePt;
  return Math.max(1, Math.round(digitEm * emDots)) * dotPt;
}

function naturalLinePt(font: CellFont, fonts: CellFonts): number {
  return fonts.ascentPt(font) + fonts.descentPt(font);
}

/** Height of a row of one line on a usual screen. */
export function screenLinePt(font: CellFont, fonts: CellFonts): number {
  const pixels = naturalLinePt(font, fonts) / SCREEN_PIXEL_PT;
  return Math.round(pixels * SCREEN_LINE + SCREEN_LINE_PIXELS) * SCREEN_PIXEL_PT;
}

export interface RowUnits {
  /** Height of a row of one line in the default font, as the workbook counts. */
  linePt: number;
  /** How much higher rows are on paper than the workbook says. */
  scale: number;
}

/** `measuredPt`: the default height of rows where Excel measured it, on the screen on which the workbook was saved. */
export function rowUnits(
  measuredPt: number | undefined,
  font: CellFont,
  fonts: CellFonts,
  printer: Printer = "windows",
): RowUnits {
  const usualPt = screenLinePt(font, fonts);
  const isMeasured = measuredPt !== undefined && Math.abs(measuredPt / usualPt - 1) <= LARGEST_DIFFERENCE;
  const linePt = isMeasured ? measuredPt : usualPt;
  if (printer === "mac") return { linePt, scale: Math.ceil(naturalLinePt(font, fonts)) / usualPt };
  if (isMeasured && isOfDenseScreen(measuredPt)) {
    return { linePt, scale: (naturalLinePt(font, fonts) * PRINTED_LINE) / measuredPt };
  }
  return { linePt, scale: printedShare(font, fonts, usualPt) };
}

/** A row as it is printed: all are in the proportion of the default font's, those with heights of their own, too. */
export function printedRowPt(heightPt: number, { scale }: RowUnits, printer: Printer = "windows"): number {
  const pt = heightPt * scale;
  return printer === "mac" ? Math.floor(pt + ROUNDING_PT) : pt;
}

const ROUNDING_PT = 1e-6;

/** Height of a printed row by its height on a usual screen. East Asian fonts were not measured. */
function printedShare(font: CellFont, fonts: CellFonts, usualPt: number): number {
  if (isEastAsianFont(font.family)) return 1;
  const naturalEm = naturalLinePt(font, fonts) / font.sizePt;
  const leaded = naturalEm + INNER_LEADING * (naturalEm - 1) - LESS_THAN_LEADING;
  const printedEm = Math.max(naturalEm * PRINTED_LINE, leaded);
  const share = (printedEm * font.sizePt) / usualPt;
  return Math.min(1 + MOST_DIFFERENT, Math.max(1 - MOST_DIFFERENT, share));
}

function isOfDenseScreen(heightPt: number): boolean {
  const isWhole = (pixelPt: number) => Math.abs(heightPt / pixelPt - Math.round(heightPt / pixelPt)) < 0.001;
  return !isWhole(SCREEN_PIXEL_PT) && !isWhole(1) && DENSE_PIXELS_PT.some(isWhole);
}
