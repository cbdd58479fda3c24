/** Splitting of a printed area into pages. Pure arithmetic on row heights and column widths. */

import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { PageSetup, PrintTitles, Span } from "../model/printing.ts";
import type { Axis, Grid } from "./grid.ts";

export interface SheetPage {
  rows: Span;
  columns: Span;
  /** Rows and columns repeated before them. */
  titleRows: Span | undefined;
  titleColumns: Span | undefined;
}

export interface SplitPlan {
  scale: number;
  rowSpans: Span[];
  columnSpans: Span[];
}

/** Sizes of the room on a page and of headings printed beside the cells. */
export interface PageRoom {
  widthPt: number;
  heightPt: number;
  headingWidthPt: number;
  headingHeightPt: number;
}

const TOLERANCE_PT = 0.3;
const MIN_PERCENT = 10;

export function planPages(
  area: GridRange,
  grid: Grid,
  setup: PageSetup,
  titles: PrintTitles,
  room: PageRoom,
): SplitPlan {
  const columns: Span = { first: area.left, last: area.right };
  const rows: Span = { first: area.top, last: area.bottom };
  const split = (scale: number, breaks: { ofColumns: boolean; ofRows: boolean }) => ({
    columnSpans: splitAxis(
      columns,
      grid.columns,
      room.widthPt / scale - room.headingWidthPt,
      breaks.ofColumns ? setup.columnBreaks : NO_BREAKS,
      titles.columns,
    ),
    rowSpans: splitAxis(
      rows,
      grid.rows,
      room.heightPt / scale - room.headingHeightPt,
      breaks.ofRows ? setup.rowBreaks : NO_BREAKS,
      titles.rows,
    ),
  });
  let { scale } = setup;
  const { fit } = setup;
  if (fit) {
    const fits = (percent: number) => {
      const { columnSpans, rowSpans } = split(percent / 100, { ofColumns: false, ofRows: false });
      return (!fit.wide || columnSpans.length <= fit.wide) && (!fit.high || rowSpans.length <= fit.high);
    };
    let low = MIN_PERCENT;
    let high = 100;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(middle)) low = middle;
      else high = middle - 1;
    }
    scale = low / 100;
  }
  // Breaks set by hand hold if pages are not counted.
  const { columnSpans, rowSpans } = split(scale, { ofColumns: !fit?.wide, ofRows: !fit?.high });
  return { scale, rowSpans, columnSpans };
}

const NO_BREAKS: ReadonlySet<number> = new Set();

/** Fills pages one after the other; a row or column larger than a page has one of its own. */
export function splitAxis(
  range: Span,
  axis: Axis,
  roomPt: number,
  breaks: ReadonlySet<number>,
  titles: Span | undefined,
): Span[] {
  const spans: Span[] = [];
  let first = range.first;
  const titlePt = titles ? axis.span(titles.first, titles.last) : 0;
  const forced = [...breaks].filter((at) => at > range.first && at <= range.last).sort((one, other) => one - other);
  let nextForced = 0;
  while (first <= range.last) {
    const repeated = titles && first > titles.last ? titlePt : 0;
    while ((forced[nextForced] ?? Number.POSITIVE_INFINITY) <= first) nextForced++;
    const end = Math.min(range.last + 1, forced[nextForced] ?? Number.POSITIVE_INFINITY);
    const limit = axis.start(first) + Math.max(1, roomPt - repeated) + TOLERANCE_PT;
    let low = first + 1;
    let high = end;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (axis.start(middle) <= limit) low = middle;
      else high = middle - 1;
    }
    spans.push({ first, last: low - 1 });
    first = low;
  }
  return spans;
}

/** The pages in their printing order, one at a time: far-flung sheets have millions. */
export function* pagesOf(
  { rowSpans, columnSpans }: SplitPlan,
  setup: PageSetup,
  titles: PrintTitles,
): Generator<SheetPage> {
  const page = (rows: Span, columns: Span): SheetPage => ({
    rows,
    columns,
    titleRows: titles.rows && rows.first > titles.rows.last ? titles.rows : undefined,
    titleColumns: titles.columns && columns.first > titles.columns.last ? titles.columns : undefined,
  });
  if (setup.overThenDown) {
    for (const rows of rowSpans) for (const columns of columnSpans) yield page(rows, columns);
  } else {
    for (const columns of columnSpans) for (const rows of rowSpans) yield page(rows, columns);
  }
}
