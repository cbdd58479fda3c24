import {
  AreaReference,
  FormulaError,
  FormulaErrorSignal,
  type FormulaValue,
  raise,
  type Scalar,
} from "../formula-value.ts";
import { type FunctionDefinition, type FunctionTable, ofNodes, ofScalars, ofValues } from "../function-definition.ts";

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

function place(
  value: FormulaValue | undefined,
  own: number,
  of: (area: { row1: number; column1: number }) => number,
): number {
  if (value === undefined) return own;
  if (!(value instanceof AreaReference)) return raise(FormulaError.VALUE);
  return of(value.areas[0] ?? raise(FormulaError.REF));
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
  ROW: ofValues(0, 1, ([value], _, frame) => place(value, frame.row, ({ row1 }) => row1)),
  COLUMN: ofValues(0, 1, ([value], _, frame) => place(value, frame.column, ({ column1 }) => column1)),
  ROWS: ofValues(1, 1, ([value], calculator) => {
    const area = value instanceof AreaReference ? value.areas[0] : undefined;
    return area ? area.row2 - area.row1 + 1 : calculator.matrix(value).height;
  }),
  COLUMNS: ofValues(1, 1, ([value], calculator) => {
    const area = value instanceof AreaReference ? value.areas[0] : undefined;
    return area ? area.column2 - area.column1 + 1 : calculator.matrix(value).width;
  }),
};
