/** How a sheet is printed: paper, margins, headers and footers, repeated rows and columns. */

import type { DrawingNode } from "../../model/shapes.ts";

export interface PageSetup {
  paperWidthPt: number;
  paperHeightPt: number;
  /** The sheet says how its paper is oriented. */
  orientationIsSet: boolean;
  marginLeftPt: number;
  marginRightPt: number;
  marginTopPt: number;
  marginBottomPt: number;
  headerPt: number;
  footerPt: number;
  /** 1 is life size. */
  scale: number;
  /** Pages wide and high the sheet has to fit on; 0 is as many as it needs. Undefined prints by scale. */
  fit: { wide: number; high: number } | undefined;
  overThenDown: boolean;
  centerHorizontally: boolean;
  centerVertically: boolean;
  gridLines: boolean;
  headings: boolean;
  blackAndWhite: boolean;
  /** What is printed for errors; undefined prints them as they are. */
  errorText: string | undefined;
  /** Number of the first page, if it does not continue the count. */
  firstPage: number | undefined;
  rowBreaks: ReadonlySet<number>;
  columnBreaks: ReadonlySet<number>;
}

export interface HeaderFooterSet {
  /** Coded text per kind of page. */
  oddHeader: string;
  oddFooter: string;
  evenHeader: string | undefined;
  evenFooter: string | undefined;
  firstHeader: string | undefined;
  firstFooter: string | undefined;
  /** The text shrinks and grows with the sheet. */
  scales: boolean;
  alignsWithMargins: boolean;
}

/** Section and place of the picture (`LH` is the left of the header), with `EVEN` or `FIRST` for those pages. */
export type HeaderImages = ReadonlyMap<string, DrawingNode>;

export interface Span {
  first: number;
  last: number;
}

export interface PrintTitles {
  rows: Span | undefined;
  columns: Span | undefined;
}
