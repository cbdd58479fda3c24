import type { Calculator } from "../calculator.ts";
import { toNumber } from "../coerce.ts";
import { FormulaError, type FormulaValue, raise, type Scalar } from "../formula-value.ts";

/** Visits the numbers of arguments: in ranges texts, booleans and empty cells are left out, errors end it. */
export function eachNumber(
  values: readonly FormulaValue[],
  calculator: Calculator,
  visit: (value: number) => void,
): void {
  for (const value of values)
    calculator.each(value, (scalar, isCell) => {
      if (typeof scalar === "number") visit(scalar);
      else if (scalar instanceof FormulaError) raise(scalar);
      else if (!isCell && scalar !== null) visit(toNumber(scalar));
    });
}

export function numbersOf(values: readonly FormulaValue[], calculator: Calculator): number[] {
  const numbers: number[] = [];
  eachNumber(values, calculator, (value) => numbers.push(value));
  return numbers;
}

/** All values of one argument, row by row. */
export function scalarsOf(value: FormulaValue, calculator: Calculator): Scalar[] {
  const scalars: Scalar[] = [];
  calculator.each(value, (scalar) => scalars.push(scalar));
  return scalars;
}

/** A sum that does not gather rounding errors (Neumaier). */
export class Sum {
  private total = 0;
  private lost = 0;

  add(value: number): void {
    const next = this.total + value;
    this.lost += Math.abs(this.total) >= Math.abs(value) ? this.total - next + value : value - next + this.total;
    this.total = next;
  }

  get value(): number {
    return this.total + this.lost;
  }
}

export function sumOf(numbers: readonly number[]): number {
  const sum = new Sum();
  for (const number of numbers) sum.add(number);
  return sum.value;
}

/** Whole number of an argument, toward zero. */
export function integerOf(value: Scalar): number {
  return Math.trunc(toNumber(value));
}

/** An argument that may be left out. */
export function numberOr(value: Scalar | undefined, fallback: number): number {
  return value === undefined || value === null ? fallback : toNumber(value);
}
