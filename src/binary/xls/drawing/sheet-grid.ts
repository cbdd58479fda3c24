/** Where cells lie as Excel shows them on a screen: shapes need a size before fonts can be measured. */
import { EMU_PER_PIXEL, EMU_PER_TWIP } from "../../../geometry/units.ts";
import type { SheetContent } from "../content/sheet-content.ts";
import type { AnchorCorner } from "../content/sheet-drawing.ts";

const PIXELS_PER_DIGIT = 7;
const PADDING_PIXELS = 5;
const DEFAULT_DIGITS = 8;
const DEFAULT_ROW_TWIPS = 255;

export class SheetGrid {
  readonly #sheet: SheetContent;
  readonly #columnWidths: number[] = [];
  readonly #usualWidth: number;
  readonly #tops = [0];

  constructor(sheet: SheetContent) {
    this.#sheet = sheet;
    const digits = sheet.baseColumnWidth ?? DEFAULT_DIGITS;
    this.#usualWidth =
      sheet.defaultColumnWidth === undefined
        ? (digits * PIXELS_PER_DIGIT + PADDING_PIXELS) * EMU_PER_PIXEL
        : widthEmu(sheet.defaultColumnWidth);
    for (const { first, last, width, isHidden } of sheet.columns) {
      for (let column = first; column <= last; column++) this.#columnWidths[column] = isHidden ? 0 : widthEmu(width);
    }
  }

  columnEmu(column: number): number {
    return this.#columnWidths[column] ?? this.#usualWidth;
  }

  rowEmu(index: number): number {
    const row = this.#sheet.rows.get(index);
    if (row?.isHidden || (!row && this.#sheet.rowsHiddenByDefault)) return 0;
    return (row?.heightTwips ?? this.#sheet.defaultRowTwips ?? DEFAULT_ROW_TWIPS) * EMU_PER_TWIP;
  }

  /** Left and top of a corner, in EMU from the sheet's own corner. */
  place({ column, columnShare, row, rowShare }: AnchorCorner): { x: number; y: number } {
    let x = columnShare * this.columnEmu(column);
    for (let before = 0; before < column; before++) x += this.columnEmu(before);
    return { x, y: this.#top(row) + rowShare * this.rowEmu(row) };
  }

  /** Tops are kept: many shapes far down would walk over the same rows again and again. */
  #top(row: number): number {
    for (let next = this.#tops.length; next <= row; next++) {
      this.#tops.push((this.#tops[next - 1] ?? 0) + this.rowEmu(next - 1));
    }
    return this.#tops[row] ?? 0;
  }
}

function widthEmu(width: number): number {
  return Math.trunc((width * PIXELS_PER_DIGIT) / 256 + 0.5) * EMU_PER_PIXEL;
}
