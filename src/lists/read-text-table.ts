import Papa from "papaparse";
import { Failure } from "../domain/failure.ts";
import { type ListPlace, type ListTable, MAX_LIST_LINES, MAX_LIST_ROWS } from "./list-table.ts";

const invalid = (message: string): Failure => new Failure("invalid_request", message);

/**
 * A list as text, its values between commas, semicolons or tabs, as programs save and copy it.
 * @param place a row of headings; the first line that has something in it when absent
 * @throws Failure `invalid_request`
 */
export function readTextTable(text: string, { headerRow, first }: ListPlace = {}): ListTable {
  const rows: { row: number; cells: string[] }[] = [];
  let row = 0;
  const source = text.replace(/^\ufeff/, "");
  Papa.parse<string[]>(source, {
    delimiter: delimiterOf(source),
    step({ data, errors }, parser) {
      row++;
      if (row > MAX_LIST_LINES) throw tooManyLines();
      if (errors.some(({ type }) => type === "Quotes")) throw invalid(`Row ${row}: the quotes are not closed.`);
      if (data.some((cell) => cell.trim() !== "")) rows.push({ row, cells: data });
      if (first !== undefined && rows.length > first + 1 && row > (headerRow ?? 0) + first) parser.abort();
    },
  });
  return tableOfRows(rows, { headerRow, first });
}

/** Empty lines are no rows, and yet have to be read. */
export const tooManyLines = (): Failure =>
  invalid(`The list has more than ${MAX_LIST_LINES.toLocaleString("en")} lines.`);

/** What stands between the values of the first line that says something, outside of quotes. */
export function delimiterOf(text: string): string {
  const line = firstLine(text).replace(/"[^"]*"/g, "");
  const counted = ["\t", ";", ",", "|"].map((mark) => ({ mark, count: line.split(mark).length }));
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}

function firstLine(text: string): string {
  const said = text.search(/\S/);
  if (said === -1) return "";
  const before = text.slice(0, said);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? "";
}

/** A list of rows as they stand; the first is that of the headings unless another is named. */
export function tableOfRows(
  rows: readonly { row: number; cells: readonly unknown[] }[],
  { headerRow, first }: ListPlace = {},
): ListTable {
  const filled = rows.map(({ row, cells }) => ({ row, cells: cells.map(cellValue) }));
  const at = headerRow === undefined ? 0 : filled.findIndex(({ row }) => row === headerRow);
  const head = filled[at];
  if (!head)
    throw invalid(
      filled.length === 0 ? "The list is empty." : `Row ${headerRow} is empty: name the row of the headings.`,
    );
  const found = filled.slice(at + 1);
  if (found.length > MAX_LIST_ROWS)
    throw invalid(
      `The list has ${found.length.toLocaleString("en")} rows; ${MAX_LIST_ROWS.toLocaleString("en")} are allowed: divide it into several.`,
    );
  const below = found.slice(0, first);
  const headings = head.cells.map((cell) => String(cell).trim());
  return {
    sheets: [],
    sheet: "",
    headerRow: head.row,
    headings,
    rows: below.map(({ row, cells }) => ({ row, cells: headings.map((_, column) => cells[column] ?? "") })),
    problems: [],
    warnings: below
      .flatMap(({ row, cells }) =>
        cells.slice(headings.length).some((cell) => cell !== "")
          ? [`Row ${row} has more values than there are headings: the extra ones are left out.`]
          : [],
      )
      .slice(0, 20),
    more: below.length < found.length,
  };
}

function cellValue(value: unknown): string | number | boolean {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw invalid("A cell of the list is neither text nor a number.");
}
