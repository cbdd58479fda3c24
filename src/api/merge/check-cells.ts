import { readDateFields } from "../../language/dates/read-date-fields.ts";
import { readNumber } from "../../language/numbers.ts";
import type { ListTarget } from "../../lists/column-fields.ts";
import type { ListColumn } from "../../lists/list-records.ts";
import type { CellValue, ListTable } from "../../lists/list-table.ts";

/** What is wrong with a cell: its value is not known, none is there, or it is not what its field holds. */
export interface MarkedCell {
  row: number;
  /** From 0. */
  column: number;
  kind: "unknown" | "missing" | "wrong";
  message: string;
}

/** Cells that an answer names: whoever has more has the wrong column. */
export const MAX_MARKED = 2_000;

/** Holds the cells of a list against the fields that they fill, as the merge will read them; the list's own problems come first. */
export function checkCells(
  table: ListTable,
  columns: readonly ListColumn[],
  targets: readonly ListTarget[],
  firstRows: ReadonlySet<number>,
): { marked: MarkedCell[]; count: number } {
  const marked: MarkedCell[] = [];
  let count = 0;
  const mark = (cell: MarkedCell) => {
    count++;
    if (marked.length < MAX_MARKED) marked.push(cell);
  };
  const unknown = new Set<string>();
  for (const problem of table.problems) {
    unknown.add(`${problem.row} ${problem.column}`);
    mark({ ...problem, kind: "unknown" });
  }
  const byPath = new Map(targets.map((target) => [target.path, target]));
  const fields = columns.map(({ field }) => byPath.get(field));
  for (const { row, cells } of table.rows) {
    for (const [column, target] of fields.entries()) {
      if (!target || unknown.has(`${row} ${column}`)) continue;
      const value = cells[column] ?? "";
      if (isEmpty(value)) {
        // of several rows of one record the first says what is no item
        if (target.field.required && (target.isItem || firstRows.has(row)))
          mark({ row, column, kind: "missing", message: `“${target.label}” is needed, and empty here.` });
        continue;
      }
      const message = wrongValue(value, target);
      if (message !== undefined) mark({ row, column, kind: "wrong", message });
    }
  }
  return { marked, count };
}

const isEmpty = (value: CellValue): boolean => typeof value === "string" && value.trim() === "";

/** Texts that count as yes or no. */
const YES_OR_NO = /^(?:true|false|yes|no|0|1|on|off|y|n|x)$/i;

function wrongValue(value: CellValue, { label, field }: ListTarget): string | undefined {
  const shown = `“${String(value).slice(0, 60)}”`;
  switch (field.type) {
    case "number": {
      const { manner } = readNumber(value);
      if (manner === "none") return `“${label}” is a number, and ${shown} is none: it counts as 0.`;
      if (manner === "prefix") return `“${label}” is a number: of ${shown} only the beginning is one.`;
      return undefined;
    }
    case "date":
      // serial numbers and times of programs are numbers
      return typeof value === "number" || (typeof value === "string" && /^-?\d+$/.test(value.trim()))
        ? undefined
        : readDateFields(String(value)) === undefined
          ? `“${label}” is a date, and ${shown} is none that can be read.`
          : undefined;
    case "boolean":
      return typeof value === "string" && !YES_OR_NO.test(value.trim())
        ? `“${label}” is a yes or no; ${shown} counts as yes.`
        : undefined;
    default:
      return field.options && field.options.length > 0 && !field.options.includes(String(value))
        ? `“${label}” is one of ${field.options.slice(0, 6).join(", ")}${field.options.length > 6 ? ", …" : ""}; ${shown} is none of them.`
        : undefined;
  }
}
