/** Laid-out rows -> the fragment of a table on one page. */
import { largestOf } from "../../domain/collections/long-lists.ts";
import { liesAcross, turnedInsets } from "../model/text-direction.ts";
import type { CellFragment, Fragment, RowFragment, TableFragment } from "./fragments.ts";
import { tableBorders } from "./table-borders.ts";
import type { CellLayout, RowLayout } from "./table-parts.ts";
import type { TableLayout } from "./table-rows.ts";

/** A row as it is on this page: whole, or the part above or below a page break. */
export interface RowPart {
  layout: RowLayout;
  heightPt: number;
  isHeader: boolean;
  /** Content by cell if it is not the cell's whole stack. */
  contents?: Map<CellLayout, Fragment[]>;
}

/** Cut by less than this, text is whole. */
const CLIP_TOLERANCE_PT = 0.5;

export function rowPart(layout: RowLayout, isHeader = false): RowPart {
  return { layout, heightPt: layout.heightPt, isHeader };
}

export function tableFragmentOf(
  table: TableLayout,
  fromRow: number,
  toRow: number,
  place: { xPt: number; yPt: number },
): TableFragment {
  const parts = table.rows.slice(fromRow, toRow).map((row) => rowPart(row, row.index < table.headerRows));
  return fragmentOfParts(table, parts, place);
}

export function fragmentOfParts(
  table: TableLayout,
  parts: readonly RowPart[],
  place: { xPt: number; yPt: number },
): TableFragment {
  const rows: RowFragment[] = [];
  const placed: { layout: RowLayout; yPt: number; heightPt: number }[] = [];
  let y = 0;
  parts.forEach((part, index) => {
    placed.push({ layout: part.layout, yPt: y, heightPt: part.heightPt });
    const cells: CellFragment[] = [];
    for (const cell of part.layout.cells) {
      const continued = part.contents?.get(cell);
      if (cell.merged && !continued && index > 0) continue;
      if (cell.merged && !continued) continue;
      const span = parts.slice(index, index + cell.rowSpan);
      const heightPt = span.reduce((sum, spanned) => sum + spanned.heightPt, 0);
      const isExact = part.layout.row.format.heightRule === "exact";
      cells.push(cellFragment(cell, continued ?? cell.stack.fragments, y, heightPt, isExact));
    }
    rows.push({ isHeader: part.isHeader, yPt: y, heightPt: part.heightPt, cells });
    y += part.heightPt;
  });
  return {
    kind: "table",
    table: table.table,
    xPt: place.xPt,
    yPt: place.yPt,
    widthPt: table.widthPt,
    heightPt: y,
    rows,
    borders: tableBorders(table, placed),
  };
}

export function stackHeight(fragments: readonly Fragment[]): number {
  return largestOf(
    fragments.map((fragment) => (fragment.kind === "anchor" ? 0 : fragment.yPt + fragment.heightPt)),
    0,
  );
}

function cellFragment(
  layout: CellLayout,
  fragments: readonly Fragment[],
  yPt: number,
  heightPt: number,
  isExact: boolean,
): CellFragment {
  const { cell } = layout;
  const isWhole = fragments === layout.stack.fragments;
  const contentPt = isWhole ? layout.stack.heightPt : stackHeight(fragments);
  const { insetTopPt, insetRightPt, insetBottomPt, insetLeftPt, rotationDeg } = layout;
  const insets = turnedInsets(
    { topPt: insetTopPt, rightPt: insetRightPt, bottomPt: insetBottomPt, leftPt: insetLeftPt },
    rotationDeg,
  );
  // Lines that run up or down are stacked over the width of their cell.
  const roomPt = (liesAcross(rotationDeg) ? layout.widthPt : heightPt) - insets.topPt - insets.bottomPt;
  const free = Math.max(0, roomPt - contentPt);
  const clips = isExact && rotationDeg === 0 && contentPt > roomPt + CLIP_TOLERANCE_PT;
  const shown = clips ? fragments.flatMap((fragment) => linesAbove(fragment, heightPt - insets.topPt)) : fragments;
  const { verticalAlign } = cell.format;
  const shift = verticalAlign === "center" ? free / 2 : verticalAlign === "bottom" ? free : 0;
  return {
    cell,
    xPt: layout.xPt,
    yPt,
    widthPt: layout.widthPt,
    heightPt,
    fill: cell.format.shading?.fill,
    columnSpan: cell.gridSpan,
    rowSpan: layout.rowSpan,
    rotationDeg,
    clips,
    fragments: shown.map((fragment) => ({
      ...fragment,
      xPt: fragment.xPt + insets.leftPt,
      yPt: fragment.yPt + insets.topPt + shift,
    })),
  };
}

/** A row of an exact height shows the part of its text that begins within it. */
function linesAbove(fragment: Fragment, limitPt: number): Fragment[] {
  if (fragment.kind === "anchor") return [fragment];
  if (fragment.yPt >= limitPt) return [];
  if (fragment.kind !== "paragraph") return [fragment];
  return [{ ...fragment, lines: fragment.lines.filter((line) => fragment.yPt + line.yPt < limitPt) }];
}
