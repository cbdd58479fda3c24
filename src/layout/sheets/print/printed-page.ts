/** A page of a printed workbook, as data. */
import type { DrawingNode } from "../../model/shapes.ts";
import type { PageSetup } from "../model/printing.ts";
import type { Sheet } from "../model/sheet.ts";
import type { Headings } from "./headings.ts";
import type { PaneContent } from "./pane-content.ts";

export interface PrintedPage {
  sheet: Sheet;
  /** That of the sheet, except for the paper of chart sheets. */
  setup: PageSetup;
  isFirstOfSheet: boolean;
  /** The number that headers show. */
  number: number;
  /** Where the printed content is on the paper; its own lengths are multiplied by `scale`. */
  xPt: number;
  yPt: number;
  scale: number;
  /** Before the scale. */
  widthPt: number;
  heightPt: number;
  panes: PaneContent[];
  headings: Headings | undefined;
  /** The chart of a chart sheet. */
  chart: DrawingNode | undefined;
  /** Links to cells that are not printed lead to the first page of their sheet. */
  targets: string[];
}
