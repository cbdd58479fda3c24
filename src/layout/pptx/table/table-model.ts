/** A table after reading: styles are applied, merged cells are one. Lengths in points. */
import type { Fill, Stroke } from "../../drawing/model.ts";
import type { SlideText } from "../text/text-model.ts";

export type Side = "left" | "right" | "top" | "bottom";

export interface TableCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  fill: Fill;
  /** Undefined where no line is drawn. */
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
  rightToLeft: boolean;
}
