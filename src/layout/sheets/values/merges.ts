/** Merged cells of a sheet. */
import { cellKey, contains, type GridRange } from "../../../spreadsheet/grid-range.ts";

const MAX_INDEXED_CELLS = 200_000;

export class MergedCells {
  readonly ranges: readonly GridRange[];
  readonly #byCell = new Map<number, GridRange>();
  readonly #large: GridRange[] = [];

  constructor(ranges: readonly GridRange[]) {
    this.ranges = ranges;
    let budget = MAX_INDEXED_CELLS;
    for (const range of ranges) {
      const cells = (range.bottom - range.top + 1) * (range.right - range.left + 1);
      if (cells > budget) {
        this.#large.push(range);
        continue;
      }
      budget -= cells;
      for (let row = range.top; row <= range.bottom; row++) {
        for (let column = range.left; column <= range.right; column++) this.#byCell.set(cellKey(row, column), range);
      }
    }
  }

  at(row: number, column: number): GridRange | undefined {
    return this.#byCell.get(cellKey(row, column)) ?? this.#large.find((range) => contains(range, row, column));
  }

  /** The cell is hidden below the first cell of its range. */
  covers(row: number, column: number): boolean {
    const range = this.at(row, column);
    return range !== undefined && (range.top !== row || range.left !== column);
  }
}
