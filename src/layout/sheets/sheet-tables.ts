/** Sheets as tables of what their cells show, to be carried over into other documents. */
import type { SheetCell, SheetTable } from "../../domain/sheet-table.ts";
import type { Metered } from "../../domain/work-meter.ts";
import type { OpcPackage } from "../../office/package.ts";
import type { GridRange } from "../../spreadsheet/grid-range.ts";
import { serialOfMilliseconds } from "../../spreadsheet/serial-date.ts";
import { SheetAppearances } from "./cells/cell-appearances.ts";
import type { Sheet } from "./model/sheet.ts";
import type { Workbook } from "./model/workbook.ts";
import { NumberTexts } from "./values/number-text.ts";
import type { CellValue } from "./values/sheet-data.ts";
import { readSheet } from "./workbook/sheet-reader.ts";
import { readWorkbook } from "./workbook/workbook-reader.ts";

export interface SheetTablesOptions {
  /** Its UTC parts are the wall clock. */
  now: Date;
  maxCells: number;
  warnings: Set<string>;
  meter: Metered;
}

const DEFAULT_CHARACTERS = 8.43;
/** Width of a digit of Calibri 11, and what a cell's edges take (ECMA-376 Part 1, 18.3.1.13). */
const POINTS_PER_CHARACTER = 5.25;
const PADDING_POINTS = 3.75;

/** The visible sheets of a workbook that show something. Throws when the package holds no workbook. */
export function readSheetTables(pack: OpcPackage, options: SheetTablesOptions): SheetTable[] {
  const { warnings, now, maxCells, meter } = options;
  const workbook = readWorkbook(pack, { imageUrl: () => undefined, now, warnings, maxCells });
  let room = maxCells;
  const tables: SheetTable[] = [];
  for (const source of workbook.sheets) {
    const sheet = readSheet(source, workbook);
    const area = sheet && shownArea(sheet);
    if (!sheet || !area) continue;
    const table = new TableReader(sheet, workbook, now, meter).read(area, room);
    room -= table.rows.reduce((sum, row) => sum + row.length, 0);
    if (table.rows.length < area.bottom - area.top + 1 && room <= 0)
      warnings.add(`the sheet ${sheet.name} was cut after ${table.rows.length} rows`);
    tables.push(table);
    if (room <= 0) break;
  }
  return tables;
}

/** From the first to the last cell that holds something, whole merged cells included. */
function shownArea(sheet: Sheet): GridRange | undefined {
  let area: GridRange | undefined;
  for (const row of sheet.rows.values())
    for (const cell of row.hidden ? [] : row.cells.values()) {
      if (cell.value.kind === "blank") continue;
      const range = sheet.merges.at(cell.row, cell.column) ?? {
        ...{ top: cell.row, bottom: cell.row, left: cell.column, right: cell.column },
      };
      area = {
        top: Math.min(area?.top ?? range.top, range.top),
        bottom: Math.max(area?.bottom ?? range.bottom, range.bottom),
        left: Math.min(area?.left ?? range.left, range.left),
        right: Math.max(area?.right ?? range.right, range.right),
      };
    }
  return area;
}

class TableReader {
  readonly #appearances: SheetAppearances;
  readonly #numbers: NumberTexts;

  readonly #sheet: Sheet;

  constructor(sheet: Sheet, workbook: Workbook, now: Date, meter: Metered) {
    const today = serialOfMilliseconds(now.getTime(), workbook.dates);
    this.#sheet = sheet;
    this.#appearances = new SheetAppearances(sheet, workbook.styles, workbook.colors, today, meter);
    this.#numbers = new NumberTexts(workbook.dates);
  }

  read(area: GridRange, maxCells: number): SheetTable {
    const sheet = this.#sheet;
    const columns: number[] = [];
    for (let column = area.left; column <= area.right; column++)
      if (!sheet.columns[column]?.hidden) columns.push(column);
    const rows: SheetCell[][] = [];
    let cells = 0;
    for (let row = area.top; row <= area.bottom && cells < maxCells; row++) {
      const source = sheet.rows.get(row);
      if (source ? source.hidden : sheet.rowsHiddenByDefault) continue;
      const read = this.#row(row, columns);
      cells += read.length;
      rows.push(read);
    }
    return { name: sheet.name, columns: columns.map((column) => this.#width(column)), rows };
  }

  #row(row: number, columns: readonly number[]): SheetCell[] {
    const cells: SheetCell[] = [];
    for (const [place, column] of columns.entries()) {
      const merge = this.#sheet.merges.at(row, column);
      const isFirstColumn = !merge || column === columns.find((shown) => shown >= merge.left);
      if (!isFirstColumn) continue;
      const span = merge ? columns.filter((shown) => shown >= merge.left && shown <= merge.right).length : 1;
      if (merge && row > merge.top) cells.push({ column: place, span, rows: 0, text: "" });
      else {
        const from = merge ? merge.left : column;
        cells.push({ column: place, span, rows: merge ? this.#shownRows(merge) : 1, ...this.#cell(row, from) });
      }
    }
    return cells;
  }

  #shownRows({ top, bottom }: GridRange): number {
    let count = 0;
    for (let row = top; row <= bottom; row++) if (!this.#sheet.rows.get(row)?.hidden) count++;
    return Math.max(1, count);
  }

  #cell(row: number, column: number): Omit<SheetCell, "column" | "span" | "rows"> {
    const { style, conditional } = this.#appearances.at(row, column);
    const value = this.#sheet.rows.get(row)?.cells.get(column)?.value ?? { kind: "blank" };
    const text = conditional?.hidesValue ? "" : this.#text(value, style.numberFormat);
    const { font, fill, alignment } = style;
    const align = alignOf(alignment.horizontal, value);
    return {
      text,
      ...(font.bold ? { bold: true } : {}),
      ...(font.italic ? { italic: true } : {}),
      ...colorOf("color", font.color),
      ...colorOf("fill", typeof fill === "string" ? fill : undefined),
      ...(align === "left" ? {} : { align }),
      sizePoints: font.sizePt,
    };
  }

  #text(value: CellValue, numberFormat: string): string {
    if (value.kind === "number" && value.number === 0 && !this.#sheet.showZeros) return "";
    return this.#numbers.textOf(value, numberFormat);
  }

  #width(column: number): number {
    const characters = this.#sheet.columns[column]?.width ?? this.#sheet.defaultColumnWidth ?? DEFAULT_CHARACTERS;
    return characters * POINTS_PER_CHARACTER + PADDING_POINTS;
  }
}

function alignOf(horizontal: string, value: CellValue): "left" | "center" | "right" {
  if (horizontal === "center" || horizontal === "centerContinuous" || horizontal === "distributed") return "center";
  if (horizontal === "right") return "right";
  if (horizontal !== "general") return "left";
  if (value.kind === "number") return "right";
  return value.kind === "boolean" || value.kind === "error" ? "center" : "left";
}

function colorOf(name: "color" | "fill", color: string | undefined): Record<string, string> {
  const rgb = /^#([0-9a-f]{6})$/i.exec(color ?? "")?.[1];
  return rgb === undefined ? {} : { [name]: rgb.toUpperCase() };
}
