/** Which lines of a table are drawn. */
import type { Box } from "../../../geometry/box.ts";
import type { Stroke } from "../../model/fill.ts";
import type { TableCell } from "../model/table.ts";

/** From and to, in points from the table's corner. */
interface TableLine {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  stroke: Stroke;
}

interface CellWithLines {
  cell: Pick<TableCell, "borders" | "diagonals">;
  box: Box;
}

/** In the order in which they are drawn. Neighbors share their edge: the later cell's line takes the place of the earlier one's. */
export function tableLines(cells: readonly CellWithLines[]): TableLine[] {
  const lines = new Map<string, TableLine>();
  const add = (stroke: Stroke | undefined, x1: number, y1: number, x2: number, y2: number) => {
    if (!stroke) return;
    const key = [x1, y1, x2, y2].map((value) => value.toFixed(1)).join();
    lines.delete(key);
    lines.set(key, { x1, y1, x2, y2, stroke });
  };
  for (const { cell, box } of cells) {
    const { xPt: left, yPt: top } = box;
    const right = left + box.widthPt;
    const bottom = top + box.heightPt;
    add(cell.borders.left, left, top, left, bottom);
    add(cell.borders.right, right, top, right, bottom);
    add(cell.borders.top, left, top, right, top);
    add(cell.borders.bottom, left, bottom, right, bottom);
    add(cell.diagonals.down, left, top, right, bottom);
    add(cell.diagonals.up, left, bottom, right, top);
  }
  return [...lines.values()];
}
