/** Formulas of conditional formats and of cells without a value, calculated over the cells of a workbook. */
import { LAST_COLUMN, LAST_ROW } from "../../../spreadsheet/cell-reference.ts";
import { Calculator } from "../../../spreadsheet/formula/calculator.ts";
import type { CellProvider, Frame } from "../../../spreadsheet/formula/cell-provider.ts";
import { compareScalars } from "../../../spreadsheet/formula/coerce.ts";
import { FormulaError, NotCalculable } from "../../../spreadsheet/formula/formula-error.ts";
import { type Area, AreaReference, Matrix, type Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import { findFunction } from "../../../spreadsheet/formula/functions/registry.ts";
import { movedReference } from "../../../spreadsheet/formula/move-reference.ts";
import { type ParsedFormula, parseFormula } from "../../../spreadsheet/formula/parse.ts";
import type { CellReference } from "../../../spreadsheet/formula/tokenize.ts";
import type { GridPosition } from "../../../spreadsheet/grid-range.ts";
import type { DateSystem } from "../../../spreadsheet/serial-date.ts";
import type { Cell, CellValue, Row } from "./sheet-data.ts";

/** The most cells of a sheet that are calculated, if that takes no more than MAX_STEPS. */
const MAX_FORMULAS = 150_000;
/** The most cells that wait for each other. */
const MAX_CHAIN = 200;
/** Some two seconds of work. */
const MAX_STEPS = 10_000_000;
/** Sheets that reach further down are searched cell by cell. */
const MAX_FINALIZED_ROWS = 100_000;
const SUBTOTAL = /^\s*=?(?:subtotal|aggregate)\(/i;

/** Rows of a sheet by their 0-based number. */
export type SheetRows = ReadonlyMap<number, Row>;

export interface WorkbookFormulasOptions {
  /** The rows of a sheet, whatever the case of its name; undefined when there is none. */
  rowsOf: (sheet: string) => SheetRows | undefined;
  /** Turns the names in a formula of a sheet into references. */
  localize?: (formula: string, sheet: string) => string;
  /** Serial number of the present time. */
  now: number;
  dates: DateSystem;
}

/** The value of a cell as formulas see it. */
export function scalarOf(value: CellValue): Scalar {
  switch (value.kind) {
    case "number":
      return value.number;
    case "text":
      return value.number ?? value.runs.map((run) => run.text).join("");
    case "boolean":
      return value.value;
    case "error":
      return FormulaError.of(value.code);
    case "blank":
      return null;
  }
}

function cellValueOf(value: Scalar): CellValue {
  if (value instanceof FormulaError) return { kind: "error", code: value.code };
  if (typeof value === "number") return { kind: "number", number: value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  return value ? { kind: "text", runs: [{ text: value }] } : { kind: "blank" };
}

/** Whether a condition holds: texts other than TRUE, and errors, do not. */
export function isTrue(value: Scalar): boolean {
  if (typeof value === "string") return value.toUpperCase() === "TRUE";
  return !(value instanceof FormulaError) && Boolean(value);
}

/** Order of two values, NaN if either is an error. */
export function orderOf(one: Scalar, other: Scalar): number {
  return one instanceof FormulaError || other instanceof FormulaError ? Number.NaN : compareScalars(one, other);
}

/** A sheet that formulas have asked for. */
interface KnownSheet {
  name: string;
  rows: SheetRows;
  lastRow: number;
  lastColumn: number;
  /** Cells that formulas fill, and those of them that are subtotals. */
  formulas: readonly Cell[];
  subtotals: ReadonlySet<Cell>;
  finalized: Map<number, readonly Scalar[]>;
}

/** Calculates with the cells of sheets that may refer to each other. Positions of its callers count from zero. */
export class WorkbookFormulas implements CellProvider {
  readonly now: number;
  readonly dates: DateSystem;
  readonly #options: WorkbookFormulasOptions;
  readonly #calculator = new Calculator(this, findFunction);
  readonly #sheets: KnownSheet[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #parsed = new Map<string, ParsedFormula>();
  /** Cells whose formulas wait for others. */
  readonly #inProgress = new Set<Cell>();
  /** By sheet, the first cell whose formula is not understood. */
  readonly #uncalculated = new Map<number, GridPosition>();
  #steps = 0;
  #isExhausted = false;

  constructor(options: WorkbookFormulasOptions) {
    this.#options = options;
    this.now = options.now;
    this.dates = options.dates;
  }

  /** Whether something was not calculated because it would have taken too long. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /**
   * Fills in all cells of a sheet that a formula fills, as far as their formulas are understood; others keep what they have.
   * @returns one of those that do, and that holds nothing or 0
   */
  fill(sheet: string): GridPosition | undefined {
    const index = this.#indexOf(sheet);
    for (const cell of this.#sheets[index ?? -1]?.formulas ?? []) this.#resolve(cell, index ?? 0);
    return this.#uncalculated.get(index ?? -1);
  }

  /** The value of a cell; undefined when there is no sheet of that name. */
  value(sheet: string, row: number, column: number): Scalar | undefined {
    const index = this.#indexOf(sheet);
    return index === undefined ? undefined : this.valueOf(index, row + 1, column + 1);
  }

  /**
   * The formula as written for `origin`, its relative references moved to `at`. Errors are values; `#NAME?` stands for
   * what it cannot do.
   */
  evaluate(formula: string, sheet: string, origin: GridPosition, at: GridPosition): Scalar {
    const index = this.#indexOf(sheet);
    if (index === undefined) return FormulaError.REF;
    try {
      return this.#calculate(formula, index, origin, at);
    } catch (error) {
      if (error instanceof NotCalculable) return FormulaError.NAME;
      throw error;
    }
  }

  valueOf(sheet: number, row: number, column: number): Scalar {
    const cell = this.#cell(sheet, row, column);
    return cell ? this.#resolve(cell, sheet) : null;
  }

  finalizedColumn(sheet: number, column: number): readonly Scalar[] | undefined {
    const known = this.#sheets[sheet];
    if (!known || known.lastRow > MAX_FINALIZED_ROWS) return undefined;
    let values = known.finalized.get(column);
    if (!values) {
      if (known.formulas.some((cell) => cell.column === column - 1 && cell.formula !== undefined)) return undefined;
      this.charge(known.lastRow);
      values = Array.from({ length: known.lastRow + 1 }, (_, row) => this.valueOf(sheet, row, column));
      known.finalized.set(column, values);
    }
    return values;
  }

  lastRow(sheet: number): number {
    return this.#sheets[sheet]?.lastRow ?? 1;
  }

  lastColumn(sheet: number): number {
    return this.#sheets[sheet]?.lastColumn ?? 1;
  }

  isSubtotal(sheet: number, row: number, column: number): boolean {
    const known = this.#sheets[sheet];
    const cell = known && known.subtotals.size > 0 ? this.#cell(sheet, row, column) : undefined;
    return cell !== undefined && known?.subtotals.has(cell) === true;
  }

  isHiddenRow(sheet: number, row: number): boolean {
    return this.#sheets[sheet]?.rows.get(row - 1)?.hidden === true;
  }

  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps <= MAX_STEPS) return;
    this.#isExhausted = true;
    throw new NotCalculable("so many cells");
  }

  spilledFrom(): never {
    throw new NotCalculable("cells that another formula fills");
  }

  tableArea(): never {
    throw new NotCalculable("references to tables");
  }

  nameValue(name: string): never {
    throw new NotCalculable(`the name ${name}`);
  }

  areaOf(text: string, frame: Frame): AreaReference | undefined {
    const { root, references } = parseFormula(text);
    const [placed] = references;
    if (root?.kind !== "reference" || !placed) return undefined;
    const value = this.#areas(placed.reference, frame.sheet, 0, 0);
    return value instanceof AreaReference ? value : undefined;
  }

  #cell(sheet: number, row: number, column: number): Cell | undefined {
    return this.#sheets[sheet]?.rows.get(row - 1)?.cells.get(column - 1);
  }

  #resolve(cell: Cell, sheet: number): Scalar {
    const { formula, value: stored } = cell;
    if (formula === undefined) return scalarOf(stored);
    if (this.#inProgress.has(cell)) throw new NotCalculable("a circular reference");
    if (this.#inProgress.size > MAX_CHAIN) throw new NotCalculable("a long chain of cells");
    this.#inProgress.add(cell);
    const result = this.#attempt(formula, sheet, cell);
    // Other programs store nothing, or 0, where they leave it to Excel to calculate.
    const isUnset = stored.kind === "blank" || (stored.kind === "number" && stored.number === 0);
    if (result === undefined && isUnset && !this.#uncalculated.has(sheet)) {
      this.#uncalculated.set(sheet, { row: cell.row, column: cell.column });
    }
    const isUnknown = result === undefined || result === null || result instanceof FormulaError;
    if (result !== undefined && (stored.kind === "blank" || !isUnknown)) cell.value = cellValueOf(result);
    delete cell.formula;
    delete cell.formulaOrigin;
    this.#inProgress.delete(cell);
    return scalarOf(cell.value);
  }

  #attempt(formula: string, sheet: number, cell: Cell): Scalar | undefined {
    try {
      return this.#calculate(formula, sheet, cell.formulaOrigin ?? cell, cell);
    } catch (error) {
      if (error instanceof NotCalculable) return undefined;
      throw error;
    }
  }

  #calculate(formula: string, sheet: number, origin: GridPosition, at: GridPosition): Scalar {
    const parsed = this.#parse(formula, this.#sheets[sheet]?.name ?? "");
    if (!parsed.root) throw new NotCalculable("a formula that cannot be read");
    const [down, right] = [at.row - origin.row, at.column - origin.column];
    const value = this.#calculator.calculate(parsed.root, {
      sheet,
      row: at.row + 1,
      column: at.column + 1,
      references: parsed.references.map(({ reference }) => this.#areas(reference, sheet, down, right)),
      texts: [],
      isArray: false,
    });
    return value instanceof Matrix ? value.at(0, 0) : value;
  }

  #parse(formula: string, sheet: string): ParsedFormula {
    const local = this.#options.localize?.(formula, sheet) ?? formula;
    let parsed = this.#parsed.get(local);
    if (!parsed) {
      parsed = parseFormula(local.trim().replace(/^=/, ""));
      this.#parsed.set(local, parsed);
    }
    return parsed;
  }

  #areas(reference: CellReference, own: number, down: number, right: number): AreaReference | FormulaError {
    if (reference.external || reference.lastSheet !== undefined) throw new NotCalculable("another workbook");
    const sheet = reference.sheet === undefined ? own : this.#indexOf(reference.sheet);
    if (sheet === undefined) throw new NotCalculable(`the sheet ${reference.sheet}`);
    const { rows, columns } = movedReference(reference, down, right);
    const area: Area = {
      sheet,
      row1: Math.min(rows?.first.index ?? 1, rows?.last.index ?? 1),
      row2: Math.max(rows?.first.index ?? LAST_ROW, rows?.last.index ?? LAST_ROW),
      column1: Math.min(columns?.first.index ?? 1, columns?.last.index ?? 1),
      column2: Math.max(columns?.first.index ?? LAST_COLUMN, columns?.last.index ?? LAST_COLUMN),
    };
    return new AreaReference([area]);
  }

  #indexOf(name: string): number | undefined {
    const key = name.toLowerCase();
    let index = this.#indexes.get(key);
    if (index === undefined) {
      const rows = this.#options.rowsOf(name);
      if (!rows) return undefined;
      index = this.#sheets.push(knownSheet(name, rows)) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }
}

function knownSheet(name: string, rows: SheetRows): KnownSheet {
  const formulas: Cell[] = [];
  const subtotals = new Set<Cell>();
  let [lastRow, lastColumn] = [1, 1];
  for (const row of rows.values()) {
    lastRow = Math.max(lastRow, row.index + 1);
    for (const cell of row.cells.values()) {
      lastColumn = Math.max(lastColumn, cell.column + 1);
      if (cell.formula === undefined) continue;
      if (formulas.length < MAX_FORMULAS) formulas.push(cell);
      if (SUBTOTAL.test(cell.formula)) subtotals.add(cell);
    }
  }
  return { name, rows, lastRow, lastColumn, formulas, subtotals, finalized: new Map() };
}
