import { LAST_COLUMN, LAST_ROW } from "../../cell-reference.ts";
import type { Calculator } from "../calculator.ts";
import type { Frame } from "../cell-provider.ts";
import { ofNodes, ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, FormulaErrorSignal, raise } from "../formula-error.ts";
import { type Area, AreaReference, type FormulaValue, Matrix, type Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";

/** Tests one value; errors are values here, too. */
function test(holds: (value: Scalar) => boolean): FunctionDefinition {
  return ofNodes(1, 1, ([node], calculator, frame) => {
    try {
      return holds(node ? calculator.scalar(calculator.evaluate(node, frame), frame) : null);
    } catch (error) {
      if (error instanceof FormulaErrorSignal) return holds(error.error);
      throw error;
    }
  });
}

function areaOf(value: FormulaValue): Area {
  if (!(value instanceof AreaReference)) return raise(FormulaError.VALUE);
  return value.areas[0] ?? raise(FormulaError.REF);
}

/** Whole numbers from one to another. */
const numbersFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * The row of a cell, or the rows of a range in an array formula: as far down as cells are in use, like values of the
 * same range, but all of whole rows (`ROW(1:12)`), which are written to count.
 */
function rowOf(value: FormulaValue | undefined, calculator: Calculator, frame: Frame): FormulaValue {
  if (value === undefined) return frame.row;
  const area = areaOf(value);
  if (!frame.isArray || area.row1 === area.row2) return area.row1;
  const isCounting = area.column1 === 1 && area.column2 === LAST_COLUMN;
  const last = isCounting ? area.row2 : calculator.clip(area).row2;
  calculator.cells.charge(last - area.row1 + 1);
  return new Matrix(numbersFrom(area.row1, last).map((row) => [row]));
}

/** {@link rowOf} for columns. */
function columnOf(value: FormulaValue | undefined, calculator: Calculator, frame: Frame): FormulaValue {
  if (value === undefined) return frame.column;
  const area = areaOf(value);
  if (!frame.isArray || area.column1 === area.column2) return area.column1;
  const isCounting = area.row1 === 1 && area.row2 === LAST_ROW;
  const last = isCounting ? area.column2 : calculator.clip(area).column2;
  return new Matrix([numbersFrom(area.column1, last)]);
}

/** Questions about values and references. */
export const INFORMATION_FUNCTIONS: FunctionTable = {
  ISBLANK: test((value) => value === null),
  ISNUMBER: test((value) => typeof value === "number"),
  ISTEXT: test((value) => typeof value === "string"),
  ISNONTEXT: test((value) => typeof value !== "string"),
  ISLOGICAL: test((value) => typeof value === "boolean"),
  ISERROR: test((value) => value instanceof FormulaError),
  ISERR: test((value) => value instanceof FormulaError && value !== FormulaError.NA),
  ISNA: test((value) => value === FormulaError.NA),
  ISEVEN: ofScalars(1, 1, ([value], calculator) => calculator.integer(value) % 2 === 0),
  ISODD: ofScalars(1, 1, ([value], calculator) => calculator.integer(value) % 2 !== 0),
  N: ofScalars(1, 1, ([value]) => {
    if (value instanceof FormulaError) return value;
    return typeof value === "number" ? value : value === true ? 1 : 0;
  }),
  NA: ofScalars(0, 0, () => FormulaError.NA),
  ROW: ofValues(0, 1, ([value], calculator, frame) => rowOf(value, calculator, frame)),
  COLUMN: ofValues(0, 1, ([value], calculator, frame) => columnOf(value, calculator, frame)),
  ROWS: ofValues(1, 1, ([value], calculator) => {
    const area = value instanceof AreaReference ? value.areas[0] : undefined;
    return area ? area.row2 - area.row1 + 1 : calculator.matrix(value).height;
  }),
  COLUMNS: ofValues(1, 1, ([value], calculator) => {
    const area = value instanceof AreaReference ? value.areas[0] : undefined;
    return area ? area.column2 - area.column1 + 1 : calculator.matrix(value).width;
  }),
};
