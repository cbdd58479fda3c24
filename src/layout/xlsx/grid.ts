/** Where rows and columns of a sheet stand, in points. */
import { MAX_COLUMNS, MAX_ROWS } from "./cell-reference.ts";

const POINTS_PER_PIXEL = 0.75;

/** Width of a column of `width` characters (18.3.1.13) in whole pixels of the widest digit, as points. */
export function columnWidthPt(width: number, digitPixels: number): number {
  const pixels = Math.trunc(((256 * width + Math.trunc(128 / digitPixels)) / 256) * digitPixels);
  return Math.max(0, pixels) * POINTS_PER_PIXEL;
}

/** Width of columns that say nothing: `baseColWidth` characters and five pixels, rounded up to a multiple of eight pixels. */
export function defaultColumnWidthPt(baseWidth: number, digitPixels: number): number {
  return Math.ceil((baseWidth * digitPixels + 5) / 8) * 8 * POINTS_PER_PIXEL;
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
    let index = 0;
    while (index < this.#limit && this.start(index + 1) <= offset) index++;
    return index;
  }
}

export interface Grid {
  rows: Axis;
  columns: Axis;
}

export function makeGrid(rowHeight: (row: number) => number, columnWidth: (column: number) => number): Grid {
  return { rows: new Axis(rowHeight, MAX_ROWS), columns: new Axis(columnWidth, MAX_COLUMNS) };
}
