/** Drawings that are anchored to cells (ECMA-376 part 1, 20.5). */

import type { Box } from "../../../geometry/box.ts";
import type { OpcPackage } from "../../../office/package.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import type { Theme } from "../../model/theme.ts";

export interface AnchorCorner {
  column: number;
  columnOffsetPt: number;
  row: number;
  rowOffsetPt: number;
  /** Offsets as shares of the column's width and the row's height, which are more exact than the lengths. */
  columnShare: number | undefined;
  rowShare: number | undefined;
}

export interface DrawingAnchor {
  from: AnchorCorner | undefined;
  to: AnchorCorner | undefined;
  /** Place on the sheet of drawings that are not anchored to a cell. */
  position: { xPt: number; yPt: number } | undefined;
  extent: { widthPt: number; heightPt: number } | undefined;
  /** The chart of a chart sheet has this size on paper; otherwise it fills the page. */
  extentIsPrinted: boolean;
  /** Reads the object at the size that the grid gives to it. */
  node: (box: Box) => DrawingNode | undefined;
}

export interface DrawingSource {
  pack: OpcPackage;
  theme: Theme;
  imageUrl: (part: string, substitute?: string) => string | undefined;
  warnings: Set<string>;
}
