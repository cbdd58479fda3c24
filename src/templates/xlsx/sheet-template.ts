import type { CellRange } from "../../spreadsheet/cell-reference.ts";
import type { Scalar } from "../../spreadsheet/formula/formula-value.ts";
import type { ParsedFormula } from "../../spreadsheet/formula/parse.ts";
import type { TableReference } from "../../spreadsheet/formula/tokenize.ts";
import type { SourceFormula, SourceRow } from "./sheet-data.ts";
import type { SourceSheet } from "./workbook-source.ts";

/** A loop over rows: the rows of the template that its body covers. */
export interface RowLoop {
  parent: RowLoop | undefined;
  firstRow: number;
  lastRow: number;
  /** Ranges of rows, one of which must be left: a formula or a table refers to nothing else. */
  kept: { firstRow: number; lastRow: number }[];
}

/** A loop over columns. */
export interface ColumnLoop {
  index: number;
  firstColumn: number;
  lastColumn: number;
}

/** A formula of one cell of the template. */
export interface FormulaTemplate {
  parsed: ParsedFormula;
  /** Text between the references, escaped for XML; one more than there are pieces to fill in. */
  pieces: FormulaPiece[];
  /** Slots of the merged texts, in the order of `parsed.texts`. */
  textSlots: number[];
  /** The cells of an array formula; a dynamic one fills as many as its result has. */
  array: CellRange | undefined;
  isDynamic: boolean;
  /** What the cell had, for a value that is not calculated here: its metadata, type and value as markup. */
  stored: StoredValue;
  isSubtotal: boolean;
}

/** A cell's value as its file has it. */
export interface StoredValue {
  /** `cm`, which belongs to the formula. */
  cellMetadata: string;
  /** `vm`, which belongs to the value, such as a picture in a cell. */
  valueMetadata: string;
  type: string;
  value: string | undefined;
}

export type FormulaPiece =
  | { kind: "text"; xml: string }
  | { kind: "reference"; index: number }
  | { kind: "table"; reference: TableReference }
  | { kind: "merged"; index: number };

/** What a cell of the template is; `slot` is its place among the values of its row. */
export type CellContent =
  /** Kept as it is: the rest of the cell's tag and its content, and the value that formulas see. */
  | { kind: "static"; xml: string; value: Scalar }
  | { kind: "value"; slot: number; isDirect: boolean; properties: string }
  | { kind: "text"; slot: number }
  /** The heading of a table's column, which no other column of it may have. */
  | { kind: "heading"; slot: number }
  /** Rich text: the slot holds runs as markup, and `plain` its text. */
  | { kind: "rich"; slot: number }
  | { kind: "formula"; slot: number; formula: FormulaTemplate }
  /** The first cell of a what-if table (18.3.1.40, `t="dataTable"`): its formula's attributes, and its value. */
  | { kind: "data-table"; formula: SourceFormula; xml: string; value: Scalar }
  /** A cell of an array formula that is elsewhere. */
  | { kind: "array-part"; masterRow: number; masterColumn: number };

export interface CellTemplate {
  column: number;
  /** ` s="3"` or nothing. */
  style: string;
  content: CellContent;
}

/** A row of the template. */
export interface RowTemplate {
  row: number;
  source: SourceRow;
  loop: RowLoop | undefined;
  /** Cells by column, read when they are needed: rows without tags and formulas are written as they are. */
  cells(): ReadonlyMap<number, CellTemplate>;
  /** Has neither tags nor formulas. */
  isPlain: boolean;
  slots: number;
  hidden: boolean;
}

/** A sheet of the template, compiled. */
export interface SheetTemplate {
  index: number;
  source: SourceSheet;
  head: string;
  tail: string;
  rows: RowTemplate[];
  rowLoops: RowLoop[];
  columnLoops: ColumnLoop[];
  lastRow: number;
  lastColumn: number;
  /** Whether some formula may fill cells beside its own. */
  hasSpills: boolean;
  /** Whether rows or columns can come or go at all. */
  isFixed: boolean;
}

/** The innermost loop whose rows hold this one. */
export function rowLoopAt(template: SheetTemplate, row: number): RowLoop | undefined {
  let found: RowLoop | undefined;
  for (const loop of template.rowLoops)
    if (loop.firstRow <= row && row <= loop.lastRow && (!found || isInside(loop, found))) found = loop;
  return found;
}

function isInside(loop: RowLoop, outer: RowLoop): boolean {
  for (let each: RowLoop | undefined = loop; each; each = each.parent) if (each === outer) return true;
  return false;
}
