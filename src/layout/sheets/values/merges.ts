/** Merged cells of a sheet. */
import { type CellRange, cellKey, contains } from "../../../spreadsheet/grid-range.ts";

const MAX_INDEXED_CELLS = 200_000;

export class MergedCells {
  readonly ranges: readonly CellRange[];
  readonly #byCell = new Map<number, CellRange>();
  readonly #large: CellRange[] = [];

  constructor(ranges: readonly CellRange[]) {
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

  at(row: number, column: number): CellRange | undefined {
    return this.#byCell.get(cellKey(row, column)) ?? this.#large.find((range) => contains(range, row, column));
  }

  /** The cell is hidden below the first cell of its range. */
  covers(row: number, column: number): boolean {
    const range = this.at(row, column);
    return range !== undefined && (range.top !== row || range.left !== column);
  }
}
