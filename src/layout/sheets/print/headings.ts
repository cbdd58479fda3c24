/** Row numbers and column letters printed beside the cells. */
import { columnName } from "../../../spreadsheet/cell-reference.ts";
import type { BorderSegment } from "../../flow/fragments.ts";
import type { CellFonts } from "../cells/cell-fonts.ts";
import type { PlacedLine } from "../cells/text-places.ts";
import type { CellFont } from "../styles/rich-text.ts";
import type { Grid } from "./grid.ts";
import type { Pane } from "./pane.ts";

const LINE = { style: "single", widthPt: 0.5, color: "#808080", spacePt: 0 };
const PADDING_PT = 3;

export interface HeadingSize {
  widthPt: number;
  heightPt: number;
}

/** Room for the largest row number and for one line of letters. */
export function headingSize(lastRow: number, fonts: CellFonts, font: CellFont): HeadingSize {
  return {
    widthPt: fonts.widthPt(String(lastRow + 1), font) + 2 * PADDING_PT,
    heightPt: fonts.ascentPt(font) + fonts.descentPt(font) + 1,
  };
}

export interface Headings {
  lines: PlacedLine[];
  borders: BorderSegment[];
}

/** The headings of the page's panes, which are to the right of and below them. */
export function headingsOf(
  panes: readonly Pane[],
  grid: Grid,
  size: HeadingSize,
  fonts: CellFonts,
  defaultFont: CellFont,
): Headings {
  const font: CellFont = {
    ...defaultFont,
    bold: false,
    italic: false,
    underline: "none",
    strike: false,
    color: "#000000",
  };
  const [ascentPt, descentPt] = [fonts.ascentPt(font), fonts.descentPt(font)];
  const made: Headings = { lines: [], borders: [] };
  const add = (text: string, x: number, y: number, width: number, height: number) => {
    const widthPt = fonts.widthPt(text, font);
    made.lines.push({
      line: { runs: [{ text, font }], widthPt, ascentPt, descentPt },
      xPt: x + (width - widthPt) / 2,
      yPt: y + (height - ascentPt - descentPt) / 2,
      wordSpacingPt: 0,
    });
    for (const [x1Pt, y1Pt, x2Pt, y2Pt] of [
      [x, y, x + width, y],
      [x, y + height, x + width, y + height],
      [x, y, x, y + height],
      [x + width, y, x + width, y + height],
    ] as const) {
      made.borders.push({ border: LINE, x1Pt, y1Pt, x2Pt, y2Pt });
    }
  };
  const seenRows = new Set<number>();
  const seenColumns = new Set<number>();
  for (const { rows, columns, xPt, yPt } of panes) {
    for (let row = rows.first; row <= rows.last; row++) {
      if (grid.rows.size(row) === 0 || seenRows.has(row)) continue;
      seenRows.add(row);
      add(String(row + 1), 0, yPt + grid.rows.span(rows.first, row - 1), size.widthPt, grid.rows.size(row));
    }
    for (let column = columns.first; column <= columns.last; column++) {
      if (grid.columns.size(column) === 0 || seenColumns.has(column)) continue;
      seenColumns.add(column);
      const x = xPt + grid.columns.span(columns.first, column - 1);
      add(columnName(column + 1), x, 0, grid.columns.size(column), size.heightPt);
    }
  }
  return made;
}
