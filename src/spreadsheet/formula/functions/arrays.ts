/** Functions whose results are arrays: in a workbook they spill into the cells beside and below their own. */
import { largestOf } from "../../../domain/collections/long-lists.ts";
import type { Calculator } from "../calculator.ts";
import type { Frame } from "../cell-provider.ts";
import { compareScalars, toBoolean } from "../coerce.ts";
import { ANY, ofArrays, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import { AreaReference, type FormulaValue, Matrix, type Scalar } from "../formula-value.ts";
import type { FunctionTable } from "../function-definition.ts";

type Row = readonly Scalar[];

/** The most values of an array that a function makes of nothing. */
const MAX_VALUES = 1_000_000;

const turned = (rows: readonly Row[]): Row[] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));

/** An array of these rows; there are none without values. */
const arrayOf = (rows: readonly Row[]): Matrix =>
  (rows[0]?.length ?? 0) > 0 ? new Matrix(rows) : raise(FormulaError.CALC);

/** The rows of an argument, or its columns. */
function linesOf(value: FormulaValue | undefined, byColumn: boolean, calculator: Calculator): readonly Row[] {
  const { rows } = calculator.matrix(value);
  return byColumn ? turned(rows) : rows;
}

const isSet = (value: FormulaValue | undefined, calculator: Calculator, frame: Frame): boolean =>
  toBoolean(calculator.scalar(value, frame) ?? false);

/** The values of an argument that may be one or an array of them; `fallback` if it is left out. */
function listOf(value: FormulaValue | undefined, fallback: number, calculator: Calculator): number[] {
  if (value === undefined || value === null) return [fallback];
  return calculator
    .matrix(value)
    .rows.flat()
    .map((each) => calculator.number(each));
}

/** Blank cells come last in either direction; errors are compared by no one. */
function compareKeys(a: Scalar, b: Scalar, direction: number): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return compareScalars(a, b) * direction;
}

