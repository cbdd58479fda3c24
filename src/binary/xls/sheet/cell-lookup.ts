/** Values of a sheet's cells by their places. */
import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { RichText } from "../biff/text.ts";
import type { SheetCell, SheetContent } from "../content/sheet-content.ts";

const MAX_VALUES = 20_000;

/** Row by row; blank cells are undefined. */
export function valuesOf(
  sheet: SheetContent,
  range: GridRange,
  sharedStrings: readonly RichText[],
): (string | number | undefined)[] {
  const values: (string | number | undefined)[] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      if (values.length >= MAX_VALUES) return values;
      values.push(contentValue(sheet.rows.get(row)?.cells.get(column), sharedStrings));
    }
  }
  return values;
}

function contentValue(cell: SheetCell | undefined, sharedStrings: readonly RichText[]): string | number | undefined {
  switch (cell?.content.kind) {
    case "number":
      return cell.content.value;
    case "shared":
      return sharedStrings[cell.content.index]?.text;
    case "text":
      return cell.content.text;
    default:
      return undefined;
  }
}
