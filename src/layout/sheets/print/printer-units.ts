/**
 * How large Excel prints what it measures in pixels of the screen. Columns count in the widest digit of the default font,
 * rows in its lines; both have another size on the printer than on the screen (docs/decisions/office-layout.md).
 */
import type { CellFonts } from "../cells/cell-fonts.ts";
import type { CellFont } from "../styles/rich-text.ts";

const PRINTER_DOT_PT = 72 / 600;
/** A usual screen has 96 to the inch. */
const SCREEN_PIXEL_PT = 0.75;
/** Height of a printed row by the ascent and descent of its font. */
const PRINTED_LINE = 1.0813;
/** Rows of the screen are higher than their font by a share and a pixel. */
const SCREEN_LINE = 1.035;
const SCREEN_LINE_PIXELS = 1;
/** A default height that is further from the default font's was chosen by hand. */
const LARGEST_DIFFERENCE = 0.08;
/** Pixels of screens with 120, 144 and 240 to the inch. */
const DENSE_PIXELS_PT = [0.6, 0.5, 0.3];

/** The widest digit of a font as it is printed: fonts and letters are whole dots of the printer. */
export function printedDigitPt(font: CellFont, fonts: CellFonts): number {
  const emDots = Math.round(font.sizePt / PRINTER_DOT_PT);
  const digitEm = fonts.digitPt(font) / font.sizePt;
  return Math.max(1, Math.round(digitEm * emDots)) * PRINTER_DOT_PT;
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
export function rowUnits(measuredPt: number | undefined, font: CellFont, fonts: CellFonts): RowUnits {
  const usualPt = screenLinePt(font, fonts);
  if (measuredPt === undefined || Math.abs(measuredPt / usualPt - 1) > LARGEST_DIFFERENCE) {
    return { linePt: usualPt, scale: 1 };
  }
  // How the rows of a usual screen are printed is not known yet: they stay as they are.
  const scale = isOfDenseScreen(measuredPt) ? (naturalLinePt(font, fonts) * PRINTED_LINE) / measuredPt : 1;
  return { linePt: measuredPt, scale };
}

function isOfDenseScreen(heightPt: number): boolean {
  const isWhole = (pixelPt: number) => Math.abs(heightPt / pixelPt - Math.round(heightPt / pixelPt)) < 0.001;
  return !isWhole(SCREEN_PIXEL_PT) && !isWhole(1) && DENSE_PIXELS_PT.some(isWhole);
}
