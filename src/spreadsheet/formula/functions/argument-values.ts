import { NumberList } from "../area-numbers.ts";
import type { Calculator } from "../calculator.ts";
import { FormulaError, raise } from "../formula-error.ts";
import { AreaReference, type FormulaValue, type Scalar } from "../formula-value.ts";

/** Visits the numbers of arguments: in ranges texts, booleans and empty cells are left out, errors end the visit. */
export function eachNumber(
  values: readonly FormulaValue[],
  calculator: Calculator,
  visit: (value: number) => void,
): void {
  for (const value of values)
    calculator.each(value, (scalar, isCell) => {
      if (typeof scalar === "number") visit(scalar);
      else if (scalar instanceof FormulaError) raise(scalar);
      else if (!isCell && scalar !== null) visit(calculator.number(scalar));
    });
}

/** The numbers of arguments, as {@link eachNumber} visits them. */
export function numbersOf(values: readonly FormulaValue[], calculator: Calculator): NumberList {
  const [only, another] = values;
  const [area, further] = only instanceof AreaReference && another === undefined ? only.areas : [];
  const key = area && !further ? calculator.keyOf(area) : undefined;
  const known = key === undefined ? undefined : calculator.areaNumbers.get(key);
  if (known) return known;
  const numbers: number[] = [];
  eachNumber(values, calculator, (value) => numbers.push(value));
  const list = new NumberList(numbers);
  if (key !== undefined) calculator.areaNumbers.offer(key, list);
  return list;
}

/** All values of one argument, row by row. */
export function scalarsOf(value: FormulaValue | undefined, calculator: Calculator): Scalar[] {
  const scalars: Scalar[] = [];
  if (value !== undefined) calculator.each(value, (scalar) => scalars.push(scalar));
  return scalars;
}
