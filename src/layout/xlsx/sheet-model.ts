/** A worksheet after reading. Rows and columns count from zero, lengths are points. */
import type { CellRange } from "./cell-reference.ts";
import type { ConditionalFormat } from "./conditional-model.ts";
import type { FormulaSource } from "./formula.ts";
import type { HeaderFooterSet } from "./header-footer.ts";
import type { HeaderPictures } from "./header-pictures.ts";
import type { MergedCells } from "./merges.ts";
import type { PageSetup } from "./page-setup.ts";
import type { PivotTable } from "./pivot-tables.ts";
import type { PrintTitles } from "./print-pages.ts";
import type { Row } from "./sheet-data.ts";
import type { DrawingAnchor } from "./sheet-drawings.ts";
import type { Sparkline } from "./sparkline-model.ts";

export interface ColumnFormat {
  /** Characters; undefined takes the default width. */
  width: number | undefined;
  hidden: boolean;
  styleIndex: number | undefined;
}

export interface SheetTable {
  range: CellRange;
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
  /** Rows that say nothing are hidden. */
  rowsHiddenByDefault: boolean;
  /** Characters; undefined counts from `baseColumnWidth`. */
  defaultColumnWidth: number | undefined;
  baseColumnWidth: number;
  showZeros: boolean;
  /** The first column stands at the right. */
  rightToLeft: boolean;
  merges: MergedCells;
  /** Targets of hyperlinks by cell (`readLinks`). */
  links: Map<number, string>;
  setup: PageSetup;
  headerFooter: HeaderFooterSet | undefined;
  headerPictures: HeaderPictures;
  drawings: DrawingAnchor[];
  /** Values of other sheets, which conditions may ask for. */
  otherSheet: NonNullable<FormulaSource["otherSheet"]>;
  conditionalFormats: ConditionalFormat[];
  tables: SheetTable[];
  pivots: PivotTable[];
  sparklines: Sparkline[];
  printAreas: CellRange[];
  titles: PrintTitles;
  /** A sheet that is nothing but a chart. */
  isChart: boolean;
}