function sortedLines(lines: readonly Row[], keys: readonly (readonly [key: Row, direction: number])[]): Row[] {
  const order = lines.map((_, index) => index);
  order.sort((a, b) => {
    for (const [key, direction] of keys) {
      const difference = compareKeys(key[a] ?? null, key[b] ?? null, direction);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return order.map((index) => lines[index] ?? []);
}

function direction(order: number): number {
  return order === 1 || order === -1 ? order : raise(FormulaError.VALUE);
}

function unique([value, byColumn, once]: FormulaValue[], calculator: Calculator, frame: Frame): Matrix {
  const isByColumn = isSet(byColumn, calculator, frame);
  const counts = new Map<string, { line: Row; count: number }>();
  for (const line of linesOf(value, isByColumn, calculator)) {
    const key = JSON.stringify(line.map((each) => (typeof each === "string" ? each.toLowerCase() : each)));
    const found = counts.get(key);
    if (found) found.count++;
    else counts.set(key, { line, count: 1 });
  }
  const kept = [...counts.values()].filter(({ count }) => count === 1 || !isSet(once, calculator, frame));
  const lines = kept.map(({ line }) => line);
  return arrayOf(isByColumn ? turned(lines) : lines);
}

function filter([value, test, none]: FormulaValue[], calculator: Calculator): FormulaValue {
  const [matrix, tests] = [calculator.matrix(value), calculator.matrix(test)];
  if (tests.width === 1 ? tests.height !== matrix.height : tests.width !== matrix.width || tests.height !== 1)
    return raise(FormulaError.VALUE);
  const rows =
    tests.width === 1
      ? matrix.rows.filter((_, row) => toBoolean(tests.at(row, 0)))
      : matrix.rows.map((row) => row.filter((_, column) => toBoolean(tests.at(0, column))));
  if ((rows[0]?.length ?? 0) > 0) return new Matrix(rows);
  return none ?? raise(FormulaError.CALC);
}

function sort([value, index, order, byColumn]: FormulaValue[], calculator: Calculator, frame: Frame): Matrix {
  const isByColumn = isSet(byColumn, calculator, frame);
  const lines = linesOf(value, isByColumn, calculator);
  const orders = listOf(order, 1, calculator);
  const keys = listOf(index, 1, calculator).map((number, place): readonly [Row, number] => {
    const at = Math.trunc(number) - 1;
    if (at < 0 || at >= (lines[0]?.length ?? 0)) return raise(FormulaError.VALUE);
    return [lines.map((line) => line[at] ?? null), direction(orders[place] ?? orders.at(-1) ?? 1)];
  });
  const sorted = sortedLines(lines, keys);
  return arrayOf(isByColumn ? turned(sorted) : sorted);
}

function sortBy([value, ...by]: FormulaValue[], calculator: Calculator, frame: Frame): Matrix {
  const matrix = calculator.matrix(value);
  const first = calculator.matrix(by[0]);
  const isByColumn = first.height === 1 && first.width > 1;
  const lines = isByColumn ? turned(matrix.rows) : matrix.rows;
  const keys: (readonly [Row, number])[] = [];
  for (let at = 0; at < by.length; at += 2) {
    const key = calculator.matrix(by[at]).rows.flat();
    if (key.length !== lines.length) return raise(FormulaError.VALUE);
    keys.push([key, direction(calculator.numberOr(calculator.scalar(by[at + 1] ?? null, frame), 1))]);
  }
  const sorted = sortedLines(lines, keys);
  return arrayOf(isByColumn ? turned(sorted) : sorted);
}

function sequence(values: FormulaValue[], calculator: Calculator, frame: Frame): Matrix {
  const [rows, columns, start, step] = [0, 1, 2, 3].map((at) =>
    calculator.numberOr(calculator.scalar(values[at], frame), 1),
  ) as [number, number, number, number];
  const [height, width] = [Math.trunc(rows), Math.trunc(columns)];
  if (height < 1 || width < 1) return raise(FormulaError.CALC);
  if (height * width > MAX_VALUES) return raise(FormulaError.NUM);
  calculator.cells.charge(height * width);
  return new Matrix(
    Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => start + step * (row * width + column)),
    ),
  );
}

/** The first lines, or for a negative count the last ones; without a count all. */
function taken<T>(lines: readonly T[], count: number | undefined): readonly T[] {
  if (count === undefined) return lines;
  return count >= 0 ? lines.slice(0, count) : lines.slice(count);
}

function dropped<T>(lines: readonly T[], count: number | undefined): readonly T[] {
  if (count === undefined) return lines;
  return count >= 0 ? lines.slice(count) : lines.slice(0, count);
}

function cut(how: typeof taken) {
  return ([value, rows, columns]: FormulaValue[], calculator: Calculator, frame: Frame): Matrix => {
    const [down, across] = [rows, columns].map((count) => {
      const read = calculator.scalar(count, frame);
      return read === null ? undefined : calculator.integer(read);
    });
    return arrayOf(how(calculator.matrix(value).rows, down).map((row) => how(row, across)));
  };
}

function chosen(lines: readonly Row[], by: FormulaValue[], calculator: Calculator): Row[] {
  return by
    .flatMap((each) => listOf(each, 0, calculator))
    .map((number) => {
      const at = Math.trunc(number);
      return lines[at > 0 ? at - 1 : lines.length + at] ?? raise(FormulaError.VALUE);
    });
}

/** Arrays below each other; what a narrower one does not have is `#N/A`. */
function stacked(blocks: readonly (readonly Row[])[]): Row[] {
  const width = largestOf(blocks.map((rows) => rows[0]?.length ?? 0));
  return blocks
    .flat()
    .map((row) => Array.from({ length: width }, (_, at) => (at < row.length ? (row[at] ?? null) : FormulaError.NA)));
}

/** All values in one line; `ignore` leaves out blanks (1), errors (2) or both (3). */
function lined([value, ignore, byColumn]: FormulaValue[], calculator: Calculator, frame: Frame): Scalar[] {
  const leaves = calculator.numberOr(calculator.scalar(ignore, frame), 0);
  return linesOf(value, isSet(byColumn, calculator, frame), calculator)
    .flat()
    .filter((each) => !(leaves % 2 === 1 && each === null) && !(leaves >= 2 && each instanceof FormulaError));
}

export const ARRAY_FUNCTIONS: FunctionTable = {
  UNIQUE: { ...ofArrays(1, 3, unique), rangesFrom: 0 },
  FILTER: ofArrays(2, 3, filter),
  SORT: ofArrays(1, 4, sort),
  SORTBY: ofArrays(2, ANY, sortBy),
  SEQUENCE: ofArrays(1, 4, sequence),
  TAKE: ofArrays(2, 3, cut(taken)),
  DROP: ofArrays(2, 3, cut(dropped)),
  CHOOSEROWS: ofArrays(2, ANY, ([value, ...by], calculator) =>
    arrayOf(chosen(calculator.matrix(value).rows, by, calculator)),
  ),
  CHOOSECOLS: ofArrays(2, ANY, ([value, ...by], calculator) =>
    arrayOf(turned(chosen(turned(calculator.matrix(value).rows), by, calculator))),
  ),
  VSTACK: ofArrays(1, ANY, (values, calculator) =>
    arrayOf(stacked(values.map((value) => calculator.matrix(value).rows))),
  ),
  HSTACK: ofArrays(1, ANY, (values, calculator) =>
    arrayOf(turned(stacked(values.map((value) => turned(calculator.matrix(value).rows))))),
  ),
  TOCOL: ofArrays(1, 3, (values, calculator, frame) => arrayOf(lined(values, calculator, frame).map((each) => [each]))),
  TOROW: ofArrays(1, 3, (values, calculator, frame) => arrayOf([lined(values, calculator, frame)])),
  /** `A3#`: all cells into which the formula of A3 spills. */
  ANCHORARRAY: ofValues(1, 1, ([value], calculator) => {
    const [area] = value instanceof AreaReference ? value.areas : [];
    const spilled = area && calculator.cells.spilledFrom(area.sheet, area.row1, area.column1);
    return spilled ? new AreaReference([spilled]) : raise(FormulaError.REF);
  }),
  /** `@A1:A9`: the cell of the formula's own row or column. */
  SINGLE: ofValues(1, 1, ([value], calculator, frame) => calculator.scalar(value, frame)),
};
