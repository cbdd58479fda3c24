import { present } from "../../../domain/present.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import { type CellRange, columnName, columnNumber } from "../../../spreadsheet/cell-reference.ts";
import { FormulaError } from "../../../spreadsheet/formula/formula-error.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import { toExcelText } from "../shared-strings.ts";
import { readSheetXml } from "../sheet-data.ts";
import type { PivotLine, PivotRecords, PivotResult } from "./pivot-values.ts";
import type { SimplePivot } from "./read-pivot.ts";

/** A calculated pivot table of a sheet. */
export interface CalculatedPivot {
  pivot: SimplePivot;
  result: PivotResult;
  records: PivotRecords;
  /** New texts of captions, by `row:column`. */
  captions: ReadonlyMap<string, string>;
}

type Cells = Map<number, string>;

const CELL = /<c\s[^>]*?(?:\/>|>[\s\S]*?<\/c>)/g;

/** The rows of a sheet, as they were written, with a pivot table's cells in place of those it had. */
export function withPivotCells(rows: string, calculated: CalculatedPivot): string {
  const { area: before } = calculated.pivot;
  const grid = new Map<number, { attributes: string; cells: Cells }>();
  for (const { row, attributes, content } of readSheetXml(`<sheetData>${rows}</sheetData>`).rows) {
    const cells: Cells = new Map();
    for (const [xml] of content.matchAll(CELL)) cells.set(columnNumber(/\sr="([A-Z]+)/.exec(xml)?.[1] ?? "A"), xml);
    grid.set(row, { attributes, cells });
  }
  const old = new Map(
    Array.from(grid, ([row, { cells }]) => [row, row < before.row1 || row > before.row2 ? new Map() : new Map(cells)]),
  );
  for (const { row, column } of placesOf(before)) grid.get(row)?.cells.delete(column);
  for (const { row, column, xml } of pivotCells(calculated, (at, where) => old.get(at)?.get(where) ?? "")) {
    const found = grid.get(row) ?? { attributes: "", cells: new Map() };
    grid.set(row, found);
    found.cells.set(column, xml);
  }
  return [...grid]
    .sort(([a], [b]) => a - b)
    .map(([row, { attributes, cells }]) => {
      const written = [...cells].sort(([a], [b]) => a - b).map(([, xml]) => xml);
      return `<row r="${row}"${attributes}>${written.join("")}</row>`;
    })
    .join("");
}

function* placesOf({ row1, row2, column1, column2 }: CellRange): Generator<{ row: number; column: number }> {
  for (let row = row1; row <= row2; row++)
    for (let column = column1; column <= column2; column++) yield { row, column };
}

interface Written {
  row: number;
  column: number;
  xml: string;
}

/** @param old the cell that the template's pivot table has there */
function* pivotCells(
  { pivot, result, records, captions }: CalculatedPivot,
  old: (row: number, column: number) => string,
): Generator<Written> {
  const { area: before, headerRows, rowFields, columnField } = pivot;
  const firstRow = before.row1 + headerRows;
  const firstColumn = before.column1 + 1;
  const styleOf = (row: number, column: number): string => / s="\d+"/.exec(openingOf(old(row, column)))?.[0] ?? "";
  const write = (row: number, column: number, style: string, value: Scalar | undefined): Written => ({
    row,
    column,
    xml: cellXml(`${columnName(column)}${row}`, style, value),
  });
  /** The caption of a total is the template's, which may be in any language. */
  const total = (row: number, column: number, xml: string): Written =>
    xml === ""
      ? write(row, column, "", "Grand Total")
      : { row, column, xml: xml.replace(/(\sr=")[A-Z]+\d+/, `$1${columnName(column)}${row}`) };
  /** Captions are those of the template. */
  const keptUpTo = (row: number) =>
    columnField === undefined ? before.column2 : row === before.row1 ? before.column1 + 1 : before.column1;
  for (let row = before.row1; row < firstRow; row++)
    for (let column = before.column1; column <= keptUpTo(row); column++) {
      const xml = old(row, column);
      const caption = captions.get(`${row}:${column}`);
      if (caption !== undefined) yield write(row, column, styleOf(row, column), caption);
      else if (xml !== "") yield { row, column, xml };
    }
  const oldColumnOf = ({ path }: PivotLine, which: number): number =>
    columnField !== undefined && path.length === 0 ? before.column2 : firstColumn + which;
  if (columnField !== undefined)
    for (const [index, line] of result.columns.entries()) {
      const row = firstRow - 1;
      const from = oldColumnOf(line, 0);
      if (line.path.length === 0) yield total(row, firstColumn + index, old(row, before.column2));
      else
        yield write(
          row,
          firstColumn + index,
          styleOf(row, from),
          itemLabel(calculatedItem(records, result, columnField, line.path)),
        );
    }
  const levels = oldLevels(pivot);
  for (const [index, line] of result.rows.entries()) {
    const row = firstRow + index;
    const level = line.path.length - 1;
    const from = level < 0 ? before.row2 : firstRow + Math.max(0, levels.indexOf(level));
    const field = rowFields[level];
    if (field === undefined) yield total(row, before.column1, old(from, before.column1));
    else
      yield write(
        row,
        before.column1,
        styleOf(from, before.column1),
        itemLabel(calculatedItem(records, result, field, line.path)),
      );
    for (const [at, columnLine] of result.columns.entries())
      for (const [which, value] of present(result.values[index]?.[at]).entries())
        yield write(row, firstColumn + at + which, styleOf(from, oldColumnOf(columnLine, which)), value);
  }
}

/** The level of each row of the template's table below its headings; totals have none. */
function oldLevels({ root }: SimplePivot): number[] {
  return (root.child("rowItems")?.elements("i") ?? []).map((item) =>
    (item.attribute("t") ?? "data") === "data"
      ? Number(item.attribute("r") ?? 0) + item.elements("x").length - 1
      : Number.NaN,
  );
}

function calculatedItem(records: PivotRecords, result: PivotResult, field: number, path: readonly number[]): Scalar {
  const item = result.orders.get(field)?.[path.at(-1) ?? 0] ?? 0;
  return records.items.get(field)?.values[item] ?? null;
}

const itemLabel = (value: Scalar): Scalar => value ?? "(blank)";

const openingOf = (xml: string): string => xml.slice(0, xml.indexOf(">") + 1);

function cellXml(reference: string, style: string, value: Scalar | undefined): string {
  const open = `<c r="${reference}"${style}`;
  if (value === undefined || value === null) return `${open}/>`;
  if (typeof value === "number") return `${open}><v>${value}</v></c>`;
  if (typeof value === "boolean") return `${open} t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = value instanceof FormulaError ? value.code : toExcelText(value);
  return `${open} t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(text)}</t></is></c>`;
}
