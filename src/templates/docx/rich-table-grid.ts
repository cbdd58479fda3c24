import { appendAll, smallestOf } from "../../domain/collections/long-lists.ts";
import type { RichCell, RichTable } from "../ooxml/html/rich-text.ts";

/** Word refuses tables with more columns. */
const MAX_COLUMNS = 63;

/** A cell at its place in its row; one that covers several rows is continued in each of them. */
export interface PlacedCell extends Pick<RichCell, "blocks" | "header" | "columns" | "background"> {
  merged?: "first" | "further";
}

/** A cell from a row above that reaches down, by its first column. */
interface Reaching {
  cell: RichCell;
  columns: number;
  rowsLeft: number;
}

/**
 * The cells of an html table in the columns of a grid (HTML, "Forming a table"): cells that cover several rows push
 * those of the rows below aside. Cells left without a column go into the last cell.
 */
export function layOutTable({ rows }: RichTable): { columns: number; rows: PlacedCell[][] } {
  let widest = 1;
  let reaching: ReadonlyMap<number, Reaching> = new Map();
  const placed = rows.map(({ cells }, index) => {
    const row = new GridRow(reaching);
    for (const cell of cells) row.place(cell, Math.min(cell.rows, rows.length - index));
    row.finish();
    widest = Math.max(widest, row.columns);
    reaching = row.reaching;
    return row.cells;
  });
  return { columns: widest, rows: placed.filter((cells) => cells.length > 0) };
}

class GridRow {
  readonly cells: PlacedCell[] = [];
  /** Cells that reach into the next row. */
  readonly reaching = new Map<number, Reaching>();
  columns = 0;
  readonly #above: ReadonlyMap<number, Reaching>;

  constructor(above: ReadonlyMap<number, Reaching>) {
    this.#above = above;
  }

  place(cell: RichCell, rowCount: number): void {
    this.#continue();
    const { blocks, header, background } = cell;
    if (this.columns >= MAX_COLUMNS) {
      appendAll(this.cells.findLast(({ merged }) => merged !== "further")?.blocks ?? [], blocks);
      return;
    }
    const columns = Math.min(cell.columns, this.#nextAbove() - this.columns);
    const merged = rowCount > 1 ? "first" : undefined;
    this.cells.push({ blocks: [...blocks], header, columns, background, merged });
    if (rowCount > 1) this.reaching.set(this.columns, { cell, columns, rowsLeft: rowCount - 1 });
    this.columns += columns;
  }

  /** After the last cell there may still be some from above, with room before them. */
  finish(): void {
    this.#continue();
    for (let next = this.#nextAbove(); next < MAX_COLUMNS; next = this.#nextAbove()) {
      this.cells.push({ blocks: [], header: false, columns: next - this.columns });
      this.columns = next;
      this.#continue();
    }
  }

  #nextAbove(): number {
    return smallestOf(
      [...this.#above.keys()].filter((start) => start >= this.columns),
      MAX_COLUMNS,
    );
  }

  #continue(): void {
    for (let above = this.#above.get(this.columns); above; above = this.#above.get(this.columns)) {
      const { cell, columns, rowsLeft } = above;
      this.cells.push({ blocks: [], header: false, columns, background: cell.background, merged: "further" });
      if (rowsLeft > 1) this.reaching.set(this.columns, { cell, columns, rowsLeft: rowsLeft - 1 });
      this.columns += columns;
    }
  }
}
