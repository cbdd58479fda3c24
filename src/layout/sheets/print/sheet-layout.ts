/** Sizes of a sheet's rows and columns and the area that is printed. */

import type { Printer } from "../../../domain/renderer.ts";
import type { Box } from "../../../geometry/box.ts";
import { LAST_COLUMN } from "../../../spreadsheet/cell-reference.ts";
import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { SheetAppearances } from "../cells/cell-appearances.ts";
import type { CellFonts } from "../cells/cell-fonts.ts";
import { type CellText, type CellTexts, LEFT_PADDING_PT } from "../cells/cell-text.ts";
import type { TextLine } from "../cells/text-lines.ts";
import { isSlanted, leanPt } from "../cells/text-places.ts";
import type { DrawingAnchor } from "../model/drawing-anchor.ts";
import type { Sheet } from "../model/sheet.ts";
import type { CellFont } from "../styles/rich-text.ts";
import type { Cell } from "../values/sheet-data.ts";
import { columnWidthPt, defaultColumnWidthPt, type Grid, makeGrid } from "./grid.ts";
import { printedDigitPt, printedRowPt, type RowUnits, rowUnits, screenLinePt } from "./printer-units.ts";

const ROW_GAP_PT = 1.5;
const PIXEL_PT = 0.75;
const MOST_LEANING_COLUMNS = 40;
const MAX_ROW_PT = 409.5;
/** Sums of widths differ by less. */
const ROUNDING_PT = 1e-6;

export class SheetLayout {
  readonly sheet: Sheet;
  readonly appearances: SheetAppearances;
  readonly texts: CellTexts;
  readonly grid: Grid;
  readonly #fonts: CellFonts;
  readonly #defaultFont: CellFont;
  readonly #rowUnits: RowUnits;
  readonly #takenColumns = new Map<number, readonly number[]>();

