/** A pivot table as far as its look goes (ECMA-376 part 1, 18.10). */

import type { GridRange } from "../../../spreadsheet/grid-range.ts";

/** A row or column of items: `data`, a heading or subtotal of a level, counted from zero, or the grand total. */
export interface PivotLine {
  kind: "data" | "heading" | "subtotal" | "grand" | "blank";
  level: number;
}

export interface PivotTable {
  range: GridRange;
  styleName: string;
  headerRows: number;
  headerColumns: number;
  /** Below the header and to the right of the headings. */
  rows: PivotLine[];
  columns: PivotLine[];
  rowHeaders: boolean;
  columnHeaders: boolean;
  lastColumn: boolean;
  rowStripes: boolean;
  columnStripes: boolean;
}
