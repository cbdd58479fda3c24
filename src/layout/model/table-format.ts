/** Formatting of tables, rows and cells (ECMA-376 part 1, 17.4). Lengths in points. */

import type { Border, Shading } from "./formatting.ts";

export type Measure =
  | { kind: "auto" }
  | { kind: "points"; value: number }
  /** Share of the available width, 1 = 100 %. */
  | { kind: "share"; value: number };

export interface EdgeBorders {
  top?: Border;
  bottom?: Border;
  left?: Border;
  right?: Border;
  insideH?: Border;
  insideV?: Border;
  diagonalDown?: Border;
  diagonalUp?: Border;
}

export interface EdgeLengths {
  top?: number;
  bottom?: number;
  left?: number;
  right?: number;
}

export interface FloatingTable {
  leftFromTextPt: number;
  rightFromTextPt: number;
  topFromTextPt: number;
  bottomFromTextPt: number;
  horizontalAnchor: string;
  verticalAnchor: string;
  xPt: number;
  yPt: number;
  xAlign: string | undefined;
  yAlign: string | undefined;
}

export interface TableFormat {
  width: Measure;
  alignment: "left" | "center" | "right";
  indentPt: number | undefined;
  fixedLayout: boolean;
  borders: EdgeBorders;
  cellMargins: EdgeLengths;
  cellSpacingPt: number;
  shading: Shading | undefined;
  rightToLeft: boolean;
  rowBandSize: number;
  columnBandSize: number;
  floating: FloatingTable | undefined;
  /** `w:tblLook` flags. */
  appearance: TableLook | undefined;
}

export interface TableLook {
  firstRow: boolean;
  lastRow: boolean;
  firstColumn: boolean;
  lastColumn: boolean;
  horizontalBands: boolean;
  verticalBands: boolean;
}

export interface RowFormat {
  heightPt: number;
  heightRule: "auto" | "atLeast" | "exact";
  header: boolean;
  cantSplit: boolean;
  gridBefore: number;
  gridAfter: number;
  alignment: "left" | "center" | "right" | undefined;
  hidden: boolean;
}

export interface CellFormat {
  width: Measure;
  gridSpan: number;
  verticalMerge: "none" | "restart" | "continue";
  horizontalMerge: "none" | "restart" | "continue";
  borders: EdgeBorders;
  margins: EdgeLengths;
  shading: Shading | undefined;
  verticalAlign: "top" | "center" | "bottom";
  noWrap: boolean;
  /** Undefined takes that of the table's surroundings. */
  textDirection: string | undefined;
  fitText: boolean;
  hideMark: boolean;
}

export type PartialTableFormat = Partial<TableFormat>;

export type PartialCellFormat = Partial<CellFormat>;

export function mergeTableFormat(base: PartialTableFormat, over: PartialTableFormat): PartialTableFormat {
  const merged = { ...base, ...over };
  if (base.borders && over.borders) merged.borders = { ...base.borders, ...over.borders };
  if (base.cellMargins && over.cellMargins) merged.cellMargins = { ...base.cellMargins, ...over.cellMargins };
  return merged;
}

export function mergeCellFormat(base: PartialCellFormat, over: PartialCellFormat): PartialCellFormat {
  const merged = { ...base, ...over };
  if (base.borders && over.borders) merged.borders = { ...base.borders, ...over.borders };
  if (base.margins && over.margins) merged.margins = { ...base.margins, ...over.margins };
  return merged;
}
