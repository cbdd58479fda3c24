import { NumberList, Sum, sumOf } from "../area-numbers.ts";
import type { Calculator } from "../calculator.ts";
import { finite } from "../coerce.ts";
import { ANY, ofArrays, ofRanges, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import { type Area, AreaReference, type FormulaValue, type Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import { numbersOf } from "./argument-values.ts";

function averageOf(numbers: readonly number[]): number {
  return mean(new NumberList(numbers));
}

function mean({ values, sum }: NumberList): number {
  return values.length === 0 ? raise(FormulaError.DIV0) : sum / values.length;
}

/** Sum of squared distances from the mean. */
function deviations(numbers: readonly number[]): number {
  const middle = averageOf(numbers);
  return sumOf(numbers.map((value) => (value - middle) ** 2));
}

function variance(numbers: readonly number[], isSample: boolean): number {
  const count = numbers.length - (isSample ? 1 : 0);
  return count < 1 ? raise(FormulaError.DIV0) : deviations(numbers) / count;
}

function medianOf(numbers: readonly number[]): number {
  return percentile(new NumberList(numbers), 0.5);
}

/** Percentile, between neighbors by proportion; the exclusive one has no ends. */
function percentile({ sorted }: NumberList, share: number, isExclusive = false): number {
  if (!(share >= 0 && share <= 1)) return raise(FormulaError.NUM);
  const place = isExclusive ? share * (sorted.length + 1) - 1 : share * (sorted.length - 1);
  if (place < 0 || place > sorted.length - 1) return raise(FormulaError.NUM);
  const lower = Math.floor(place);
  const a = sorted[lower] ?? raise(FormulaError.NUM);
  const b = sorted[lower + 1] ?? a;
  return a + (b - a) * (place - lower);
}

function modeOf(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best: number | undefined;
  for (const [number, count] of counts) if (count > 1 && count > (counts.get(best ?? Number.NaN) ?? 1)) best = number;
  return best ?? raise(FormulaError.NA);
}

/** The functions of numbers that SUBTOTAL (1 to 11) and AGGREGATE choose by number. */
const NUMBERED: readonly ((numbers: readonly number[], filled: number) => number)[] = [
  averageOf,
  (numbers) => numbers.length,
  (_, filled) => filled,
  (numbers) => new NumberList(numbers).most,
  (numbers) => new NumberList(numbers).least,
  (numbers) => (numbers.length === 0 ? 0 : numbers.reduce((product, value) => product * value, 1)),
  (numbers) => Math.sqrt(variance(numbers, true)),
  (numbers) => Math.sqrt(variance(numbers, false)),
  sumOf,
  (numbers) => variance(numbers, true),
  (numbers) => variance(numbers, false),
  medianOf,
  modeOf,
];

/** Those of AGGREGATE from 14 on: their last argument says which of the numbers, or which share of them. */
const NUMBERED_WITH_PLACE: readonly ((list: NumberList, place: number) => number)[] = [
  (list, place) => nthOf(list, place, true),
  (list, place) => nthOf(list, place, false),
  percentile,
  (list, place) => percentile(list, Math.trunc(place) / 4),
  (list, place) => percentile(list, place, true),
  (list, place) => percentile(list, Math.trunc(place) / 4, true),
];

function ofNumbers(apply: (numbers: readonly number[]) => number): FunctionDefinition {
  return ofList(({ values }) => apply(values));
}

function ofList(apply: (list: NumberList) => number): FunctionDefinition {
  return ofRanges(1, ANY, (values, calculator) => finite(apply(numbersOf(values, calculator))));
}

/** Numbers of arguments where texts count 0 and booleans 0 or 1 (AVERAGEA, MINA, MAXA). */
function ofAll(apply: (numbers: number[]) => number): FunctionDefinition {
  return ofRanges(1, ANY, (values, calculator) => {
    const numbers: number[] = [];
    for (const value of values)
      calculator.each(value, (scalar) => {
        if (scalar instanceof FormulaError) raise(scalar);
        if (scalar !== null) numbers.push(typeof scalar === "number" ? scalar : scalar === true ? 1 : 0);
      });
    return finite(apply(numbers));
  });
}

function countOf(
  values: readonly FormulaValue[],
  calculator: Calculator,
  counts: (value: Scalar, isCell: boolean) => boolean,
) {
  let count = 0;
  for (const value of values)
    calculator.each(value, (scalar, isCell) => {
      if (counts(scalar, isCell)) count++;
    });
  return count;
}

/** Cells of ranges beyond all that are in use, which are not visited. */
function countBeyondUse(values: readonly FormulaValue[], calculator: Calculator): number {
  const sizeOf = ({ row1, column1, row2, column2 }: Area) => (row2 - row1 + 1) * (column2 - column1 + 1);
  let count = 0;
  for (const value of values)
    if (value instanceof AreaReference)
      for (const area of value.areas) count += sizeOf(area) - sizeOf(calculator.clip(area));
  return count;
}

function isNumericArgument(value: Scalar, isCell: boolean): boolean {
  if (typeof value === "number") return true;
  if (isCell || value === null) return false;
  return (
    typeof value === "boolean" || (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value)))
  );
}

