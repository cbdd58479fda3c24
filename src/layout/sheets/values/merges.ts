/** Merged cells of a sheet. */
import { cellKey, contains, type GridRange } from "../../../spreadsheet/grid-range.ts";

const MAX_INDEXED_CELLS = 200_000;
const MAX_INDEXED_ROWS = 200_000;

export class MergedCells {
  readonly ranges: readonly GridRange[];
  readonly #byCell = new Map<number, GridRange>();
  readonly #large: GridRange[] = [];
  readonly #tall: GridRange[] = [];
  #byRow: Map<number, GridRange[]> | undefined;

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

  /** The ranges that a row crosses. */
  inRow(row: number): readonly GridRange[] {
    this.#byRow ??= this.#indexByRow();
    const listed = this.#byRow.get(row) ?? [];
    const tall = this.#tall.filter((range) => range.top <= row && range.bottom >= row);
    return tall.length === 0 ? listed : [...listed, ...tall];
  }

  #indexByRow(): Map<number, GridRange[]> {
    const byRow = new Map<number, GridRange[]>();
    let budget = MAX_INDEXED_ROWS;
    for (const range of this.ranges) {
      const rows = range.bottom - range.top + 1;
      if (rows > budget) {
        this.#tall.push(range);
        continue;
      }
      budget -= rows;
      for (let row = range.top; row <= range.bottom; row++) {
        const listed = byRow.get(row);
        if (listed) listed.push(range);
        else byRow.set(row, [range]);
      }
    }
    return byRow;
  }

  /** The cell is hidden below the first cell of its range. */
  covers(row: number, column: number): boolean {
    const range = this.at(row, column);
    return range !== undefined && (range.top !== row || range.left !== column);
  }
}
