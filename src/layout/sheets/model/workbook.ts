/** A workbook after reading: what its sheets share. */

import type { Printer } from "../../../domain/renderer.ts";
import type { OpcPackage } from "../../../office/package.ts";
import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { DateSystem } from "../../../spreadsheet/serial-date.ts";
import type { TextRun } from "../styles/rich-text.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";
import type { StyleBook } from "../styles/styles.ts";
import type { RichValues } from "../values/rich-values.ts";
import type { SheetSource, SheetValues } from "../values/sheet-values.ts";
import type { DrawingSource } from "./drawing-anchor.ts";
import type { PrintTitles } from "./printing.ts";

export interface Workbook {
  /** As its properties say; empty if they do not. */
  title: string;
  pack: OpcPackage;
  colors: SpreadsheetColors;
  styles: StyleBook;
  sharedStrings: readonly (readonly TextRun[])[];
  dates: DateSystem;
  /** BCP 47: of whom dates are that the system shows; undefined for that of America. */
  locale: string | undefined;
  /** On which system it is printed. */
  printer: Printer;
  /** Visible sheets in their order. */
  sheets: SheetSource[];
  values: SheetValues;
  drawingSource: DrawingSource;
  richValues: RichValues;
  warnings: Set<string>;
  /** Defined names of the whole workbook, in lower case. */
  names: ReadonlyMap<string, string>;
  printAreas(sheetIndex: number): GridRange[];
  printTitles(sheetIndex: number): PrintTitles;
}
