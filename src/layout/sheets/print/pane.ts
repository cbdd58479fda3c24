/** A rectangle of cells on a page: the scrolled part, or repeated rows and columns. */
import { largestOf } from "../../../domain/collections/long-lists.ts";
import type { Span } from "../model/printing.ts";
import type { PageRoom, SheetPage } from "./print-pages.ts";
import type { SheetLayout } from "./sheet-layout.ts";

export interface Pane {
  rows: Span;
  columns: Span;
  /** Where its first cell is on the paper of the page. */
  xPt: number;
  yPt: number;
}

/** The page's own cells and, before them, repeated rows and columns. */
export function panesOf(
  layout: SheetLayout,
  { rows, columns, titleRows, titleColumns }: SheetPage,
  { headingWidthPt, headingHeightPt }: PageRoom,
): Pane[] {
  const left = headingWidthPt;
  const top = headingHeightPt;
  const xPt = left + (titleColumns ? layout.grid.columns.span(titleColumns.first, titleColumns.last) : 0);
  const yPt = top + (titleRows ? layout.grid.rows.span(titleRows.first, titleRows.last) : 0);
  const panes: Pane[] = [{ rows, columns, xPt, yPt }];
  if (titleRows) panes.push({ rows: titleRows, columns, xPt, yPt: top });
  if (titleColumns) panes.push({ rows, columns: titleColumns, xPt: left, yPt });
  if (titleRows && titleColumns) panes.push({ rows: titleRows, columns: titleColumns, xPt: left, yPt: top });
  return layout.sheet.rightToLeft ? mirrored(panes, layout) : panes;
}

/** Panes of a sheet whose columns run from right to left. */
function mirrored(panes: readonly Pane[], { grid }: SheetLayout): Pane[] {
  const widthOf = ({ columns }: Pane) => grid.columns.span(columns.first, columns.last);
  const whole = largestOf(panes.map((pane) => pane.xPt + widthOf(pane)));
  return panes.map((pane) => ({ ...pane, xPt: whole - pane.xPt - widthOf(pane) }));
}
