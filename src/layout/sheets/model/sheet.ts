/** A worksheet after reading. Rows and columns count from zero, lengths are points. */

import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { DateSystem } from "../../../spreadsheet/serial-date.ts";
import type { MergedCells } from "../values/merges.ts";
import type { Row } from "../values/sheet-data.ts";
import type { SheetRows } from "../values/workbook-formulas.ts";
import type { ConditionalFormat } from "./conditional-format.ts";
import type { DrawingAnchor } from "./drawing-anchor.ts";
import type { PivotTable } from "./pivot-table.ts";
import type { HeaderFooterSet, HeaderImages, PageSetup, PrintTitles } from "./printing.ts";
import type { Sparkline } from "./sparkline.ts";

export interface ColumnFormat {
  /** Characters; undefined takes the default width. */
  width: number | undefined;
  hidden: boolean;
  styleIndex: number | undefined;
}

export interface SheetTable {
  range: GridRange;
  styleName: string;
  headerRows: number;
  totalsRows: number;
  firstColumn: boolean;
  lastColumn: boolean;
  rowStripes: boolean;
  columnStripes: boolean;
}

export interface Sheet {
  name: string;
  /** Its place among all sheets of the workbook, hidden ones included. */
  index: number;
  rows: Map<number, Row>;
  columns: ColumnFormat[];
  defaultRowHeightPt: number;
  /** The same, if the program that saved the workbook found it by measuring its default font. */
  measuredRowHeightPt: number | undefined;
  /** Rows that say nothing are hidden. */
  rowsHiddenByDefault: boolean;
  /** Characters; undefined counts from `baseColumnWidth`. */
  defaultColumnWidth: number | undefined;
  baseColumnWidth: number;
  showZeros: boolean;
  /** The first column is at the right. */
  rightToLeft: boolean;
  merges: MergedCells;
  /** Targets of hyperlinks by cell (`readLinks`). */
  links: Map<number, string>;
  setup: PageSetup;
  headerFooter: HeaderFooterSet | undefined;
  headerImages: HeaderImages;
  drawings: DrawingAnchor[];
  /** Rows of the workbook's sheets by name, which conditions may refer to. */
  rowsOf: (sheet: string) => SheetRows | undefined;
  dates: DateSystem;
  conditionalFormats: ConditionalFormat[];
  tables: SheetTable[];
  pivots: PivotTable[];
  sparklines: Sparkline[];
  printAreas: GridRange[];
  titles: PrintTitles;
  /** A sheet that is nothing but a chart. */
  isChart: boolean;
}
