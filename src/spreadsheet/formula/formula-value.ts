import type { CellRange } from "../cell-reference.ts";
import type { FormulaError } from "./formula-error.ts";

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

  /** The row at a place of a higher rectangle: a single one is repeated. */
  rowFor(row: number): readonly Scalar[] | undefined {
    return this.rows[this.height === 1 ? 0 : row];
  }

  at(row: number, column: number): Scalar {
    return this.rows[row]?.[column] ?? null;
  }
}

/** Cells of one sheet. The sheet is an opaque key of whoever provides the cells. */
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