/** A total of ranges in which other subtotals are left out, and hidden rows and errors if it says so. */
function subtotal(
  apply: (numbers: readonly number[], filled: number) => number,
  ranges: readonly FormulaValue[],
  calculator: Calculator,
  { skipsErrors, skipsHidden }: { skipsErrors: boolean; skipsHidden: boolean },
): number {
  const numbers: number[] = [];
  let filled = 0;
  for (const range of ranges)
    calculator.each(range, (value, _, place) => {
      if (place && calculator.cells.isSubtotal(place.sheet, place.row, place.column)) return;
      if (place && skipsHidden && calculator.cells.isHiddenRow(place.sheet, place.row)) return;
      if (value instanceof FormulaError) {
        if (skipsErrors) return;
        raise(value);
      }
      if (value !== null) filled++;
      if (typeof value === "number") numbers.push(value);
    });
  return finite(apply(numbers, filled));
}

function rank(
  [number, list = null, order]: readonly FormulaValue[],
  calculator: Calculator,
  isAverage: boolean,
  frameScalar: (value: FormulaValue | undefined) => Scalar,
): number {
  const value = calculator.number(frameScalar(number));
  const isAscending = calculator.number(frameScalar(order)) !== 0;
  const { sorted } = numbersOf([list], calculator);
  const below = countBelow(sorted, (each) => each < value);
  const upTo = countBelow(sorted, (each) => each <= value);
  if (upTo === below) return raise(FormulaError.NA);
  const before = isAscending ? below : sorted.length - upTo;
  return before + 1 + (isAverage ? (upTo - below - 1) / 2 : 0);
}

