/** A rectangle of cells on a page: the scrolled part, or repeated rows and columns. */

import type { Span } from "../../layout/sheets/model/printing.ts";

export interface Pane {
  rows: Span;
  columns: Span;
  /** Where its first cell stands on the sheet of the page. */
  xPt: number;
  yPt: number;
}
