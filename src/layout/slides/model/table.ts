import type { Fill, Stroke } from "../../model/fill.ts";
import type { SlideText } from "./text.ts";

export type Side = "left" | "right" | "top" | "bottom";

export interface TableCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  fill: Fill;
  /** Undefined if no line is drawn. */
  borders: Record<Side, Stroke | undefined>;
  diagonals: { down: Stroke | undefined; up: Stroke | undefined };
  text: SlideText;
}

export interface SlideTable {
  columnsPt: number[];
  /** Least heights. */
  rowsPt: number[];
  cells: TableCell[];
  background: Fill;
  /** The first row says what the columns are. */
  hasHeaderRow: boolean;
  rightToLeft: boolean;
}
