/** What a cell holds: a text as it stands, a number, a yes or no; empty is an empty text. Dates are ISO texts. */
export type CellValue = string | number | boolean;

/** One row below the headings. */
export interface ListRow {
  /** Its number in the sheet, or its line in a text, from 1. */
  row: number;
  /** By column; as many as there are headings. */
  cells: CellValue[];
}

/** A cell that cannot be used as it is. */
export interface CellProblem {
  row: number;
  /** From 0. */
  column: number;
  message: string;
}

/** A list as it was sent: headings, and the rows below them that have something in them. */
export interface ListTable {
  /** Names of all sheets that can be read; none for a text. */
  sheets: string[];
  /** The sheet that was read; empty for a text. */
  sheet: string;
  /** Row of the headings, from 1. */
  headerRow: number;
  headings: string[];
  rows: ListRow[];
  /** Cells whose value is not known, such as formulas that were never calculated. */
  problems: CellProblem[];
  warnings: string[];
  /** Whether there are rows behind those that were asked for. */
  more: boolean;
}

/** Where a list is in its file; what is not said is found. */
export interface ListPlace {
  sheet?: string;
  /** From 1. */
  headerRow?: number;
  /** Rows below the headings that are read at most, for a look at a long list; all when absent. */
  first?: number;
}

/** Rows of one list. */
export const MAX_LIST_ROWS = 10_000;

/** Lines of a list as text, with those that are empty: as many rows as a sheet of Excel has. */
export const MAX_LIST_LINES = 1_048_576;
/** Columns of one list. */
export const MAX_LIST_COLUMNS = 500;
