import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { DateSystem } from "../serial-date.ts";
import { addNumbers, cellText, compareScalars, equalScalars, finite, toNumber, toText } from "./coerce.ts";
import { FormulaError, raise } from "./formula-error.ts";
import { type Area, AreaReference, type FormulaValue, type Scalar } from "./formula-value.ts";
import type { BinaryOperator } from "./parse.ts";

export function areasOf(value: FormulaValue): readonly Area[] {
  if (value instanceof FormulaError) return raise(value);
  return value instanceof AreaReference ? value.areas : raise(FormulaError.VALUE);
}

/** The smallest area that holds all of both (`:`). */
export function spanOf(left: FormulaValue, right: FormulaValue): AreaReference {
  const areas = [...areasOf(left), ...areasOf(right)];
  const [first] = areas;
  if (!first || areas.some((area) => area.sheet !== first.sheet)) return raise(FormulaError.REF);
  return new AreaReference([
    {
      sheet: first.sheet,
      row1: smallestOf(areas.map((area) => area.row1)),
      column1: smallestOf(areas.map((area) => area.column1)),
      row2: largestOf(areas.map((area) => area.row2)),
      column2: largestOf(areas.map((area) => area.column2)),
    },
  ]);
}

/** The cells that both have (a blank). */
export function intersectionOf(left: FormulaValue, right: FormulaValue): AreaReference {
  const areas: Area[] = [];
  for (const a of areasOf(left))
    for (const b of areasOf(right)) {
      const area = {
        sheet: a.sheet,
        row1: Math.max(a.row1, b.row1),
        column1: Math.max(a.column1, b.column1),
        row2: Math.min(a.row2, b.row2),
        column2: Math.min(a.column2, b.column2),
      };
      if (a.sheet === b.sheet && area.row1 <= area.row2 && area.column1 <= area.column2) areas.push(area);
    }
  return areas.length > 0 ? new AreaReference(areas) : raise(FormulaError.NULL);
}

/** One operator between two values. */
export function operate(
  operator: BinaryOperator,
  left: Scalar | undefined,
  right: Scalar | undefined,
  dates: DateSystem,
): Scalar {
  switch (operator) {
    case "&":
      return cellText(toText(left) + toText(right));
    case "=":
      return equalScalars(left, right);
    case "<>":
      return !equalScalars(left, right);
    case "<":
      return compareScalars(left, right) < 0;
    case ">":
      return compareScalars(left, right) > 0;
    case "<=":
      return compareScalars(left, right) <= 0;
    case ">=":
      return compareScalars(left, right) >= 0;
    default:
      return calculated(operator, toNumber(left, dates), toNumber(right, dates));
  }
}

function calculated(operator: "^" | "*" | "/" | "+" | "-", left: number, right: number): number {
  switch (operator) {
    case "+":
      return finite(addNumbers(left, right));
    case "-":
      return finite(addNumbers(left, -right));
    case "*":
      return finite(left * right);
    case "/":
      return right === 0 ? raise(FormulaError.DIV0) : finite(left / right);
    case "^":
      return power(left, right);
  }
}

export function power(base: number, exponent: number): number {
  if (base === 0 && exponent === 0) return raise(FormulaError.NUM);
  if (base === 0 && exponent < 0) return raise(FormulaError.DIV0);
  return finite(base ** exponent);
}
