/** Values of formula cells that the file leaves to be calculated, or holds only as they were once (`ca`, 18.3.1.40). */
import { cellKey } from "./cell-reference.ts";
import { FormulaContext, type FormulaValue } from "./formula.ts";
import type { Cell, CellValue, Row } from "./sheet-data.ts";

const MAX_FORMULAS = 20_000;
const MAX_CHAIN = 200;

export function scalar(value: CellValue): FormulaValue {
  switch (value.kind) {
    case "number":
      return value.number;
    case "text":
      return value.runs.map((run) => run.text).join("");
    case "boolean":
      return value.value;
    case "error":
      return new Error(value.code);
    case "blank":
      return undefined;
  }
}

function cellValue(value: FormulaValue): CellValue {
  if (value instanceof Error)
    return value.message === "#NAME?" ? { kind: "blank" } : { kind: "error", code: value.message };
  if (typeof value === "number") return { kind: "number", number: value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  return value ? { kind: "text", runs: [{ text: value }] } : { kind: "blank" };
}

/** A sheet as its formulas see it. */
export interface CalculatedSheet {
  rows: ReadonlyMap<number, Row>;
  /** Brings a formula to plain references of the sheet, where it does not name others. */
  localize: (formula: string) => string;
}

/** Calculates the cells of sheets that may refer to each other. */
export class Calculator {
  readonly #sheet: (name: string) => CalculatedSheet | undefined;
  readonly #today: number;
  readonly #sheets = new Map<string, SheetCalculator | undefined>();
  /** Cells whose formulas wait for others. */
  readonly inProgress = new Set<Cell>();

  /** `today`: serial number of the day. */
  constructor(sheet: (name: string) => CalculatedSheet | undefined, today: number) {
    this.#sheet = sheet;
    this.#today = today;
  }

  of(name: string): SheetCalculator | undefined {
    const key = name.toLowerCase();
    if (!this.#sheets.has(key)) {
      const sheet = this.#sheet(name);
      this.#sheets.set(key, sheet && new SheetCalculator(sheet, this, this.#today));
    }
    return this.#sheets.get(key);
  }
}

class SheetCalculator {
  readonly #sheet: CalculatedSheet;
  readonly #calculator: Calculator;
  readonly #formulas: FormulaContext;
  readonly #missing: Cell[] = [];
  readonly #subtotals = new Set<number>();

  constructor(sheet: CalculatedSheet, calculator: Calculator, today: number) {
    this.#sheet = sheet;
    this.#calculator = calculator;
    for (const row of sheet.rows.values()) {
      for (const cell of row.cells.values()) {
        if (cell.formula === undefined) continue;
        if (this.#missing.length < MAX_FORMULAS) this.#missing.push(cell);
        if (/^\s*=?subtotal\(/i.test(cell.formula)) this.#subtotals.add(cellKey(cell.row, cell.column));
      }
    }
    this.#formulas = new FormulaContext({
      value: (row, column) => this.value(row, column),
      otherSheet: (name) => {
        const other = calculator.of(name);
        return other && ((row, column) => other.value(row, column));
      },
      isSubtotal: (row, column) => this.#subtotals.has(cellKey(row, column)),
      today,
    });
  }

  /** Calculates all cells, as far as their formulas are understood; the rest keep what they have. */
  fill(): void {
    for (const cell of this.#missing) this.#resolve(cell);
  }

  value(row: number, column: number): FormulaValue {
    const cell = this.#sheet.rows.get(row)?.cells.get(column);
    return cell && this.#resolve(cell);
  }

  #resolve(cell: Cell): FormulaValue {
    const { formula, value: stored } = cell;
    if (formula === undefined) return scalar(stored);
    const { inProgress } = this.#calculator;
    if (inProgress.has(cell) || inProgress.size > MAX_CHAIN) return new Error("#NAME?");
    inProgress.add(cell);
    const result = this.#formulas.evaluate(this.#sheet.localize(formula), cell, cell);
    const isUnknown = result instanceof Error || result === undefined;
    if (stored.kind === "blank" || !isUnknown) cell.value = cellValue(result);
    delete cell.formula;
    inProgress.delete(cell);
    return scalar(cell.value);
  }
}
