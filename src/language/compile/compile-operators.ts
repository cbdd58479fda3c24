import type { BinaryOperator, UnaryOperator } from "../ast.ts";
import { containsValue, hasItem, identical, looselyEqual, looseOrder } from "../compare.ts";
import { compileModifierPattern } from "../modifiers/pattern.ts";
import type { Runtime } from "../runtime.ts";
import { isTruthy, toText } from "../values.ts";
import type { Evaluate } from "./compile-expression.ts";

export function compileUnary(operator: UnaryOperator, operand: Evaluate): Evaluate {
  switch (operator) {
    case "not":
      return (runtime) => !isTruthy(operand(runtime));
    case "minus":
      return (runtime) => 0 - runtime.number(operand(runtime));
    case "plus":
      return (runtime) => runtime.number(operand(runtime));
    case "even":
      return (runtime) => runtime.integer(operand(runtime)) % 2 === 0;
    case "odd":
      return (runtime) => runtime.integer(operand(runtime)) % 2 !== 0;
    case "set":
      return (runtime) => isSet(operand(runtime));
    case "empty":
      return (runtime) => !isTruthy(operand(runtime));
  }
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function compileBinary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case "and":
      return (runtime) => isTruthy(left(runtime)) && isTruthy(right(runtime));
    case "or":
      return (runtime) => isTruthy(left(runtime)) || isTruthy(right(runtime));
    case "xor":
      return (runtime) => isTruthy(left(runtime)) !== isTruthy(right(runtime));
    case "??":
      return (runtime) => left(runtime) ?? right(runtime);
    case "==":
      return (runtime) => looselyEqual(left(runtime), right(runtime));
    case "!=":
      return (runtime) => !looselyEqual(left(runtime), right(runtime));
    case "===":
      return (runtime) => identical(left(runtime), right(runtime));
    case "!==":
      return (runtime) => !identical(left(runtime), right(runtime));
    case "<":
      return ordered(left, right, (a, b) => looseOrder(a, b) < 0);
    case "<=":
      return ordered(left, right, (a, b) => looseOrder(a, b) <= 0);
    // As PHP does: `a > b` is `b < a`, which matters for values that cannot be ordered.
    case ">":
      return ordered(left, right, (a, b) => looseOrder(b, a) < 0);
    case ">=":
      return ordered(left, right, (a, b) => looseOrder(b, a) <= 0);
    case "in":
      return (runtime) => {
        const needle = left(runtime);
        return hasItem(right(runtime), needle);
      };
    case "contains":
      return (runtime) => containsValue(left(runtime), right(runtime));
    case "matches":
      return (runtime) => {
        const subject = toText(left(runtime));
        runtime.charge(subject.length >>> 2);
        return compileModifierPattern(toText(right(runtime))).test(subject);
      };
    default:
      return compileArithmetic(operator, left, right);
  }
}

function ordered(left: Evaluate, right: Evaluate, test: (a: unknown, b: unknown) => boolean): Evaluate {
  return (runtime) => {
    const a = left(runtime);
    const b = right(runtime);
    if (typeof a !== typeof b) runtime.warnOfAmount(a, b);
    return test(a, b);
  };
}

type ArithmeticOperator = Extract<BinaryOperator, "+" | "-" | "*" | "/" | "%" | "even by" | "odd by" | "div by">;

function compileArithmetic(operator: ArithmeticOperator, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case "+":
      return (runtime) => runtime.number(left(runtime)) + runtime.number(right(runtime));
    case "-":
      return (runtime) => runtime.number(left(runtime)) - runtime.number(right(runtime));
    case "*":
      return (runtime) => multiply(runtime.number(left(runtime)), runtime.number(right(runtime)));
    case "/":
      return (runtime) => divide(runtime, runtime.number(left(runtime)), runtime.number(right(runtime)));
    case "%":
      return (runtime) => remainder(runtime, runtime.integer(left(runtime)), runtime.integer(right(runtime)));
    case "div by":
      return (runtime) => remainder(runtime, runtime.integer(left(runtime)), runtime.integer(right(runtime))) === 0;
    case "even by":
      return (runtime) => quotientParity(runtime, left, right) === 0;
    case "odd by":
      return (runtime) => quotientParity(runtime, left, right) === 1;
  }
}

/** Whole numbers have no negative zero. */
function multiply(left: number, right: number): number {
  const product = left * right;
  return product === 0 && Number.isInteger(left) && Number.isInteger(right) ? 0 : product;
}

export function divide(runtime: Runtime, left: number, right: number): number | null {
  if (right === 0) {
    runtime.warn("division_by_zero", "A number was divided by zero; nothing is printed");
    return null;
  }
  const quotient = left / right;
  return quotient === 0 && Number.isInteger(left) && Number.isInteger(right) ? 0 : quotient;
}

export function remainder(runtime: Runtime, left: number, right: number): number | null {
  if (right === 0) {
    runtime.warn("division_by_zero", "A remainder by zero was asked for; nothing is printed");
    return null;
  }
  return (left % right) + 0;
}

function quotientParity(runtime: Runtime, left: Evaluate, right: Evaluate): number | undefined {
  const quotient = divide(runtime, runtime.number(left(runtime)), runtime.number(right(runtime)));
  return quotient === null ? undefined : Math.abs(Math.trunc(quotient) % 2);
}
