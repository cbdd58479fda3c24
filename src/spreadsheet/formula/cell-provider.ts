import type { DateSystem } from "../serial-date.ts";
import type { FormulaError } from "./formula-error.ts";
import type { Area, AreaReference, FormulaValue, Scalar } from "./formula-value.ts";
import type { TableReference } from "./tokenize.ts";

/** Where the cells of a workbook are read from; formulas in them are calculated on the way. */
export interface CellProvider {
  /** Serial number of the current time. */
  readonly now: number;
  readonly dates: DateSystem;
  /** Throws `NotCalculable` for a cell whose formula is not calculable. */
  valueOf(sheet: number, row: number, column: number): Scalar;
  /**
   * The values of a column by row, from 1 to the last in use, if all are known without further calculation; undefined
   * while they are not.
   */
  finalizedColumn(sheet: number, column: number): readonly Scalar[] | undefined;
  /** Last row and column in use: whole columns and rows end there. */
  lastRow(sheet: number): number;
  lastColumn(sheet: number): number;
  tableArea(reference: TableReference, frame: Frame): AreaReference;
  nameValue(name: string, frame: Frame): FormulaValue;
  /** The cells that the array formula of a cell fills; undefined if it holds none. */
  spilledFrom(sheet: number, row: number, column: number): Area | undefined;
  /** Whether the cell is a SUBTOTAL or AGGREGATE, which others leave out. */
  isSubtotal(sheet: number, row: number, column: number): boolean;
  isHiddenRow(sheet: number, row: number): boolean;
  /** The area that a text such as `Sheet1!B5` names. */
  areaOf(text: string, frame: Frame): AreaReference | undefined;
  /** Counts work; throws `NotCalculable` beyond the limit. */
  charge(steps: number): void;
}

/** The cell that a value comes from; it is only valid while the value is visited. */
export interface CellPlace {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
}

/** One formula in its cell. */
export interface Frame {
  sheet: number;
  row: number;
  column: number;
  references: readonly (AreaReference | FormulaError)[];
  texts: readonly string[];
  /** Array formulas calculate with whole ranges where others take the cell of their row or column. */
  isArray: boolean;
}
