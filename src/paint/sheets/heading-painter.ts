/** Row numbers and column letters printed beside the cells. */

import type { BorderSegment } from "../../layout/flow/fragments.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { Grid } from "../../layout/sheets/print/grid.ts";
import type { CellFont } from "../../layout/sheets/styles/rich-text.ts";
import { columnName } from "../../spreadsheet/cell-reference.ts";
import { paintBorders } from "../elements/border-painter.ts";
import { boxCss, element, pt } from "../elements/elements.ts";
import { fontCss } from "./font-css.ts";
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

/** The headings of the page's panes, which stand right of and below them. */
export function paintHeadings(
  panes: readonly Pane[],
  grid: Grid,
  size: HeadingSize,
  fonts: CellFonts,
  font: CellFont,
): HTMLElement {
  const box = element("div", "position:absolute;left:0;top:0;width:0;height:0;");
  const segments: BorderSegment[] = [];
  const css = fontCss(fonts, {
    ...font,
    bold: false,
    italic: false,
    underline: "none",
    strike: false,
    color: "#000000",
  });
  const add = (text: string, x: number, y: number, width: number, height: number) => {
    const cell = element(
      "div",
      `${boxCss(x, y, width, height)}${css}line-height:${pt(height)};text-align:center;overflow:clip;white-space:pre;`,
    );
    cell.textContent = text;
    box.append(cell);
    for (const [x1Pt, y1Pt, x2Pt, y2Pt] of [
      [x, y, x + width, y],
      [x, y + height, x + width, y + height],
      [x, y, x, y + height],
      [x + width, y, x + width, y + height],
    ] as const) {
      segments.push({ border: LINE, x1Pt, y1Pt, x2Pt, y2Pt });
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
  box.append(paintBorders(segments));
  return box;
}
