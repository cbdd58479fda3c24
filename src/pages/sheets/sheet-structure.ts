/** The structure of a workbook: a section for each sheet, with a table of its cells. What goes on on the next page is the same. */
import type { Sheet } from "../../layout/sheets/model/sheet.ts";
import type { StructureElement } from "../commands/commands.ts";

export class SheetStructure {
  readonly section: StructureElement = { role: "Sect" };
  readonly table: StructureElement = { role: "Table" };
  readonly #sheet: Sheet;
  readonly #rows = new Map<number, { element: StructureElement; cells: Map<number, StructureElement> }>();

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  row(row: number): StructureElement {
    return this.#row(row).element;
  }

  cell(row: number, column: number): StructureElement {
    const { cells } = this.#row(row);
    let cell = cells.get(column);
    if (!cell) {
      const merge = this.#sheet.merges.at(row, column);
      cell = { role: this.#isHeader(row, column) ? "TH" : "TD" };
      if (merge && merge.right > merge.left) cell.columnSpan = merge.right - merge.left + 1;
      if (merge && merge.bottom > merge.top) cell.rowSpan = merge.bottom - merge.top + 1;
      cells.set(column, cell);
    }
    return cell;
  }

  /** The cell is part of another one. */
  isCovered(row: number, column: number): boolean {
    return this.#sheet.merges.covers(row, column);
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
    const { titles, tables } = this.#sheet;
    if (titles.rows && row >= titles.rows.first && row <= titles.rows.last) return true;
    return tables.some(
      ({ range, headerRows }) =>
        row >= range.top && row < range.top + headerRows && column >= range.left && column <= range.right,
    );
  }
}
