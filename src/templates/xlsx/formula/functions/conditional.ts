import type { Calculator, Frame } from "../calculator.ts";
import { AreaReference, FormulaError, type FormulaValue, Matrix, raise, type Scalar } from "../formula-value.ts";
import { Sum } from "./argument-values.ts";
import { criterionOf } from "./criteria.ts";
import { ANY, type FunctionDefinition, type FunctionTable, ofValues } from "./function-definition.ts";

/** A range whose cells are read by their place in it. */
interface CellList {
  height: number;
  width: number;
  at(row: number, column: number): Scalar;
}

function listOf(value: FormulaValue, calculator: Calculator): CellList {
  if (value instanceof Matrix) return value;
  if (!(value instanceof AreaReference) || value.areas.length !== 1) return raise(FormulaError.VALUE);
  const area = value.areas[0]!;
  return {
    height: area.row2 - area.row1 + 1,
    width: area.column2 - area.column1 + 1,
    at: (row, column) => calculator.cells.valueOf(area.sheet, area.row1 + row, area.column1 + column),
  };
}

/** Rows and columns beyond all cells in use hold nothing that a condition on values could meet. */
function searchedSize(value: FormulaValue, calculator: Calculator): { height: number; width: number } {
  if (!(value instanceof AreaReference)) return calculator.matrix(value);
  const area = calculator.clip(value.areas[0] ?? raise(FormulaError.VALUE));
  return { height: area.row2 - area.row1 + 1, width: area.column2 - area.column1 + 1 };
}

/** Visits the cells of `target` whose places meet all conditions. */
function eachMatch(
  conditions: readonly FormulaValue[],
  target: FormulaValue | undefined,
  calculator: Calculator,
  frame: Frame,
  visit: (value: Scalar) => void,
): void {
  const tests = [];
  let [height, width] = [0, 0];
  for (let index = 0; index + 1 < conditions.length; index += 2) {
    const size = searchedSize(conditions[index]!, calculator);
    [height, width] = [Math.max(height, size.height), Math.max(width, size.width)];
    const list = listOf(conditions[index]!, calculator);
    tests.push({ list, test: criterionOf(calculator.scalar(conditions[index + 1]!, frame)) });
  }
  const first = tests[0]!.list;
  if (tests.some(({ list }) => list.height !== first.height || list.width !== first.width)) raise(FormulaError.VALUE);
  const values = target === undefined ? first : listOf(target, calculator);
  calculator.cells.charge(height * width * tests.length);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (tests.every(({ list, test }) => test(list.at(row, column)))) visit(values.at(row, column));
}

type Total = (values: Scalar[]) => number;

function numbers(values: readonly Scalar[]): number[] {
  return values.filter((value): value is number => {
    if (value instanceof FormulaError) raise(value);
    return typeof value === "number";
  });
}

const total: Total = (values) => {
  const sum = new Sum();
  for (const value of numbers(values)) sum.add(value);
  return sum.value;
};
const average: Total = (values) => {
  const found = numbers(values);
  return found.length === 0 ? raise(FormulaError.DIV0) : total(found) / found.length;
};
const least: Total = (values) => numbers(values).reduce((a, b) => Math.min(a, b), numbers(values)[0] ?? 0);
const most: Total = (values) => numbers(values).reduce((a, b) => Math.max(a, b), numbers(values)[0] ?? 0);

/** range, condition [, range of values] */
function singleCondition(apply: Total): FunctionDefinition {
  return ofValues(2, 3, ([range, condition, target], calculator, frame) => {
    const found: Scalar[] = [];
    eachMatch([range!, condition!], target ?? undefined, calculator, frame, (value) => found.push(value));
    return apply(found);
  });
}

/** range of values, range, condition, range, condition, ... */
function manyConditions(apply: Total): FunctionDefinition {
  return ofValues(3, ANY, ([target, ...conditions], calculator, frame) => {
    const found: Scalar[] = [];
    eachMatch(conditions, target, calculator, frame, (value) => found.push(value));
    return apply(found);
  });
}

const count: FunctionDefinition = ofValues(2, ANY, (conditions, calculator, frame) => {
  let matches = 0;
  eachMatch(conditions, undefined, calculator, frame, () => matches++);
  return matches;
});

/** Totals of what meets conditions. */
export const CONDITIONAL_FUNCTIONS: FunctionTable = {
  SUMIF: singleCondition(total),
  SUMIFS: manyConditions(total),
  AVERAGEIF: singleCondition(average),
  AVERAGEIFS: manyConditions(average),
  MINIFS: manyConditions(least),
  MAXIFS: manyConditions(most),
  COUNTIF: count,
  COUNTIFS: count,
};