/** How many numbers of a sorted list come before the first that does not pass. */
function countBelow(sorted: readonly number[], passes: (number: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(sorted[middle] ?? Number.NaN)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nthOf({ sorted }: NumberList, place: number, isLargest: boolean): number {
  const k = Math.ceil(place);
  return sorted[isLargest ? sorted.length - k : k - 1] ?? raise(FormulaError.NUM);
}

/** The k-th of a list in order; k may be an array in principle, a single value in practice. */
function nth(isLargest: boolean): FunctionDefinition {
  return ofValues(2, 2, ([list = null, place], calculator, frame) =>
    nthOf(numbersOf([list], calculator), calculator.number(calculator.scalar(place, frame)), isLargest),
  );
}

function pairs(values: readonly FormulaValue[], calculator: Calculator): [number, number][] {
  const [first = [], second = []] = values.map((value) => calculator.matrix(value).rows.flat());
  if (first.length !== second.length) return raise(FormulaError.NA);
  return first.flatMap((a, index): [number, number][] => {
    const b = second[index];
    return typeof a === "number" && typeof b === "number" ? [[a, b]] : [];
  });
}

/** Sums of products of distances from the means: of x and x, of y and y, of x and y. */
function moments(list: readonly [number, number][]) {
  if (list.length === 0) return raise(FormulaError.DIV0);
  const [meanX, meanY] = [averageOf(list.map(([x]) => x)), averageOf(list.map(([, y]) => y))];
  const [xx, yy, xy] = [new Sum(), new Sum(), new Sum()];
  for (const [x, y] of list) {
    xx.add((x - meanX) ** 2);
    yy.add((y - meanY) ** 2);
    xy.add((x - meanX) * (y - meanY));
  }
  return { meanX, meanY, xx: xx.value, yy: yy.value, xy: xy.value };
}

const subtotalFunction: FunctionDefinition = ofRanges(
  2,
  ANY,
  ([code, ...ranges], calculator, frame) => {
    const choice = calculator.integer(calculator.scalar(code, frame));
    const skipsHidden = choice > 100;
    const number = skipsHidden ? choice - 100 : choice;
    const apply = number <= 11 ? NUMBERED[number - 1] : undefined;
    if (!apply) return raise(FormulaError.VALUE);
    return subtotal(apply, ranges, calculator, { skipsErrors: false, skipsHidden });
  },
  1,
);

/** Its values may be calculated, such as `ROW(A1:A9)/(B1:B9="x")`. */
const aggregateFunction: FunctionDefinition = ofArrays(3, ANY, ([number, option, ...values], calculator, frame) => {
  const choice = calculator.integer(calculator.scalar(number, frame));
  const options = calculator.integer(calculator.scalar(option, frame));
  const skips = { skipsErrors: [2, 3, 6, 7].includes(options), skipsHidden: [1, 3, 5, 7].includes(options) };
  const plain = NUMBERED[choice - 1];
  if (plain) return subtotal(plain, values, calculator, skips);
  const placed = NUMBERED_WITH_PLACE[choice - 1 - NUMBERED.length];
  const [list = null, which, more] = values;
  if (!placed || which === undefined || more !== undefined) return raise(FormulaError.VALUE);
  const place = calculator.number(calculator.scalar(which, frame));
  return subtotal((numbers) => placed(new NumberList(numbers), place), [list], calculator, skips);
});

const percentileFunction = ofValues(2, 2, ([list = null, share], calculator, frame) =>
  percentile(numbersOf([list], calculator), calculator.number(calculator.scalar(share, frame))),
);
const quartileFunction = ofValues(2, 2, ([list = null, quarter], calculator, frame) =>
  percentile(numbersOf([list], calculator), calculator.integer(calculator.scalar(quarter, frame)) / 4),
);
const exclusivePercentileFunction = ofValues(2, 2, ([list = null, share], calculator, frame) =>
  percentile(numbersOf([list], calculator), calculator.number(calculator.scalar(share, frame)), true),
);
const exclusiveQuartileFunction = ofValues(2, 2, ([list = null, quarter], calculator, frame) =>
  percentile(numbersOf([list], calculator), calculator.integer(calculator.scalar(quarter, frame)) / 4, true),
);
const rankFunction = ofValues(2, 3, (values, calculator, frame) =>
  rank(values, calculator, false, (value) => calculator.scalar(value, frame)),
);
const sampleDeviation = ofNumbers((numbers) => Math.sqrt(variance(numbers, true)));
const populationDeviation = ofNumbers((numbers) => Math.sqrt(variance(numbers, false)));
const sampleVariance = ofNumbers((numbers) => variance(numbers, true));
const populationVariance = ofNumbers((numbers) => variance(numbers, false));
const mode = ofNumbers(modeOf);

/** Counts, averages, extremes and distributions. */
export const STATISTICS_FUNCTIONS: FunctionTable = {
  COUNT: ofRanges(1, ANY, (values, calculator) => countOf(values, calculator, isNumericArgument)),
  COUNTA: ofRanges(1, ANY, (values, calculator) => countOf(values, calculator, (value) => value !== null)),
  COUNTBLANK: ofRanges(
    1,
    1,
    (values, calculator) =>
      countOf(values, calculator, (value) => value === null || value === "") + countBeyondUse(values, calculator),
  ),
  AVERAGE: ofList(mean),
  AVERAGEA: ofAll(averageOf),
  MIN: ofList(({ least }) => least),
  MAX: ofList(({ most }) => most),
  MINA: ofAll((numbers) => new NumberList(numbers).least),
  MAXA: ofAll((numbers) => new NumberList(numbers).most),
  MEDIAN: ofList((list) => percentile(list, 0.5)),
  MODE: mode,
  "MODE.SNGL": mode,
  GEOMEAN: ofNumbers((numbers) =>
    numbers.length === 0 || numbers.some((value) => value <= 0)
      ? raise(FormulaError.NUM)
      : Math.exp(averageOf(numbers.map(Math.log))),
  ),
  HARMEAN: ofNumbers((numbers) =>
    numbers.length === 0 || numbers.some((value) => value <= 0)
      ? raise(FormulaError.NUM)
      : 1 / averageOf(numbers.map((value) => 1 / value)),
  ),
  AVEDEV: ofNumbers((numbers) => {
    const middle = averageOf(numbers);
    return averageOf(numbers.map((value) => Math.abs(value - middle)));
  }),
  DEVSQ: ofNumbers(deviations),
  STDEV: sampleDeviation,
  "STDEV.S": sampleDeviation,
  STDEVP: populationDeviation,
  "STDEV.P": populationDeviation,
  VAR: sampleVariance,
  "VAR.S": sampleVariance,
  VARP: populationVariance,
  "VAR.P": populationVariance,
  LARGE: nth(true),
  SMALL: nth(false),
  PERCENTILE: percentileFunction,
  "PERCENTILE.INC": percentileFunction,
  "PERCENTILE.EXC": exclusivePercentileFunction,
  QUARTILE: quartileFunction,
  "QUARTILE.INC": quartileFunction,
  "QUARTILE.EXC": exclusiveQuartileFunction,
  RANK: rankFunction,
  "RANK.EQ": rankFunction,
  "RANK.AVG": ofValues(2, 3, (values, calculator, frame) =>
    rank(values, calculator, true, (value) => calculator.scalar(value, frame)),
  ),
  SUBTOTAL: subtotalFunction,
  AGGREGATE: aggregateFunction,
  CORREL: ofRanges(2, 2, (values, calculator) => {
    const { xx, yy, xy } = moments(pairs(values, calculator));
    return xx === 0 || yy === 0 ? raise(FormulaError.DIV0) : xy / Math.sqrt(xx * yy);
  }),
  SLOPE: ofRanges(2, 2, (values, calculator) => {
    const { yy, xy } = moments(pairs(values, calculator));
    return yy === 0 ? raise(FormulaError.DIV0) : xy / yy;
  }),
  INTERCEPT: ofRanges(2, 2, (values, calculator) => {
    const { meanX, meanY, yy, xy } = moments(pairs(values, calculator));
    return yy === 0 ? raise(FormulaError.DIV0) : meanX - (xy / yy) * meanY;
  }),
};
