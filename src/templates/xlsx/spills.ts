import { largestOf } from "../../domain/collections/long-lists.ts";
import type { CellRange } from "../../spreadsheet/cell-reference.ts";
import { LAST_COLUMN, LAST_ROW } from "../../spreadsheet/cell-reference.ts";
import { FormulaError, NotCalculable } from "../../spreadsheet/formula/formula-error.ts";
import { Matrix, type Scalar } from "../../spreadsheet/formula/formula-value.ts";
import type { SheetInstance } from "./sheet-layout.ts";

/** What spills need of the workbook's cells. */
export interface SpillCells {
  /** Counts work; throws `NotCalculable` beyond the limit. */
  charge(steps: number): void;
  /** The value of a formula; throws `NotCalculable`, and for long chains what tells its caller to begin elsewhere. */
  formulaAt(instance: SheetInstance, row: number, column: number): Scalar | Matrix | undefined;
  /** Whether the formula is being calculated. */
  isBusy(instance: SheetInstance, row: number, column: number): boolean;
  /** Whether the template or the data have put something into a cell. */
  isOccupied(instance: SheetInstance, row: number, column: number): boolean;
  /** Gives a formula the value of an array without room. */
  block(instance: SheetInstance, row: number, column: number, range: CellRange): void;
}

/** A dynamic array formula in one of its copies. */
interface Anchor {
  row: number;
  column: number;
  /** The cells that it fills; undefined until it is known, and for a value that is not calculated here. */
  filled: CellRange | undefined;
  matrix: Matrix | undefined;
  state: "unknown" | "busy" | "known";
}

/** Where nobody can tell yet whether a cell is filled: the formula that may fill it asks for it. */
export const UNDECIDED = Symbol("undecided");

/**
 * The cells that dynamic array formulas fill beside their own (`cm`, ECMA-376 Part 1, 18.3.1.4): as many as the result
 * has, down and to the right. They are calculated when a cell that they may fill is asked for.
 */
export class Spills {
  readonly #cells: SpillCells;
  readonly #instances: readonly SheetInstance[];
  readonly #anchors = new Map<SheetInstance, Anchor[]>();
  #finalized = false;
  /** Once all are known: filled cells by sheet, row and column. */
  readonly #filled = new Map<SheetInstance, Map<number, Map<number, Scalar>>>();

  constructor(cells: SpillCells, instances: readonly SheetInstance[]) {
    this.#cells = cells;
    this.#instances = instances.filter(({ template }) => template.hasSpills);
  }

  /** Whether a sheet has such formulas. */
  has(instance: SheetInstance | undefined): boolean {
    return instance?.template.hasSpills === true;
  }

  get isFinalized(): boolean {
    return this.#finalized || this.#instances.length === 0;
  }

