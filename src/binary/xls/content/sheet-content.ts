/** What is read from a sheet before it is written as a part. Rows and columns count from zero. */
import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { SheetDrawing } from "./sheet-drawing.ts";

export type CellContent =
  | { kind: "blank" }
  /** `formula`: for a result that may never have been calculated. */
  | { kind: "number"; value: number; formula?: string }
  | { kind: "boolean"; value: boolean }
  | { kind: "error"; code: string }
  | { kind: "shared"; index: number }
  /** `markup`: what is inside `is`. */
  | { kind: "text"; text: string; markup: string };

export interface SheetCell {
  format: number;
  content: CellContent;
}

export interface SheetRow {
  heightTwips: number | undefined;
  isFixed: boolean;
  isHidden: boolean;
  /** Format of the row's empty cells. */
  format: number | undefined;
  cells: Map<number, SheetCell>;
}

interface SheetColumns {
  first: number;
  last: number;
  /** In 256ths of a digit's width. */
  width: number;
  isHidden: boolean;
  format: number;
}

export interface SheetLink {
  range: GridRange;
  target: string;
}

export interface PrintSetup {
  paperSize: number;
  scalePercent: number;
  firstPage: number;
  fitWidth: number;
  fitHeight: number;
  overThenDown: boolean;
  isPortrait: boolean;
  /** Paper, scale and orientation were never set. */
  isUnset: boolean;
  hasNoOrientation: boolean;
  blackAndWhite: boolean;
  usesFirstPage: boolean;
  headerInches: number;
  footerInches: number;
}

interface PageTexts {
  oddHeader: string;
  oddFooter: string;
  evenHeader: string;
  evenFooter: string;
  firstHeader: string;
  firstFooter: string;
  differentOddEven: boolean;
  differentFirst: boolean;
  scalesWithSheet: boolean;
  alignsWithMargins: boolean;
}

export interface SheetPrint {
  setup: PrintSetup | undefined;
  /** Inches; undefined is the program's default. */
  margins: { left?: number; right?: number; top?: number; bottom?: number };
  centerHorizontally: boolean;
  centerVertically: boolean;
  gridLines: boolean;
  headings: boolean;
  fitToPage: boolean;
  texts: PageTexts;
  rowBreaks: number[];
  columnBreaks: number[];
}

export interface SheetContent {
  rows: Map<number, SheetRow>;
  columns: SheetColumns[];
  /** In digits. */
  baseColumnWidth: number | undefined;
  /** In 256ths of a digit. */
  defaultColumnWidth: number | undefined;
  defaultRowTwips: number | undefined;
  rowsHiddenByDefault: boolean;
  showZeros: boolean;
  rightToLeft: boolean;
  merges: GridRange[];
  links: SheetLink[];
  print: SheetPrint;
  /** `conditionalFormatting` elements. */
  conditionalFormats: string;
  drawing: SheetDrawing;
  cellCount: number;
}

export function emptySheet(): SheetContent {
  return {
    rows: new Map(),
    columns: [],
    baseColumnWidth: undefined,
    defaultColumnWidth: undefined,
    defaultRowTwips: undefined,
    rowsHiddenByDefault: false,
    showZeros: true,
    rightToLeft: false,
    merges: [],
    links: [],
    print: {
      setup: undefined,
      margins: {},
      centerHorizontally: false,
      centerVertically: false,
      gridLines: false,
      headings: false,
      fitToPage: false,
      texts: {
        oddHeader: "",
        oddFooter: "",
        evenHeader: "",
        evenFooter: "",
        firstHeader: "",
        firstFooter: "",
        differentOddEven: false,
        differentFirst: false,
        scalesWithSheet: true,
        alignsWithMargins: true,
      },
      rowBreaks: [],
      columnBreaks: [],
    },
    conditionalFormats: "",
    drawing: { pieces: [], objects: new Map(), texts: new Map(), oldObjects: [] },
    cellCount: 0,
  };
}
