/** What the commands cannot draw yet of a workbook: with any of it the workbook goes through the browser. */
import type { Sheet } from "../../layout/sheets/model/sheet.ts";
import type { CellValue } from "../../layout/sheets/values/sheet-data.ts";
import { type DrawingNeed, type IsDrawable, NeedFinder } from "../drawing/need-finder.ts";

export type SheetNeed = DrawingNeed | "more room than an isolate has";

/** Cells of all sheets; each takes about a kilobyte while its workbook is printed. */
const MAX_CELLS = 40_000;
/** Conditions of cells that are evaluated, each some microseconds. */
const MAX_CONDITIONS = 1_000_000;
/** Drawings are read at the size that the grid gives them; what they hold does not depend on it. */
const ANY_SIZE = { xPt: 0, yPt: 0, widthPt: 100, heightPt: 100 };

export function sheetNeeds(sheets: readonly Sheet[], isDrawable: IsDrawable): Set<SheetNeed> {
  const needs = new NeedFinder(isDrawable);
  let cells = 0;
  let conditions = 0;
  for (const sheet of sheets) {
    const rules = sheet.conditionalFormats.reduce((count, format) => count + format.rules.length, 0);
    for (const row of sheet.rows.values()) {
      cells += row.cells.size;
      conditions += row.cells.size * rules;
      for (const cell of row.cells.values()) for (const text of textsOf(cell.value)) needs.text(text);
    }
    const { oddHeader, oddFooter, evenHeader, evenFooter, firstHeader, firstFooter } = sheet.headerFooter ?? {};
    for (const coded of [oddHeader, oddFooter, evenHeader, evenFooter, firstHeader, firstFooter])
      needs.text(coded ?? "");
    for (const picture of sheet.headerPictures.values()) needs.drawing(picture);
    for (const anchor of sheet.drawings) {
      const node = anchor.node(ANY_SIZE);
      if (node) needs.drawing(node);
    }
  }
  const found = new Set<SheetNeed>(needs.found);
  if (cells > MAX_CELLS || conditions > MAX_CONDITIONS) found.add("more room than an isolate has");
  return found;
}

function textsOf(value: CellValue): string[] {
  return value.kind === "text" ? value.runs.map(({ text }) => text) : [];
}
