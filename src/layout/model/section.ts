/** A section's paper, margins, columns and numbering (ECMA-376 part 1, 17.6). Lengths in points. */

import type { Fill } from "./fill.ts";
import type { Border } from "./formatting.ts";

export type HeaderKind = "default" | "first" | "even";

export interface SectionColumn {
  widthPt: number;
  /** Gap after the column. */
  gapPt: number;
}

export interface PageBorders {
  offsetFrom: "text" | "page";
  display: string;
  inFront: boolean;
  top?: Border;
  bottom?: Border;
  left?: Border;
  right?: Border;
}

export interface SectionFormat {
  widthPt: number;
  heightPt: number;
  marginTopPt: number;
  marginBottomPt: number;
  marginLeftPt: number;
  marginRightPt: number;
  gutterPt: number;
  headerDistancePt: number;
  footerDistancePt: number;
  start: "nextPage" | "continuous" | "evenPage" | "oddPage" | "nextColumn";
  columns: SectionColumn[];
  columnSeparator: boolean;
  titlePage: boolean;
  pageNumberFormat: string;
  pageNumberStart: number | undefined;
  pageBorders: PageBorders | undefined;
  verticalAlign: string;
  /** `lines`, `linesAndChars`, `snapToChars` or `default` (no grid). */
  gridType: string;
  gridLinePitchPt: number;
  rightToLeft: boolean;
  textDirection: string;
  lineNumbering: LineNumbering | undefined;
  footnoteNumbering: NoteNumbering;
  endnoteNumbering: NoteNumbering;
  /** Its endnotes are printed with those of the next section. */
  passesEndnotesOn: boolean;
  background: PageBackground | undefined;
  /** Relationship ids by kind, as written in this section only. */
  headerIds: Partial<Record<HeaderKind, string>>;
  footerIds: Partial<Record<HeaderKind, string>>;
}

/** What the whole page shows behind all else, the lowest fill first: of OpenDocument (`w:pageFill`). */
export interface PageBackground {
  fills: Fill[];
  /** Of the section's first page, where it differs. */
  first: Fill[] | undefined;
}

/** Lines run downwards, the first one at the right (`w:textDirection`, 17.18.93): East Asian pages. */
export function linesRunDown({ textDirection }: Pick<SectionFormat, "textDirection">): boolean {
  return textDirection === "tbRl" || textDirection === "tbRlV";
}

/** `w:lnNumType` (17.6.8). */
export interface LineNumbering {
  /** Only multiples of this are shown. */
  every: number;
  /** Number of the first line. */
  first: number;
  /** From the right edge of the number to the text; undefined is the program's choice. */
  distancePt: number | undefined;
  restart: "newPage" | "newSection" | "continuous";
}

export interface NoteNumbering {
  format: string | undefined;
  start: number | undefined;
  restart: string | undefined;
  position: string | undefined;
}
