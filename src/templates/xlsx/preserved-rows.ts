import { parseRange } from "../../spreadsheet/cell-reference.ts";
import type { ParsedFormula } from "../../spreadsheet/formula/parse.ts";
import type { DefinedName } from "./defined-names.ts";
import { type RowLoop, rowLoopAt, type SheetTemplate } from "./sheet-template.ts";
import type { SourceTable } from "./workbook-source.ts";

/**
 * Notes the rows that a loop without items must not leave without a trace: where a formula's range or a table is
 * entirely in the loop, one blank row stays, so that sums are 0 and no reference is lost.
 */
export function preserveReferredRows(
  sheets: readonly SheetTemplate[],
  names: readonly DefinedName[],
  tables: readonly SourceTable[],
): void {
  const byName = new Map(sheets.map((sheet) => [sheet.source.name.toLowerCase(), sheet]));
  const noteAll = (parsed: ParsedFormula, sheet: SheetTemplate | undefined, row: number, expands: boolean) => {
    for (const { reference, takes } of parsed.references) {
      if (!reference.rows || (!reference.range && takes === "value" && !expands)) continue;
      const target = reference.sheet === undefined ? sheet : byName.get(reference.sheet.toLowerCase());
      if (target) note(target, reference.rows.first.index, reference.rows.last.index, target === sheet ? row : 0);
    }
  };
  for (const sheet of sheets)
    for (const row of sheet.rows) {
      if (row.isPlain) continue;
      for (const { content } of row.cells().values())
        if (content.kind === "formula") noteAll(content.formula.parsed, sheet, row.row, false);
    }
  for (const { parsed } of names) noteAll(parsed, undefined, 0, true);
  for (const { sheet, reference, headerRows, totalsRows } of tables) {
    const range = parseRange(reference);
    const target = sheets.find(({ source }) => source === sheet);
    if (range && target) note(target, range.row1 + headerRows, range.row2 - totalsRows, 0);
  }
}

function note(sheet: SheetTemplate, firstRow: number, lastRow: number, fromRow: number): void {
  let loop = rowLoopAt(sheet, firstRow);
  const around = new Set<RowLoop>();
  for (let each = fromRow > 0 ? rowLoopAt(sheet, fromRow) : undefined; each; each = each.parent) around.add(each);
  let outermost: RowLoop | undefined;
  for (; loop && !around.has(loop); loop = loop.parent) outermost = loop;
  if (!outermost || outermost.lastRow < lastRow) return;
  if (outermost.kept.some((range) => range.firstRow === firstRow && range.lastRow === lastRow)) return;
  outermost.kept.push({ firstRow, lastRow });
}
