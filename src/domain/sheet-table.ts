/** A sheet from its first cell that shows something to its last. */
export interface SheetTable {
  name: string;
  /** Widths in points. */
  columns: number[];
  /** The cells of each row from the first column on; what a merged cell covers is left out. */
  rows: SheetCell[][];
}

export interface SheetCell {
  /** Place among the columns. */
  column: number;
  /** Columns that it takes. */
  span: number;
  /** Rows that it takes, 1 for most; 0 for the rows below the first that a merged cell takes. */
  rows: number;
  /** As it is displayed. */
  text: string;
  bold?: true;
  italic?: true;
  /** RRGGBB. */
  color?: string;
  fill?: string;
  align?: "left" | "center" | "right";
  sizePoints?: number;
}
