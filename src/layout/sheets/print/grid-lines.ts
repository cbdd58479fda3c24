/** Grid lines of printed sheets (ECMA-376 part 1, 18.3.1.70, `gridLines`). */
import type { BorderSegment } from "../../flow/fragments.ts";
import type { Grid } from "./grid.ts";
import type { Pane } from "./pane.ts";

const GRID_LINE = { style: "single", widthPt: 0.4, color: "#000000", spacePt: 0 };

/** `place` brings lengths from the first column of the pane to its left edge. */
export function gridLineSegments(grid: Grid, { rows, columns }: Pane, place: (xPt: number) => number): BorderSegment[] {
  const widthPt = grid.columns.span(columns.first, columns.last);
  const heightPt = grid.rows.span(rows.first, rows.last);
  const [left, top] = [grid.columns.start(columns.first), grid.rows.start(rows.first)];
  const segments: BorderSegment[] = [];
  for (let row = rows.first; row <= rows.last; row++) {
    if (grid.rows.size(row) === 0) continue;
    const y = grid.rows.start(row + 1) - top;
    segments.push({ border: GRID_LINE, x1Pt: 0, y1Pt: y, x2Pt: widthPt, y2Pt: y });
  }
  for (let column = columns.first; column <= columns.last; column++) {
    if (grid.columns.size(column) === 0) continue;
    const x = place(grid.columns.start(column + 1) - left);
    segments.push({ border: GRID_LINE, x1Pt: x, y1Pt: 0, x2Pt: x, y2Pt: heightPt });
  }
  segments.push({ border: GRID_LINE, x1Pt: 0, y1Pt: 0, x2Pt: widthPt, y2Pt: 0 });
  const edge = place(0);
  segments.push({ border: GRID_LINE, x1Pt: edge, y1Pt: 0, x2Pt: edge, y2Pt: heightPt });
  return segments;
}
