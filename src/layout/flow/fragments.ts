/** What pages are made of. Positions are relative to the enclosing box, in points. */

import type { Cell, Paragraph, Section, Table } from "../model/blocks.ts";
import type { Border } from "../model/formatting.ts";
import type { Anchor } from "../model/shapes.ts";
import type { Line } from "../text/line.ts";

interface ParagraphDecoration {
  top: Border | undefined;
  bottom: Border | undefined;
  left: Border | undefined;
  right: Border | undefined;
  /** Beside the box, without taking any of its room. */
  bar: Border | undefined;
  fill: string | undefined;
}

export interface ParagraphFragment {
  kind: "paragraph";
  paragraph: Paragraph;
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
  /** Lines with `yPt` relative to the fragment. */
  lines: Line[];
  isStart: boolean;
  isEnd: boolean;
  /**
   * Box of borders and shading, relative to the fragment: it reaches up to that of the paragraph above if they are one.
   */
  box: { leftPt: number; rightPt: number; topPt: number; bottomPt: number };
  decoration: ParagraphDecoration;
}

export interface BorderSegment {
  x1Pt: number;
  y1Pt: number;
  x2Pt: number;
  y2Pt: number;
  border: Border;
  /**
   * Where it meets other sides of a frame: how thick these are at its start and its end, and on which side of it the inside
   * is (1: below it, or to its right). The inner lines of a border end where those of the other side do.
   */
  corners?: { startPt: number; endPt: number; inside: 1 | -1 };
}

export interface CellFragment {
  cell: Cell;
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
  fill: string | undefined;
  fragments: Fragment[];
  /** What reaches beyond the cell is clipped. */
  clips: boolean;
  columnSpan: number;
  rowSpan: number;
  /** Rotation of its text relative to the text around it: 0, 90, -90 or 180 degrees. */
  rotationDeg: number;
}

export interface RowFragment {
  isHeader: boolean;
  yPt: number;
  heightPt: number;
  cells: CellFragment[];
}

export interface TableFragment {
  kind: "table";
  table: Table;
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
  rows: RowFragment[];
  borders: BorderSegment[];
}

/** A floating object whose place on the page is decided. */
export interface AnchorFragment {
  kind: "anchor";
  anchor: Anchor;
  xPt: number;
  yPt: number;
  /** For objects in cells and boxes that are placed by page or margin: resolved when the page is known. */
  unresolved?: { paragraphXPt: number; paragraphYPt: number; columnWidthPt: number };
}

/** A horizontal or vertical line: above notes, between columns. */
interface RuleFragment {
  kind: "rule";
  thicknessPt: number;
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
}

export type Fragment = ParagraphFragment | TableFragment | AnchorFragment | RuleFragment;

export interface PageGeometry {
  widthPt: number;
  heightPt: number;
  marginLeftPt: number;
  marginRightPt: number;
  marginTopPt: number;
  marginBottomPt: number;
}

export interface Page {
  /** Its place among the pages, from 0. */
  index: number;
  section: Section;
  /** The paper, and where header and footer are on it. */
  geometry: PageGeometry;
  /** The page as its text sees it: turned by a quarter where lines run downwards. */
  flow: PageGeometry;
  /** Printed number. */
  number: number;
  /** First page of its section. */
  isFirstOfSection: boolean;
  sectionIndex: number;
  body: Fragment[];
  footnotes: Fragment[];
  header: Fragment[];
  footer: Fragment[];
  /** A page left blank so that a section starts on an odd or even one. */
  isFiller: boolean;
}
