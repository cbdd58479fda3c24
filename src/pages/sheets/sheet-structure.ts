/**
 * The structure of a workbook: a section for each sheet, with a table for the columns that are side by side on a page.
 * What continues on the next page is the same element.
 */
import type { Sheet } from "../../layout/sheets/model/sheet.ts";
import type { StructureElement } from "../display-list/display-item.ts";

interface Columns {
  first: number;
  last: number;
}

/** Merged ranges may go down to the last row of a sheet. */
const MAX_ROWS = 10_000;

export class SheetStructure {
  readonly section: StructureElement = { role: "Sect" };
  readonly #sheet: Sheet;
  readonly #tables = new Map<number, TableStructure>();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** Pages that are below one another show the same columns. */
  tableOf(columns: Columns): TableStructure {
    let table = this.#tables.get(columns.first);
    if (!table) {
      table = new TableStructure(this.#sheet, columns);
      this.#tables.set(columns.first, table);
    }
    return table;
  }
}

export class TableStructure {
  readonly table: StructureElement = { role: "Table" };
  /** Those that have content, on whatever page. */
  readonly columns: readonly number[];
  readonly #sheet: Sheet;
  readonly #filledRows = new Set<number>();
  readonly #rows = new Map<number, { element: StructureElement; cells: Map<number, StructureElement> }>();

  constructor(sheet: Sheet, { first, last }: Columns) {
    this.#sheet = sheet;
    const columns = new Set<number>();
    for (const [row, { cells, hidden }] of sheet.rows) {
      if (hidden) continue;
      for (const [column, { value }] of cells) {
        if (value.kind === "blank" || column < first || column > last || sheet.columns[column]?.hidden) continue;
        columns.add(column);
        this.#filledRows.add(row);
      }
    }
    this.columns = [...columns].sort((one, other) => one - other);
  }

  row(row: number): StructureElement {
    return this.#row(row).element;
  }

  /** Spans count rows and columns that have content: others are not in the table. */
  cell(row: number, column: number): StructureElement {
    const { cells } = this.#row(row);
    let cell = cells.get(column);
    if (!cell) {
      const merge = this.#sheet.merges.at(row, column);
      cell = { role: this.#isHeader(row, column) ? "TH" : "TD" };
      if (merge) {
        cell.columnSpan = 1 + this.columns.filter((other) => other > column && other <= merge.right).length;
        cell.rowSpan = 1 + this.#filledBetween(row + 1, Math.min(merge.bottom, row + MAX_ROWS));
      }
      cells.set(column, cell);
    }
    return cell;
  }

  /**
   * Rows above those of a page, to which no further page adds anything; what is repeated or merged across rows stays open.
   * @param shown the rows of the page
   */
  finishedRows(shown: ReadonlySet<number>): StructureElement[] {
    const finished: StructureElement[] = [];
    for (const [row, { element, cells }] of this.#rows) {
      if (shown.has(row) || this.#isTitle(row)) continue;
      const isMerged = [...cells.keys()].some((column) => this.#isMerged(row, column));
      if (isMerged) continue;
      finished.push(element);
      this.#rows.delete(row);
    }
    return finished;
  }

  #isMerged(row: number, column: number): boolean {
    return this.#sheet.merges.at(row, column) !== undefined || this.#sheet.merges.covers(row, column);
  }

  #isTitle(row: number): boolean {
    const { rows } = this.#sheet.titles;
    return rows !== undefined && row >= rows.first && row <= rows.last;
  }

  /** The cell is part of another one. */
  isCovered(row: number, column: number): boolean {
    return this.#sheet.merges.covers(row, column);
  }

  #filledBetween(first: number, last: number): number {
    let count = 0;
    for (let row = first; row <= last; row++) if (this.#filledRows.has(row)) count++;
    return count;
  }

  #row(row: number) {
    let known = this.#rows.get(row);
    if (!known) {
      known = { element: { role: "TR" }, cells: new Map() };
      this.#rows.set(row, known);
    }
    return known;
  }

  /** Rows that are repeated on each page head their columns, and so do those of tables. */
  #isHeader(row: number, column: number): boolean {
    if (this.#isTitle(row)) return true;
    return this.#sheet.tables.some(
      ({ range, headerRows }) =>
        row >= range.top && row < range.top + headerRows && column >= range.left && column <= range.right,
    );
  }
}
