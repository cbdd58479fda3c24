/** What the sealed page can get out of a file, besides its printed pages. Plain JSON, except for the files. */
export type ExtractRequest =
  /** The package of an Office file; a binary one is turned into one. `files` holds it. */
  | { what: "package"; kind: "doc" | "docx" }
  /** The cells of a workbook as they are shown; facts are {@link SheetFacts}. */
  | { what: "sheets"; kind: "xls" | "xlsx"; now: number; timeZone?: string; fileName: string; maxCells: number }
  /** Pages of a PDF as pictures; facts are {@link PageFacts}, `files` the pictures. */
  | { what: "pages"; from: number; resolution: number; budgetMs: number; budgetBytes: number };

/** The answer: facts as asked for, and files. */
export interface Extract<Facts> {
  facts: Facts;
  files: Uint8Array[];
  warnings: string[];
}

/** Visible sheets that show something, in order. */
export interface SheetFacts {
  sheets: SheetTable[];
}

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

export interface PageFacts {
  /** Pages of the whole document. */
  total: number;
  pages: { widthPoints: number; heightPoints: number; kind: "png" | "jpeg" }[];
}
