/** Tables, rows and cells laid out at one width. */

import type { Cell, Row } from "../model/blocks.ts";
import type { Fragment } from "./fragments.ts";

export interface Stack {
  fragments: Fragment[];
  heightPt: number;
}

export interface CellLayout {
  cell: Cell;
  xPt: number;
  widthPt: number;
  insetLeftPt: number;
  insetRightPt: number;
  insetTopPt: number;
  insetBottomPt: number;
  stack: Stack;
  /** Rows that a vertically merged cell covers. */
  rowSpan: number;
  /** Continues a cell from above. */
  merged: boolean;
  /** Rotation of its text relative to the text around it: 0, 90, -90 or 180 degrees. */
  rotationDeg: number;
}

export interface RowLayout {
  row: Row;
  /** Its place in the table. */
  index: number;
  heightPt: number;
  cells: CellLayout[];
  keepNext: boolean;
}