  constructor(
    sheet: Sheet,
    appearances: SheetAppearances,
    texts: CellTexts,
    fonts: CellFonts,
    defaultFont: CellFont,
    printer: Printer = "windows",
  ) {
    this.sheet = sheet;
    this.appearances = appearances;
    this.texts = texts;
    this.#fonts = fonts;
    this.#defaultFont = defaultFont;
    const digitPt = printedDigitPt(defaultFont, fonts, printer);
    const usual =
      sheet.defaultColumnWidth === undefined
        ? defaultColumnWidthPt(sheet.baseColumnWidth, digitPt)
        : columnWidthPt(sheet.defaultColumnWidth, digitPt);
    this.#rowUnits = rowUnits(sheet.measuredRowHeightPt, defaultFont, fonts, printer);
    this.grid = makeGrid(
      (row) => printedRowPt(this.#rowHeight(row), this.#rowUnits, printer),
      (column) => {
        const format = sheet.columns[column];
        if (!format) return usual;
        if (format.hidden) return 0;
        return format.width === undefined ? usual : columnWidthPt(format.width, digitPt);
      },
    );
  }

  #rowHeight(index: number): number {
    const row = this.sheet.rows.get(index);
    if (!row) return this.sheet.rowsHiddenByDefault ? 0 : this.sheet.defaultRowHeightPt;
    if (row.hidden) return 0;
    if (row.heightPt !== undefined) return row.heightPt;
    let height = this.sheet.defaultRowHeightPt;
    for (const cell of row.cells.values()) {
      if (cell.value.kind === "blank" || this.sheet.merges.at(index, cell.column)) continue;
      height = Math.max(height, this.#neededHeight(cell));
    }
    return height;
  }

  #neededHeight(cell: Cell): number {
    const text = this.textOf(cell);
    if (!text) return 0;
    const { rotation } = this.appearances.at(cell.row, cell.column).style.alignment;
    if (rotation === 0) {
      return Math.min(
        MAX_ROW_PT,
        text.lines.reduce((sum, line) => sum + this.#linePt(line), 0),
      );
    }
    let needed = text.heightPt;
    if (rotation === "stacked")
      needed = text.heightPt * (text.lines[0]?.runs.map((run) => run.text).join("").length ?? 1);
    else if (rotation !== 0) {
      const angle = (Math.abs(rotation) * Math.PI) / 180;
      needed = text.widthPt * Math.sin(angle) + text.heightPt * Math.cos(angle);
    }
    return Math.min(MAX_ROW_PT, Math.ceil((needed + ROW_GAP_PT - 0.35) / PIXEL_PT) * PIXEL_PT);
  }

  /** Height of a line as Excel counts rows. */
  #linePt({ runs }: TextLine): number {
    const linePt = (font: CellFont) => {
      const { family, sizePt } = this.#defaultFont;
      return font.family === family && font.sizePt === sizePt ? this.#rowUnits.linePt : screenLinePt(font, this.#fonts);
    };
    if (runs.length === 0) return linePt(this.#defaultFont);
    return runs.reduce((most, { font }) => Math.max(most, linePt(font)), 0);
  }

  textOf(cell: Cell): CellText | undefined {
    return this.texts.layout(
      cell.value,
      this.appearances.at(cell.row, cell.column),
      this.cellWidth(cell.row, cell.column),
    );
  }

  cellWidth(row: number, column: number): number {
    const merge = this.sheet.merges.at(row, column);
    return merge ? this.grid.columns.span(merge.left, merge.right) : this.grid.columns.size(column);
  }

  /** Columns over which the text of a cell extends. */
  reach(cell: Cell, text: CellText): { first: number; last: number } {
    const { column, row } = cell;
    const merge = this.sheet.merges.at(row, column);
    if (merge) return { first: merge.left, last: merge.right };
    const reach = { first: column, last: column };
    const { alignment } = this.appearances.at(row, column).style;
    if (this.centresAcross(cell, text)) {
      while (this.#continuesCenter(row, reach.last + 1)) reach.last++;
      return reach;
    }
    if (!text.mayOverflow || alignment.rotation !== 0) return reach;
    let missing =
      text.widthPt + LEFT_PADDING_PT + alignment.indent * this.texts.indentPt - this.grid.columns.size(column);
    if (missing <= 0) return reach;
    const sides = text.horizontal === "center" || text.horizontal === "centerContinuous" ? 2 : 1;
    missing /= sides;
    const reachesBack = text.horizontal === (this.sheet.rightToLeft ? "left" : "right");
    if (!reachesBack) reach.last = this.#reachAfter(row, column, missing);
    if (reachesBack || sides === 2) reach.first = this.#reachBefore(row, column, missing);
    return reach;
  }

  /** Whether text is centered over the cells after its own. */
  centresAcross({ row, column }: Cell, text: CellText): boolean {
    return text.horizontal === "centerContinuous" && this.#continuesCenter(row, column + 1);
  }

  /** The columns on which slanted text shows: it extends over those beside its own, whatever is in them. */
  leaningReach({ row, column }: Cell, text: CellText): { first: number; last: number } | undefined {
    const { rotation } = this.appearances.at(row, column).style.alignment;
    if (!isSlanted(rotation) || this.sheet.merges.at(row, column)) return undefined;
    const reach = { first: column, last: column };
    let missing = leanPt(text, rotation);
    for (let step = 0; step < MOST_LEANING_COLUMNS && missing > 0; step++) {
      if (rotation < 0 && reach.first === 0) break;
      missing -= this.grid.columns.size(rotation > 0 ? ++reach.last : --reach.first);
    }
    return reach;
  }

  /** The last of the free columns after a cell that are needed for `missing` points. */
  #reachAfter(row: number, column: number, missing: number): number {
    const { columns } = this.grid;
    const needed = columns.indexAt(columns.start(column + 1) + missing - ROUNDING_PT);
    const taken = firstAbove(this.#taken(row), column) ?? LAST_COLUMN;
    return Math.max(column, Math.min(needed, taken - 1, LAST_COLUMN - 1));
  }

  /** The first of the free columns before a cell. */
  #reachBefore(row: number, column: number, missing: number): number {
    const { columns } = this.grid;
    const needed = columns.indexAt(Math.max(0, columns.start(column) - missing + ROUNDING_PT));
    const taken = lastBelow(this.#taken(row), column) ?? -1;
    return Math.min(column, Math.max(needed, taken + 1));
  }

  /** The columns of a row into which no text of other cells reaches, in order. */
  #taken(row: number): readonly number[] {
    let taken = this.#takenColumns.get(row);
    if (!taken) {
      const columns = new Set<number>();
      for (const [column, { value }] of this.sheet.rows.get(row)?.cells ?? []) {
        if (value.kind !== "blank") columns.add(column);
      }
      // A text comes from one side or the other, never out of the range.
      for (const { left, right } of this.sheet.merges.inRow(row)) columns.add(left).add(right);
      taken = [...columns].sort((one, other) => one - other);
      this.#takenColumns.set(row, taken);
    }
    return taken;
  }

  #continuesCenter(row: number, column: number): boolean {
    const cell = this.sheet.rows.get(row)?.cells.get(column);
    return (
      cell?.value.kind === "blank" && this.appearances.at(row, column).style.alignment.horizontal === "centerContinuous"
    );
  }

