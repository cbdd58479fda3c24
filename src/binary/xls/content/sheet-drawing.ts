/** What is read from a sheet's drawing before its shapes are written: objects, anchors and texts. */

import type { BiffRecord } from "../biff/record-stream.ts";
import type { RichText } from "../biff/text.ts";

/** What an OBJ record says about a shape. */
export interface HostObject {
  /** `ot` of FtCmo (2.5.143). */
  kind: number;
  isPrinted: boolean;
  /** The records of its chart. */
  chart?: BiffRecord[];
  /** Before BIFF8 objects hold their place themselves. */
  anchor?: CellAnchor;
}

export interface ShapeText extends RichText {
  /** 1 left or top, 2 center, 3 right or bottom, 4 justified. */
  horizontal: number;
  vertical: number;
  /** 0 upright, 1 stacked, 2 a quarter left, 3 a quarter right. */
  rotation: number;
}

export interface AnchorCorner {
  column: number;
  row: number;
  /** 0 to 1 of the column's width and of the row's height. */
  columnShare: number;
  rowShare: number;
}

export interface CellAnchor {
  from: AnchorCorner;
  to: AnchorCorner;
}

export interface SheetDrawing {
  /** The OfficeArt stream. */
  pieces: Uint8Array[];
  /** Objects and texts by the length of the stream when they came. */
  objects: Map<number, HostObject>;
  texts: Map<number, ShapeText>;
  /** Objects of workbooks that have no OfficeArt. */
  oldObjects: HostObject[];
}
