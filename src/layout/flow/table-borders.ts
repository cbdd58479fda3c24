/** Borders of the rows of a table that are on one page; neighbors' conflicts go to the stronger line (17.4.66). */
import type { Border } from "../model/formatting.ts";
import { lineworkPt } from "./border-strokes.ts";
import type { BorderSegment } from "./fragments.ts";
import { isVisibleBorder } from "./paragraph-layout.ts";
import type { CellLayout, RowLayout } from "./table-parts.ts";
import type { TableLayout } from "./table-rows.ts";

/** The wider line wins, then the darker one. */
function strongerBorder(first: Border | undefined, second: Border | undefined): Border | undefined {
  const a = isVisibleBorder(first) ? first : undefined;
  const b = isVisibleBorder(second) ? second : undefined;
  if (!a || !b) return a ?? b;
  const [weightOfA, weightOfB] = [lineworkPt(a), lineworkPt(b)];
  if (weightOfA !== weightOfB) return weightOfA > weightOfB ? a : b;
  const brightness = (border: Border) => (border.color === "auto" ? 0 : Number.parseInt(border.color.slice(1), 16));
  return brightness(a) <= brightness(b) ? a : b;
}

interface PlacedRow {
  layout: RowLayout;
  yPt: number;
  heightPt: number;
}

function cellAt(row: RowLayout | undefined, column: number): CellLayout | undefined {
  return row?.cells.find(({ cell }) => column >= cell.gridStart && column < cell.gridStart + cell.gridSpan);
}

export function tableBorders(table: TableLayout, rows: readonly PlacedRow[]): BorderSegment[] {
  const segments: BorderSegment[] = [];
  const columns = table.edgesPt.length - 1;
  const mirrored = table.table.format.rightToLeft;
  const edge = (column: number) => {
    const x = table.edgesPt[column] ?? 0;
    return mirrored ? table.widthPt - x : x;
  };
  const horizontal = (yPt: number, pick: (column: number) => Border | undefined) => {
    let start = 0;
    let current: Border | undefined;
    for (let column = 0; column <= columns; column++) {
      const border = column < columns ? pick(column) : undefined;
      if (current && border && sameAppearance(current, border)) continue;
      if (current) segments.push({ x1Pt: edge(start), x2Pt: edge(column), y1Pt: yPt, y2Pt: yPt, border: current });
      current = border;
      start = column;
    }
  };
  rows.forEach((placed, index) => {
    const above = rows[index - 1]?.layout;
    horizontal(placed.yPt, (column) => {
      const below = cellAt(placed.layout, column);
      const top = cellAt(above, column);
      if (below?.merged && above) return undefined;
      return strongerBorder(top?.cell.format.borders.bottom, below?.cell.format.borders.top);
    });
    const cells = placed.layout.cells;
    cells.forEach((layout, cellIndex) => {
      const previous = cells[cellIndex - 1];
      const { cell } = layout;
      const { left, right, diagonalDown, diagonalUp } = cell.format.borders;
      const touches = previous && previous.cell.gridStart + previous.cell.gridSpan === cell.gridStart;
      const y2 = placed.yPt + placed.heightPt;
      const vertical = (column: number, border: Border | undefined) => {
        if (border) segments.push({ x1Pt: edge(column), x2Pt: edge(column), y1Pt: placed.yPt, y2Pt: y2, border });
      };
      vertical(cell.gridStart, strongerBorder(touches ? previous.cell.format.borders.right : undefined, left));
      const next = cells[cellIndex + 1];
      const end = Math.min(columns, cell.gridStart + cell.gridSpan);
      if (!next || next.cell.gridStart !== cell.gridStart + cell.gridSpan)
        vertical(end, isVisibleBorder(right) ? right : undefined);
      if (isVisibleBorder(diagonalDown)) {
        segments.push({
          x1Pt: edge(cell.gridStart),
          y1Pt: placed.yPt,
          x2Pt: edge(end),
          y2Pt: y2,
          border: diagonalDown,
        });
      }
      if (isVisibleBorder(diagonalUp)) {
        segments.push({ x1Pt: edge(cell.gridStart), y1Pt: y2, x2Pt: edge(end), y2Pt: placed.yPt, border: diagonalUp });
      }
    });
  });
  const last = rows[rows.length - 1];
  if (last) {
    horizontal(last.yPt + last.heightPt, (column) => {
      const border = cellAt(last.layout, column)?.cell.format.borders.bottom;
      return isVisibleBorder(border) ? border : undefined;
    });
  }
  return segments;
}

function sameAppearance(first: Border, second: Border): boolean {
  return first.style === second.style && first.widthPt === second.widthPt && first.color === second.color;
}
