/** Row heights that hold their text, and the boxes of cells. Lengths in points. */
import type { Box } from "../../../geometry/box.ts";
import type { SlideTable, TableCell } from "../model/table.ts";
import { FULL_SIZE, type LaidOutText, layoutText, type TextTools } from "../text/text-layout.ts";

interface PlacedCell {
  cell: TableCell;
  box: Box;
  text: LaidOutText;
}

export interface PlacedTable {
  cells: PlacedCell[];
  /** Edges of columns and rows from the table's corner. */
  columnEdgesPt: number[];
  rowEdgesPt: number[];
}

function edgesOf(sizes: readonly number[]): number[] {
  const edges = [0];
  for (const size of sizes) edges.push((edges.at(-1) ?? 0) + size);
  return edges;
}

/** `widthPt`: width of the frame, to which the columns are scaled if they have no widths of their own. */
export function layoutTable(table: SlideTable, widthPt: number, tools: TextTools): PlacedTable {
  const stored = table.columnsPt.reduce((sum, column) => sum + column, 0);
  const columnsPt = stored > 0 ? table.columnsPt : table.columnsPt.map(() => widthPt / table.columnsPt.length);
  const columnEdgesPt = edgesOf(columnsPt);
  const rowsPt = [...table.rowsPt];
  const laidOut = table.cells.map((cell) => {
    const { frame } = cell.text;
    const cellWidth = spanOf(columnEdgesPt, cell.column, cell.columnSpan);
    const isTurned = frame.vertical !== "horz";
    const across = isTurned
      ? spanOf(edgesOf(rowsPt), cell.row, cell.rowSpan) - frame.insetTopPt - frame.insetBottomPt
      : cellWidth - frame.insetLeftPt - frame.insetRightPt;
    const text = layoutText(cell.text, Math.max(1, across), Number.POSITIVE_INFINITY, tools, FULL_SIZE);
    const neededPt = isTurned ? 0 : text.heightPt + frame.insetTopPt + frame.insetBottomPt;
    if (cell.rowSpan === 1) rowsPt[cell.row] = Math.max(rowsPt[cell.row] ?? 0, neededPt);
    return { cell, text, neededPt };
  });
  for (const { cell, neededPt } of laidOut) {
    if (cell.rowSpan === 1) continue;
    const last = cell.row + cell.rowSpan - 1;
    const missing = neededPt - rowsPt.slice(cell.row, last + 1).reduce((sum, row) => sum + row, 0);
    if (missing > 0) rowsPt[last] = (rowsPt[last] ?? 0) + missing;
  }
  const rowEdgesPt = edgesOf(rowsPt);
  const total = columnEdgesPt.at(-1) ?? 0;
  return {
    columnEdgesPt,
    rowEdgesPt,
    cells: laidOut.map(({ cell, text }) => {
      const width = spanOf(columnEdgesPt, cell.column, cell.columnSpan);
      const left = columnEdgesPt[cell.column] ?? 0;
      return {
        cell,
        text,
        box: {
          xPt: table.rightToLeft ? total - left - width : left,
          yPt: rowEdgesPt[cell.row] ?? 0,
          widthPt: width,
          heightPt: spanOf(rowEdgesPt, cell.row, cell.rowSpan),
        },
      };
    }),
  };
}

function spanOf(edges: readonly number[], from: number, count: number): number {
  return (edges[Math.min(edges.length - 1, from + count)] ?? 0) - (edges[from] ?? 0);
}
