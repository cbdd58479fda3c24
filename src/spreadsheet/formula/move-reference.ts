import { columnName, LAST_COLUMN, LAST_ROW } from "../cell-reference.ts";
import { parseFormula } from "./parse.ts";
import type { CellReference, ReferenceEnd } from "./tokenize.ts";

/** The ends of a reference, if it has them: whole columns have no rows, whole rows no columns. */
export type ReferenceEnds = Pick<CellReference, "rows" | "columns">;

/** A reference that is copied by some rows and columns: ends that are not fixed with `$` move along. */
export function movedReference({ rows, columns }: ReferenceEnds, down: number, right: number): ReferenceEnds {
  return {
    ...(rows && { rows: { first: moved(rows.first, down, LAST_ROW), last: moved(rows.last, down, LAST_ROW) } }),
    ...(columns && {
      columns: { first: moved(columns.first, right, LAST_COLUMN), last: moved(columns.last, right, LAST_COLUMN) },
    }),
  };
}

/** Beyond the sheet's edge references wrap around, as they do in Excel. */
function moved({ index, absolute }: ReferenceEnd, by: number, limit: number): ReferenceEnd {
  return { absolute, index: absolute ? index : ((((index + by - 1) % limit) + limit) % limit) + 1 };
}

/** A formula that is copied by some rows and columns. */
export function movedFormula(text: string, down: number, right: number): string {
  let copy = "";
  let at = 0;
  for (const { reference, start, end } of parseFormula(text).references) {
    const { rows, columns } = movedReference(reference, down, right);
    const one = (side: "first" | "last"): string => {
      const [row, column] = [rows?.[side], columns?.[side]];
      const letters = column ? (column.absolute ? "$" : "") + columnName(column.index) : "";
      return letters + (row ? (row.absolute ? "$" : "") + row.index : "");
    };
    const cells = reference.range ? `${one("first")}:${one("last")}` : one("first");
    copy += text.slice(at, start) + reference.prefix + cells;
    at = end;
  }
  return copy + text.slice(at);
}
