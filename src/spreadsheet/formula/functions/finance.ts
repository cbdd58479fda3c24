import { finite } from "../coerce.ts";
import { ANY, ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import { numbersOf } from "./argument-values.ts";

/** How many flows are discounted while a cell is read. */
const FLOWS_OF_A_STEP = 8;
/** A rate of return is found in about this many rounds. */
const STEPS_OF_A_FLOW = 16;

/** Payment of an annuity; `type` is 1 if it is due at the start of a period. */
function payment(rate: number, periods: number, present: number, future: number, type: number): number {
  if (periods === 0) return raise(FormulaError.NUM);
  if (rate === 0) return -(present + future) / periods;
  const growth = (1 + rate) ** periods;
  return (-rate * (present * growth + future)) / ((1 + rate * type) * (growth - 1));
}

function futureValue(rate: number, periods: number, pay: number, present: number, type: number): number {
  if (rate === 0) return -(present + pay * periods);
  const growth = (1 + rate) ** periods;
  return -(present * growth + (pay * (1 + rate * type) * (growth - 1)) / rate);
}

function presentValue(rate: number, periods: number, pay: number, future: number, type: number): number {
  if (rate === 0) return -(future + pay * periods);
  const growth = (1 + rate) ** periods;
  return -(future + (pay * (1 + rate * type) * (growth - 1)) / rate) / growth;
}

function periodCount(rate: number, pay: number, present: number, future: number, type: number): number {
  if (rate === 0) return pay === 0 ? raise(FormulaError.NUM) : -(present + future) / pay;
  const flow = (pay * (1 + rate * type)) / rate;
  return Math.log((flow - future) / (present + flow)) / Math.log(1 + rate);
}

/** Interest part of one payment. */
function interest(
  rate: number,
  period: number,
  periods: number,
  present: number,
  future: number,
  type: number,
): number {
  if (period < 1 || period > periods) return raise(FormulaError.NUM);
  if (type === 1 && period === 1) return 0;
  const pay = payment(rate, periods, present, future, type);
  const balance = futureValue(rate, period - 1 - (type === 1 ? 1 : 0), pay, present, type);
  const due = type === 1 ? (balance - pay) * rate : balance * rate;
  return due;
}

/** Finds where a function is zero, from a guess (secants, then halving if they fail). */
function solve(of: (rate: number) => number, guess: number): number {
  let [previous, current] = [guess, guess + 0.01];
  let [atPrevious, atCurrent] = [of(previous), of(current)];
  for (let iteration = 0; iteration < 100 && Number.isFinite(atCurrent); iteration++) {
    if (Math.abs(atCurrent) < 1e-11) return current;
    if (atCurrent === atPrevious) break;
    const next = current - (atCurrent * (current - previous)) / (atCurrent - atPrevious);
    if (next <= -1) break;
    [previous, atPrevious] = [current, atCurrent];
    [current, atCurrent] = [next, of(next)];
    if (Math.abs(current - previous) < 1e-14) return current;
  }
  return Math.abs(atCurrent) < 1e-6 ? current : raise(FormulaError.NUM);
}

function netPresentValue(rate: number, flows: readonly number[]): number {
  if (rate === -1) return raise(FormulaError.DIV0);
  return flows.reduce((total, flow, index) => total + flow / (1 + rate) ** (index + 1), 0);
}

/** A function of numbers, the last of which may be left out and are then 0. */
function ofNumbers(
  least: number,
  most: number,
  apply: (a: number, b: number, c: number, d: number, e: number, f: number) => number,
): FunctionDefinition {
  return ofScalars(least, most, (values, calculator) => {
    const at = (index: number) => calculator.numberOr(values[index], 0);
    return finite(apply(at(0), at(1), at(2), at(3), at(4), at(5)));
  });
}

function depreciationBalance(cost: number, salvage: number, life: number, period: number, factor: number): number {
  if (cost < 0 || life <= 0 || period < 1 || period > life) return raise(FormulaError.NUM);
  const rate = Math.min(1, factor / life);
  let book = cost;
  let amount = 0;
  for (let iteration = 1; iteration <= Math.min(Math.ceil(period), 10_000); iteration++) {
    amount = Math.min(book * rate, Math.max(0, book - salvage));
    book -= amount;
  }
  return amount;
}

/** Loans, annuities and depreciation. */
export const FINANCE_FUNCTIONS: FunctionTable = {
  PMT: ofNumbers(3, 5, (rate, periods, present, future, type) => payment(rate, periods, present, future, type)),
  FV: ofNumbers(3, 5, (rate, periods, pay, present, type) => futureValue(rate, periods, pay, present, type)),
  PV: ofNumbers(3, 5, (rate, periods, pay, future, type) => presentValue(rate, periods, pay, future, type)),
  NPER: ofNumbers(3, 5, (rate, pay, present, future, type) => periodCount(rate, pay, present, future, type)),
  IPMT: ofNumbers(4, 6, (rate, period, periods, present, future, type) =>
    interest(rate, period, periods, present, future, type),
  ),
  PPMT: ofNumbers(
    4,
    6,
    (rate, period, periods, present, future, type) =>
      payment(rate, periods, present, future, type) - interest(rate, period, periods, present, future, type),
  ),
  RATE: ofScalars(3, 6, ([periods, pay, present, future, type, guess], calculator) => {
    const known = [periods, pay, present, future, type].map((value) => calculator.numberOr(value, 0));
    const [count = 0, payed = 0, now = 0, then = 0, due = 0] = known;
    return finite(solve((rate) => futureValue(rate, count, payed, now, due) + then, calculator.numberOr(guess, 0.1)));
  }),
  NPV: ofValues(2, ANY, ([rate, ...flows], calculator, frame) => {
    const { values } = numbersOf(flows, calculator);
    calculator.cells.charge(values.length / FLOWS_OF_A_STEP);
    return finite(netPresentValue(calculator.number(calculator.scalar(rate, frame)), values));
  }),
  IRR: ofValues(1, 2, ([flows, guess], calculator, frame) => {
    const numbers = numbersOf([flows ?? null], calculator).values;
    if (!numbers.some((flow) => flow > 0) || !numbers.some((flow) => flow < 0)) return raise(FormulaError.NUM);
    calculator.cells.charge(STEPS_OF_A_FLOW * numbers.length);
    const start = guess === undefined ? 0.1 : calculator.numberOr(calculator.scalar(guess, frame), 0.1);
    return finite(solve((rate) => netPresentValue(rate, numbers), start));
  }),
  SLN: ofNumbers(3, 3, (cost, salvage, life) => (life === 0 ? raise(FormulaError.DIV0) : (cost - salvage) / life)),
  SYD: ofNumbers(
    4,
    4,
    (cost, salvage, life, period) => ((cost - salvage) * (life - period + 1) * 2) / (life * (life + 1)),
  ),
  DDB: ofScalars(4, 5, ([cost, salvage, life, period, factor], calculator) =>
    finite(
      depreciationBalance(
        calculator.number(cost),
        calculator.number(salvage),
        calculator.number(life),
        calculator.number(period),
        calculator.numberOr(factor, 2),
      ),
    ),
  ),
  EFFECT: ofNumbers(2, 2, (rate, periods) => (1 + rate / Math.trunc(periods)) ** Math.trunc(periods) - 1),
  NOMINAL: ofNumbers(2, 2, (rate, periods) => ((1 + rate) ** (1 / Math.trunc(periods)) - 1) * Math.trunc(periods)),
};
