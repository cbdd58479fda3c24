/** Where on a sheet anything can show, so that the empty pages of far-flung sheets are passed over unpainted. */

import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { Span } from "../model/printing.ts";
import type { Row } from "../values/sheet-data.ts";

/** Columns that overflowing text may cover on either side. */
const OVERFLOW_COLUMNS = 60;

export class Occupancy {
  readonly #rows: readonly Row[];
  readonly #ranges: readonly GridRange[];
  #rowsOfSpan: Span | undefined;
  #extent: Span | undefined;

  /** `ranges` hold what shows besides the cells themselves: merged cells, tables, conditional formats, drawings. */
  constructor(rows: Iterable<Row>, ranges: readonly GridRange[]) {
    this.#rows = [...rows].sort((one, other) => one.index - other.index);
    this.#ranges = ranges;
  }

  /**
   * False only if the page is certain to be empty. Cheapest when pages of the same rows are asked one after the other.
   */
  mayShow(rows: Span, columns: Span): boolean {
    const extent = this.#extentOf(rows);
    if (extent && extent.first <= columns.last && extent.last >= columns.first) return true;
    return this.#ranges.some(
      (range) =>
        range.top <= rows.last &&
        range.bottom >= rows.first &&
        range.left <= columns.last &&
        range.right >= columns.first,
    );
  }

  #extentOf(span: Span): Span | undefined {
    const known = this.#rowsOfSpan;
    if (known && known.first === span.first && known.last === span.last) return this.#extent;
    let extent: Span | undefined;
    for (let index = this.#firstAt(span.first); index < this.#rows.length; index++) {
      const row = this.#rows[index];
      if (!row || row.index > span.last) break;
      for (const cell of row.cells.values()) {
        const margin = cell.value.kind === "text" ? OVERFLOW_COLUMNS : 0;
        extent ??= { first: cell.column, last: cell.column };
        extent.first = Math.min(extent.first, cell.column - margin);
        extent.last = Math.max(extent.last, cell.column + margin);
      }
    }
    this.#rowsOfSpan = span;
    this.#extent = extent;
    return extent;
  }

  /** Place of the first row at or after `wanted`. */
  #firstAt(wanted: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle]?.index ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
