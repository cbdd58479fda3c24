import { romanNumeral } from "../../../domain/text/roman-numeral.ts";
import { Sum } from "../area-numbers.ts";
import type { Calculator } from "../calculator.ts";
import { finite } from "../coerce.ts";
import { ANY, ofArrays, ofRanges, ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import type { FormulaValue, Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import { power } from "../operators.ts";
import { eachNumber, numbersOf, scalarsOf } from "./argument-values.ts";

/** A function of one number. */
function of1(apply: (value: number) => number): FunctionDefinition {
  return ofScalars(1, 1, ([value], calculator) => finite(apply(calculator.number(value))));
}

function of2(apply: (first: number, second: number) => number, fallback?: number): FunctionDefinition {
  return ofScalars(fallback === undefined ? 2 : 1, 2, ([first, second], calculator) =>
    finite(
      apply(
        calculator.number(first),
        fallback === undefined ? calculator.number(second) : calculator.numberOr(second, fallback),
      ),
    ),
  );
}

/** Shifts the decimal point as text does, so that 1.005 rounds as it is written. */
function shiftDecimal(value: number, places: number): number {
  const [mantissa, exponent = "0"] = String(value).split("e");
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

function roundAt(value: number, digits: number, how: (value: number) => number): number {
  const places = Math.trunc(digits);
  if (places > 20 || value === 0) return value;
  if (places < -20) return 0;
  // A spreadsheet knows 15 significant digits: noise below them must not decide.
  const clean = Number(Math.abs(value).toPrecision(15));
  return Math.sign(value) * shiftDecimal(how(shiftDecimal(clean, places)), -places);
}

export function round(value: number, digits: number): number {
  return roundAt(value, digits, Math.round);
}

function multipleOf(value: number, step: number, how: (value: number) => number): number {
  if (step === 0) return 0;
  const ratio = value / step;
  const whole = Math.round(ratio);
  return (Math.abs(ratio - whole) < 1e-12 ? whole : how(ratio)) * step;
}

function modulo(value: number, divisor: number): number {
  if (divisor === 0) return raise(FormulaError.DIV0);
  const rest = value - divisor * Math.floor(value / divisor);
  return Math.abs(rest - divisor) < 1e-12 * Math.abs(divisor) ? 0 : rest;
}

function factorial(value: number): number {
  if (value < 0 || value > 170) return raise(FormulaError.NUM);
  let product = 1;
  for (let factor = 2; factor <= Math.trunc(value); factor++) product *= factor;
  return product;
}

function combinations(n: number, k: number): number {
  const [total, chosen] = [Math.trunc(n), Math.trunc(k)];
  if (chosen < 0 || total < chosen) return raise(FormulaError.NUM);
  let result = 1;
  for (let index = 1; index <= Math.min(chosen, total - chosen); index++)
    result = (result * (total - index + 1)) / index;
  return Math.round(result);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function sum(values: readonly FormulaValue[], calculator: Calculator): number {
  return finite(numbersOf(values, calculator).sum);
}

function sumProduct(values: readonly FormulaValue[], calculator: Calculator): number {
  const lists = values.map((value) => calculator.matrix(value));
  const { height = 0, width = 0 } = lists[0] ?? {};
  if (lists.some((list) => list.height !== height || list.width !== width)) raise(FormulaError.VALUE);
  calculator.cells.charge(height * width * lists.length);
  const total = new Sum();
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let product = 1;
      for (const list of lists) product *= plainNumber(list.at(row, column));
      total.add(product);
    }
  return finite(total.value);
}

function plainNumber(value: Scalar): number {
  if (value instanceof FormulaError) return raise(value);
  return typeof value === "number" ? value : 0;
}

function evenOrOdd(value: number, remainder: 0 | 1): number {
  const magnitude = Math.ceil(Math.abs(value));
  const rounded = magnitude % 2 === remainder ? magnitude : magnitude + 1;
  return value < 0 ? -rounded : rounded;
}

function roman(value: number): string {
  const whole = Math.trunc(value);
  return whole < 0 || whole > 3999 ? raise(FormulaError.VALUE) : romanNumeral(whole).toUpperCase();
}

/** Arithmetic, rounding and sums. */
export const MATH_FUNCTIONS: FunctionTable = {
  SUM: ofValues(1, ANY, sum),
  PRODUCT: ofRanges(1, ANY, (values, calculator) => {
    const numbers = numbersOf(values, calculator).values;
    return numbers.length === 0 ? 0 : finite(numbers.reduce((product, value) => product * value, 1));
  }),
  SUMSQ: ofRanges(1, ANY, (values, calculator) => {
    const total = new Sum();
    eachNumber(values, calculator, (value) => total.add(value * value));
    return finite(total.value);
  }),
  SUMPRODUCT: { ...ofArrays(1, ANY, sumProduct), rangesFrom: 0 },
  ABS: of1(Math.abs),
  SIGN: of1(Math.sign),
  INT: of1((value) => Math.floor(Number(value.toPrecision(15)))),
  TRUNC: of2((value, digits) => roundAt(value, digits, Math.floor), 0),
  ROUND: of2(round),
  ROUNDUP: of2((value, digits) => roundAt(value, digits, Math.ceil)),
  ROUNDDOWN: of2((value, digits) => roundAt(value, digits, Math.floor)),
  MROUND: of2((value, step) => (value * step < 0 ? raise(FormulaError.NUM) : multipleOf(value, step, Math.round))),
  CEILING: of2(
    (value, step) => (value > 0 && step < 0 ? raise(FormulaError.NUM) : multipleOf(value, step, Math.ceil)),
    1,
  ),
  FLOOR: of2((value, step) => {
    if (value > 0 && step < 0) return raise(FormulaError.NUM);
    return step === 0 && value !== 0 ? raise(FormulaError.DIV0) : multipleOf(value, step, Math.floor);
  }, 1),
  "CEILING.MATH": of2((value, step) => multipleOf(value, Math.abs(step), Math.ceil), 1),
  "FLOOR.MATH": of2((value, step) => multipleOf(value, Math.abs(step), Math.floor), 1),
  EVEN: of1((value) => evenOrOdd(value, 0)),
  ODD: of1((value) => (value === 0 ? 1 : evenOrOdd(value, 1))),
  MOD: of2(modulo),
  QUOTIENT: of2((value, divisor) => (divisor === 0 ? raise(FormulaError.DIV0) : Math.trunc(value / divisor))),
  POWER: ofScalars(2, 2, ([base, exponent], calculator) => power(calculator.number(base), calculator.number(exponent))),
  SQRT: of1(Math.sqrt),
  EXP: of1(Math.exp),
  LN: of1((value) => (value <= 0 ? raise(FormulaError.NUM) : Math.log(value))),
  LOG10: of1((value) => (value <= 0 ? raise(FormulaError.NUM) : Math.log10(value))),
  LOG: of2((value, base) => {
    if (value <= 0 || base <= 0) return raise(FormulaError.NUM);
    if (base === 1) return raise(FormulaError.DIV0);
    return base === 10 ? Math.log10(value) : base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base);
  }, 10),
  PI: ofScalars(0, 0, () => Math.PI),
  SIN: of1(Math.sin),
  COS: of1(Math.cos),
  TAN: of1(Math.tan),
  ASIN: of1(Math.asin),
  ACOS: of1(Math.acos),
  ATAN: of1(Math.atan),
  ATAN2: of2((x, y) => (x === 0 && y === 0 ? raise(FormulaError.DIV0) : Math.atan2(y, x))),
  DEGREES: of1((value) => (value * 180) / Math.PI),
  RADIANS: of1((value) => (value * Math.PI) / 180),
  FACT: of1(factorial),
  COMBIN: of2(combinations),
  GCD: ofRanges(1, ANY, (values, calculator) =>
    numbersOf(values, calculator)
      .values.map((value) => Math.abs(Math.trunc(value)))
      .reduce(gcd, 0),
  ),
  LCM: ofRanges(1, ANY, (values, calculator) =>
    numbersOf(values, calculator)
      .values.map((value) => Math.abs(Math.trunc(value)))
      .reduce((a, b) => (a === 0 || b === 0 ? 0 : (a / gcd(a, b)) * b), 1),
  ),
  ROMAN: ofScalars(1, 2, ([value], calculator) => roman(calculator.integer(value))),
  SUMXMY2: ofArrays(2, 2, ([x, y], calculator) => {
    const [left, right] = [scalarsOf(x, calculator), scalarsOf(y, calculator)];
    if (left.length !== right.length) return raise(FormulaError.NA);
    const total = new Sum();
    left.forEach((value, index) => {
      const other = right[index];
      if (typeof value === "number" && typeof other === "number") total.add((value - other) ** 2);
    });
    return total.value;
  }),
};
