import type { CellRange } from "../cell-reference.ts";

/** An error value of a cell (ECMA-376 Part 1, 18.17.2.7); there is one object for each. */
export class FormulaError {
  readonly code: string;

  private constructor(code: string) {
    this.code = code;
  }

  static readonly DIV0 = new FormulaError("#DIV/0!");
  static readonly NA = new FormulaError("#N/A");
  static readonly NAME = new FormulaError("#NAME?");
  static readonly NULL = new FormulaError("#NULL!");
  static readonly NUM = new FormulaError("#NUM!");
  static readonly REF = new FormulaError("#REF!");
  static readonly VALUE = new FormulaError("#VALUE!");

  static of(code: string): FormulaError {
    return ERRORS.get(code.toUpperCase()) ?? FormulaError.VALUE;
  }
}

const ERRORS = new Map(
  [
    FormulaError.DIV0,
    FormulaError.NA,
    FormulaError.NAME,
    FormulaError.NULL,
    FormulaError.NUM,
    FormulaError.REF,
    FormulaError.VALUE,
  ].map((error) => [error.code, error]),
);

/** What a cell holds; null is an empty cell. */
export type Scalar = number | string | boolean | null | FormulaError;

/** A rectangle of values, rows first. */
export class Matrix {
  readonly rows: readonly (readonly Scalar[])[];

  constructor(rows: readonly (readonly Scalar[])[]) {
    this.rows = rows;
  }

  get height(): number {
    return this.rows.length;
  }

  get width(): number {
    return this.rows[0]?.length ?? 0;
  }

  /** The row that stands at a place of a higher rectangle: a single one is repeated. */
  rowFor(row: number): readonly Scalar[] | undefined {
    return this.rows[this.height === 1 ? 0 : row];
  }

  at(row: number, column: number): Scalar {
    return this.rows[row]?.[column] ?? null;
  }
}

/** Cells of one sheet. The sheet is an opaque key of whoever answers for the cells. */
export interface Area extends CellRange {
  sheet: number;
}

/** Cells that are referred to, not yet read: one area, or several of a union or of several sheets. */
export class AreaReference {
  readonly areas: readonly Area[];

  constructor(areas: readonly Area[]) {
    this.areas = areas;
  }
}

export type FormulaValue = Scalar | Matrix | AreaReference;

/** Thrown inside a calculation to give a formula its error value. No Error: gathering stacks would cost more than all else. */
export class FormulaErrorSignal {
  readonly error: FormulaError;

  constructor(error: FormulaError) {
    this.error = error;
  }
}

/** Thrown when a formula cannot be calculated here: a function that is not known, another workbook, a limit. */
export class NotCalculable {
  /** What it is that cannot be calculated. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Ends the calculation of a formula with an error value. */
export function raise(error: FormulaError): never {
  throw new FormulaErrorSignal(error);
}