  /** Place and size of a drawing on the sheet. */
  drawingBox({ from, to, position, extent }: DrawingAnchor): Box {
    const { rows, columns } = this.grid;
    const x = (corner: NonNullable<typeof from>) =>
      columns.start(corner.column) + offsetIn(columns.size(corner.column), corner.columnOffsetPt, corner.columnShare);
    const y = (corner: NonNullable<typeof from>) =>
      rows.start(corner.row) + offsetIn(rows.size(corner.row), corner.rowOffsetPt, corner.rowShare);
    const xPt = from ? x(from) : (position?.xPt ?? 0);
    const yPt = from ? y(from) : (position?.yPt ?? 0);
    return {
      xPt,
      yPt,
      widthPt: to ? Math.max(0, x(to) - xPt) : (extent?.widthPt ?? 0),
      heightPt: to ? Math.max(0, y(to) - yPt) : (extent?.heightPt ?? 0),
    };
  }

  /** The cells that a drawing covers. */
  cellsUnder({ xPt, yPt, widthPt, heightPt }: Box): GridRange {
    const { rows, columns } = this.grid;
    return {
      top: rows.indexAt(yPt),
      left: columns.indexAt(xPt),
      bottom: rows.indexAt(yPt + heightPt - 0.1),
      right: columns.indexAt(xPt + widthPt - 0.1),
    };
  }

  /** Everything that shows: values and their overflow, fills, borders, drawings. Undefined when nothing does. */
  usedRange(): GridRange | undefined {
    let bottom = -1;
    let right = -1;
    for (const row of this.sheet.rows.values()) {
      for (const cell of row.cells.values()) {
        if (!this.#shows(cell)) continue;
        const merge = this.sheet.merges.at(cell.row, cell.column);
        bottom = Math.max(bottom, merge?.bottom ?? cell.row);
        right = Math.max(right, merge?.right ?? cell.column);
      }
    }
    for (const row of this.sheet.rows.values()) {
      for (const cell of row.cells.values()) {
        if (cell.value.kind !== "text" || cell.column < right - 40) continue;
        const text = this.textOf(cell);
        if (text) right = Math.max(right, this.reach(cell, text).last);
      }
    }
    for (const table of this.sheet.tables) {
      bottom = Math.max(bottom, table.range.bottom);
      right = Math.max(right, table.range.right);
    }
    for (const sparkline of this.sheet.sparklines) {
      bottom = Math.max(bottom, sparkline.row);
      right = Math.max(right, sparkline.column);
    }
    for (const drawing of this.sheet.drawings) {
      const box = this.drawingBox(drawing);
      if (box.widthPt <= 0 || box.heightPt <= 0) continue;
      const cells = this.cellsUnder(box);
      bottom = Math.max(bottom, cells.bottom);
      right = Math.max(right, cells.right);
    }
    return bottom < 0 || right < 0 ? undefined : { top: 0, left: 0, bottom, right };
  }

  #shows(cell: Cell): boolean {
    if (cell.value.kind !== "blank") return true;
    const { style } = this.appearances.at(cell.row, cell.column);
    return style.fill !== undefined || Object.keys(style.borders).length > 0;
  }
}

/** The first of sorted numbers that is larger than `limit`. */
function firstAbove(sorted: readonly number[], limit: number): number | undefined {
  return sorted[countUpTo(sorted, limit)];
}

function lastBelow(sorted: readonly number[], limit: number): number | undefined {
  return sorted[countUpTo(sorted, limit - 1) - 1];
}

/** How many of sorted numbers are at most `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function offsetIn(sizePt: number, offsetPt: number, share: number | undefined): number {
  return share === undefined ? Math.min(offsetPt, sizePt) : share * sizePt;
}
