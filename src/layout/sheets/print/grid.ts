/** Where the rows and columns of a sheet are, in points. */
import { LAST_COLUMN, LAST_ROW } from "../../../spreadsheet/cell-reference.ts";

const PADDING_PT = 3.75;
const WIDTH_STEPS = 256;

/**
 * Width of a column of `width` characters (18.3.1.13). The widest digit counts with its width on the printer, where pixels are
 * fine.
 */
export function columnWidthPt(width: number, digitPt: number): number {
  return (Math.max(0, Math.trunc(width * WIDTH_STEPS)) / WIDTH_STEPS) * digitPt;
}

/** Width of columns that say nothing: `baseColWidth` characters and five pixels. */
export function defaultColumnWidthPt(baseWidth: number, digitPt: number): number {
  return baseWidth * digitPt + PADDING_PT;
}

/** Sizes along one direction; sums are kept so that places are found without adding up. */
export class Axis {
  readonly #size: (index: number) => number;
  readonly #starts: number[] = [0];
  readonly #limit: number;

  constructor(size: (index: number) => number, limit: number) {
    this.#size = size;
    this.#limit = limit;
  }

  size(index: number): number {
    return this.start(index + 1) - this.start(index);
  }

  /** Distance from the first row or column to the beginning of this one. */
  start(index: number): number {
    const wanted = Math.max(0, Math.min(index, this.#limit));
    for (let next = this.#starts.length; next <= wanted; next++) {
      this.#starts.push((this.#starts[next - 1] ?? 0) + this.#size(next - 1));
    }
    return this.#starts[wanted] ?? 0;
  }

  /** Length from one index up to and including another. */
  span(first: number, last: number): number {
    return this.start(last + 1) - this.start(first);
  }

  /** The row or column in which a distance from the beginning falls. */
  indexAt(offset: number): number {
    while (this.#starts.length <= this.#limit && (this.#starts.at(-1) ?? 0) <= offset) this.start(this.#starts.length);
    // The last one that begins at or before the offset.
    let low = 0;
    let high = Math.min(this.#starts.length - 1, this.#limit);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export interface Grid {
  rows: Axis;
  columns: Axis;
}

export function makeGrid(rowHeight: (row: number) => number, columnWidth: (column: number) => number): Grid {
  return { rows: new Axis(rowHeight, LAST_ROW), columns: new Axis(columnWidth, LAST_COLUMN) };
}