  /** Calculates all of them. `calculate` begins a calculation of its own, for chains of any length. */
  finalize(calculate: (instance: SheetInstance, row: number, column: number) => void): void {
    for (const instance of this.#instances)
      for (const anchor of this.#anchorsOf(instance)) {
        calculate(instance, anchor.row, anchor.column);
        this.#read(instance, anchor);
      }
    this.#finalized = true;
    for (const instance of this.#instances) this.#fill(instance);
  }

  /** What a spill has put into a cell; undefined if none reaches it. */
  at(instance: SheetInstance, row: number, column: number): Scalar | undefined | typeof UNDECIDED {
    if (this.#finalized) return this.#filled.get(instance)?.get(row)?.get(column);
    const anchors = this.#anchorsOf(instance);
    this.#cells.charge(anchors.length);
    let isUndecided = false;
    for (const anchor of anchors) {
      if (anchor.row > row || anchor.column > column) continue;
      if (!this.#read(instance, anchor)) isUndecided = true;
      else if (isFilled(anchor, row, column)) return valueIn(anchor, row, column);
    }
    return isUndecided ? UNDECIDED : undefined;
  }

  /** The cells that the formula of a cell fills, its own among them. */
  from(instance: SheetInstance, row: number, column: number): CellRange | undefined {
    if (!this.has(instance)) return undefined;
    const anchor = this.#anchorsOf(instance).find((each) => each.row === row && each.column === column);
    return anchor && this.#read(instance, anchor) ? anchor.filled : undefined;
  }

  /** Filled cells of a row, by column; formulas' own cells are not among them. */
  row(instance: SheetInstance, row: number): ReadonlyMap<number, Scalar> | undefined {
    return this.#filled.get(instance)?.get(row);
  }

  /** Rows with filled cells, in order. */
  rows(instance: SheetInstance): number[] {
    return [...(this.#filled.get(instance)?.keys() ?? [])].sort((a, b) => a - b);
  }

  /** Last row or column that is filled; 0 without one. */
  last(instance: SheetInstance | undefined, axis: "row2" | "column2"): number {
    if (!instance || !this.has(instance)) return 0;
    return largestOf(
      this.#anchorsOf(instance).map(({ filled }) => filled?.[axis] ?? 0),
      0,
    );
  }

  #anchorsOf(instance: SheetInstance): Anchor[] {
    let anchors = this.#anchors.get(instance);
    if (anchors) return anchors;
    anchors = [];
    for (const { template, row, isBlank } of instance.rows) {
      if (template.isPlain || isBlank) continue;
      for (const { column, content } of template.cells().values()) {
        if (content.kind !== "formula" || !content.formula.isDynamic) continue;
        for (let iteration = 0; iteration < instance.iterationsOf(column); iteration++)
          anchors.push({
            row,
            column: instance.columnOf(column, iteration),
            filled: undefined,
            matrix: undefined,
            state: "unknown",
          });
      }
    }
    this.#anchors.set(instance, anchors);
    return anchors;
  }

  /** Finds out how far an anchor reaches; false while it is being calculated. */
  #read(instance: SheetInstance, anchor: Anchor): boolean {
    const { row, column } = anchor;
    if (anchor.state === "known") return true;
    if (anchor.state === "busy" || this.#cells.isBusy(instance, row, column)) return false;
    anchor.state = "busy";
    try {
      const value = this.#cells.formulaAt(instance, row, column);
      anchor.state = "known";
      if (value === undefined) return true;
      this.#place(instance, anchor, value instanceof Matrix ? value : new Matrix([[value]]));
    } catch (error) {
      anchor.state = error instanceof NotCalculable ? "known" : "unknown";
      if (!(error instanceof NotCalculable)) throw error;
    }
    return true;
  }

  #place(instance: SheetInstance, anchor: Anchor, matrix: Matrix): void {
    const { row, column } = anchor;
    const range = { row1: row, column1: column, row2: row + matrix.height - 1, column2: column + matrix.width - 1 };
    this.#cells.charge(matrix.height * matrix.width);
    const hasRoom = range.row2 <= LAST_ROW && range.column2 <= LAST_COLUMN && this.#isFree(instance, anchor, range);
    anchor.filled = hasRoom ? range : { ...range, row2: row, column2: column };
    anchor.matrix = hasRoom ? matrix : new Matrix([[FormulaError.SPILL]]);
    if (!hasRoom) this.#cells.block(instance, row, column, range);
  }

  #isFree(instance: SheetInstance, anchor: Anchor, range: CellRange): boolean {
    const others = this.#anchorsOf(instance).filter((each) => each !== anchor && each.filled !== undefined);
    for (let row = range.row1; row <= range.row2; row++)
      for (let column = range.column1; column <= range.column2; column++) {
        if (row === anchor.row && column === anchor.column) continue;
        if (this.#cells.isOccupied(instance, row, column)) return false;
        if (others.some((other) => isFilled(other, row, column))) return false;
      }
    return true;
  }

  #fill(instance: SheetInstance): void {
    const rows = new Map<number, Map<number, Scalar>>();
    for (const { row, column, filled, matrix } of this.#anchorsOf(instance)) {
      if (!filled || !matrix) continue;
      for (let y = 0; y < matrix.height; y++) {
        const cells = rows.get(row + y) ?? new Map<number, Scalar>();
        for (let x = 0; x < matrix.width; x++) if (x > 0 || y > 0) cells.set(column + x, matrix.at(y, x));
        if (cells.size > 0) rows.set(row + y, cells);
      }
    }
    this.#filled.set(instance, rows);
  }
}

function isFilled({ filled }: Anchor, row: number, column: number): boolean {
  if (!filled) return false;
  return filled.row1 <= row && row <= filled.row2 && filled.column1 <= column && column <= filled.column2;
}

const valueIn = ({ matrix, row, column }: Anchor, atRow: number, atColumn: number): Scalar =>
  matrix?.at(atRow - row, atColumn - column) ?? null;
