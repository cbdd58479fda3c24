import { largestOf } from "../domain/collections/long-lists.ts";
import { Failure } from "../domain/failure.ts";
import { columnName } from "../spreadsheet/cell-reference.ts";
import { parseGridRange } from "../spreadsheet/grid-range.ts";
import { headerRowOf } from "./find-header.ts";
import { type CellProblem, type ListPlace, type ListTable, MAX_LIST_ROWS } from "./list-table.ts";
import { type ListWorkbook, openWorkbook } from "./open-workbook.ts";
import { MAX_EMPTY_ROWS, type SheetRow, type SheetScan, sheetRows } from "./sheet-rows.ts";

/** Rows above the headings: titles and notes. */
const MAX_ABOVE = 50;

const invalid = (message: string): Failure => new Failure("invalid_request", message);

interface ScannedSheet {
  name: string;
  rows: SheetRow[];
  scan: SheetScan;
}

/**
 * The list in an xlsx file: in the sheet and below the row that `place` names, else the first visible sheet with headings and
 * rows, below the first row that looks like headings.
 * @throws Failure those of `openWorkbook`, and `invalid_request` where there is no list, or one that is too long
 */
export async function readWorkbook(bytes: Uint8Array, place: ListPlace = {}): Promise<ListTable> {
  const workbook = await openWorkbook(bytes);
  const sheet = await sheetAt(workbook, place);
  const at = sheet.rows.findIndex(({ row }) => row === headerRow(sheet, place));
  const head = sheet.rows[at];
  if (!head)
    throw invalid(`Row ${place.headerRow} of the sheet “${sheet.name}” is empty: name the row of the headings.`);
  refuseMerged(sheet, head.row);
  const found = sheet.rows.slice(at + 1);
  if (found.length > MAX_LIST_ROWS) throw tooLong(sheet.name);
  const below = found.slice(0, place.first);
  const headings = headingsOf(head, below);
  const problems = below.flatMap(({ row, wrong }): CellProblem[] =>
    [...wrong].filter(([column]) => column < headings.length).map(([column, message]) => ({ row, column, message })),
  );
  return {
    sheets: workbook.sheets.map(({ name }) => name),
    sheet: sheet.name,
    headerRow: head.row,
    headings,
    rows: below.map(({ row, cells }) => ({ row, cells: headings.map((_, column) => cells.get(column) ?? "") })),
    problems,
    warnings: [...unnamedColumns(headings, below), ...truncation(sheet)],
    more: below.length < found.length,
  };
}

async function sheetAt(
  workbook: ListWorkbook,
  { sheet: wanted, headerRow = 0, first }: ListPlace,
): Promise<ScannedSheet> {
  const names = workbook.sheets.map(({ name }) => `“${name}”`).join(", ");
  // One row more than is asked for says whether there are others.
  const enough = first === undefined ? undefined : { below: headerRow, rows: MAX_ABOVE + first + 1 };
  if (wanted !== undefined) {
    const known = workbook.sheets.find(({ name }) => name === wanted);
    if (!known) throw invalid(`The workbook has no sheet “${wanted}”; it has ${names}.`);
    const scanned = await scanSheet(workbook, known, enough);
    if (scanned.rows.length === 0) throw invalid(`The sheet “${wanted}” is empty.`);
    return scanned;
  }
  let fallback: ScannedSheet | undefined;
  for (const each of [...workbook.sheets].sort((a, b) => Number(a.hidden) - Number(b.hidden))) {
    const scanned = await scanSheet(workbook, each, enough);
    if (scanned.rows.length > 1) return scanned;
    if (scanned.rows.length > 0) fallback ??= scanned;
  }
  if (!fallback) throw invalid(`The workbook holds no list: all of its sheets are empty (${names}).`);
  return fallback;
}

async function scanSheet(
  workbook: ListWorkbook,
  { name, part }: ListWorkbook["sheets"][number],
  enough: { below: number; rows: number } | undefined,
): Promise<ScannedSheet> {
  const scan: SheetScan = { merged: [] };
  const rows: SheetRow[] = [];
  let left = enough?.rows ?? 0;
  for await (const row of sheetRows(workbook, part, scan)) {
    rows.push(row);
    if (enough && row.row > enough.below && --left <= 0) break;
    if (rows.length > MAX_LIST_ROWS + MAX_ABOVE) throw tooLong(name);
  }
  return { name, rows, scan };
}

const tooLong = (sheet: string): Failure =>
  invalid(
    `The sheet “${sheet}” has more than ${MAX_LIST_ROWS.toLocaleString("en")} rows, which is the most that one list may have: divide it into several files.`,
  );

function headerRow(sheet: ScannedSheet, place: ListPlace): number {
  if (place.headerRow !== undefined) return place.headerRow;
  const merged = mergedAcross(sheet.scan);
  return headerRowOf(sheet.rows, (row) => merged.some(({ top, bottom }) => top < row && row <= bottom + 1)) ?? 0;
}

const mergedAcross = ({ merged }: SheetScan) =>
  merged.map(parseGridRange).filter((range) => range !== undefined && range.right > range.left) as NonNullable<
    ReturnType<typeof parseGridRange>
  >[];

function refuseMerged({ name, scan }: ScannedSheet, row: number): void {
  const merged = scan.merged.find((written) => {
    const range = parseGridRange(written);
    return range && range.right > range.left && range.top < row && row <= range.bottom + 1;
  });
  if (merged)
    throw invalid(
      `The headings in row ${row} of the sheet “${name}” have merged cells (${merged}): each column needs a heading of its own. ` +
        "Unmerge them, or say which row holds the headings.",
    );
}

function headingsOf(head: SheetRow, below: readonly SheetRow[]): string[] {
  const last = largestOf(head.cells.keys(), -1);
  const furthest = below.reduce((most, { cells }) => largestOf(cells.keys(), most), last);
  return Array.from({ length: furthest + 1 }, (_, column) =>
    String(head.cells.get(column) ?? "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

function unnamedColumns(headings: readonly string[], below: readonly SheetRow[]): string[] {
  return headings.flatMap((heading, column) =>
    heading === "" && below.some(({ cells }) => cells.has(column))
      ? [`Column ${columnName(column + 1)} has values but no heading: it is left out.`]
      : [],
  );
}

function truncation({ name, scan }: ScannedSheet): string[] {
  if (scan.endedAfter === undefined) return [];
  const rows = MAX_EMPTY_ROWS.toLocaleString("en");
  return [
    `After row ${scan.endedAfter} the sheet “${name}” has ${rows} empty rows: the list ends there, and what may follow is not read.`,
  ];
}
