import { columnName, quoteSheetName } from "../../cell-reference.ts";
import type { Calculator, Frame } from "../calculator.ts";
import { compareScalars, toBoolean, toNumber, toText } from "../coerce.ts";
import {
  type Area,
  AreaReference,
  FormulaError,
  type FormulaValue,
  Matrix,
  raise,
  type Scalar,
} from "../formula-value.ts";
import { integerOf, numberOr } from "./argument-values.ts";
import { wildcard } from "./criteria.ts";
import { ANY, type FunctionTable, ofArrays, ofScalars, ofValues } from "./function-definition.ts";

function kindOf(value: Scalar): string {
  return value === null ? "null" : typeof value;
}

/** Place of a value in a list, 0-based, or -1. Texts may have wildcards where `wild`. */
function exactPlace(value: Scalar, list: readonly Scalar[], wild: boolean): number {
  if (value instanceof FormulaError) raise(value);
  const sought = value === null ? 0 : value;
  if (typeof sought === "string" && wild && /[*?~]/.test(sought)) {
    const matches = wildcard(sought);
    return list.findIndex((each) => typeof each === "string" && matches(each));
  }
  return list.findIndex((each) => kindOf(each) === kindOf(sought) && compareScalars(each, sought) === 0);
}

/** Place of the last value that is not above `value` in a list in ascending order (not below, in descending order). */
function sortedPlace(value: Scalar, list: readonly Scalar[], direction: 1 | -1): number {
  if (value instanceof FormulaError) raise(value);
  const sought = value === null ? 0 : value;
  let [low, high, found] = [0, list.length - 1, -1];
  while (low <= high) {
    let middle = (low + high) >> 1;
    // Values of another kind are passed over.
    while (middle <= high && kindOf(list[middle]!) !== kindOf(sought)) middle++;
    if (middle > high) {
      high = ((low + high) >> 1) - 1;
      continue;
    }
    if (compareScalars(list[middle]!, sought) * direction <= 0) {
      found = middle;
      low = middle + 1;
    } else high = ((low + high) >> 1) - 1;
  }
  return found;
}

function vector(value: FormulaValue, calculator: Calculator): Scalar[] {
  const matrix = calculator.matrix(value);
  if (matrix.height > 1 && matrix.width > 1) return raise(FormulaError.NA);
  return matrix.rows.flat();
}

function lookupTable(values: FormulaValue[], calculator: Calculator, frame: Frame, byRow: boolean): Scalar {
  const [value, table, index, approximate] = values;
  const matrix = calculator.matrix(table!);
  const line = integerOf(calculator.scalar(index!, frame));
  if (line < 1) return raise(FormulaError.VALUE);
  const area = table instanceof AreaReference ? table.areas[0] : undefined;
  const size = byRow
    ? area
      ? area.column2 - area.column1 + 1
      : matrix.width
    : area
      ? area.row2 - area.row1 + 1
      : matrix.height;
  if (line > size) return raise(FormulaError.REF);
  const keys = byRow ? matrix.rows.map((row) => row[0] ?? null) : [...(matrix.rows[0] ?? [])];
  const sought = calculator.scalar(value!, frame);
  const isSorted =
    approximate === undefined || (approximate !== null && toBoolean(calculator.scalar(approximate, frame)));
  const place = isSorted ? sortedPlace(sought, keys, 1) : exactPlace(sought, keys, true);
  if (place < 0) return raise(FormulaError.NA);
  return (byRow ? matrix.at(place, line - 1) : matrix.at(line - 1, place)) ?? 0;
}

/** Nearest place for XLOOKUP and XMATCH: exact, or the next smaller (-1) or larger (1) value in any order. */
function nearestPlace(value: Scalar, list: readonly Scalar[], mode: number, fromEnd: boolean): number {
  if (fromEnd) {
    const place = nearestPlace(value, [...list].reverse(), mode, false);
    return place < 0 ? -1 : list.length - 1 - place;
  }
  const exact = exactPlace(value, list, mode === 2);
  if (exact >= 0 || mode === 0 || mode === 2) return exact;
  let best = -1;
  list.forEach((each, place) => {
    if (kindOf(each) !== kindOf(value)) return;
    const isOnSide = compareScalars(each, value) * mode > 0;
    if (isOnSide && (best < 0 || compareScalars(each, list[best]!) * mode < 0)) best = place;
  });
  return best;
}

function index(values: FormulaValue[], calculator: Calculator, frame: Frame): FormulaValue {
  const [list, ...places] = values;
  let [row, column] = places.map((place) => integerOf(calculator.scalar(place!, frame)));
  const area = list instanceof AreaReference ? list.areas[0] : undefined;
  const matrix = area ? undefined : calculator.matrix(list!);
  const height = area ? area.row2 - area.row1 + 1 : matrix!.height;
  const width = area ? area.column2 - area.column1 + 1 : matrix!.width;
  if (column === undefined && height === 1) [row, column] = [1, row];
  row ??= 0;
  column ??= width === 1 ? 1 : 0;
  if (row < 0 || column < 0) return raise(FormulaError.VALUE);
  if (row > height || column > width) return raise(FormulaError.REF);
  if (area) {
    return new AreaReference([
      {
        sheet: area.sheet,
        row1: row === 0 ? area.row1 : area.row1 + row - 1,
        row2: row === 0 ? area.row2 : area.row1 + row - 1,
        column1: column === 0 ? area.column1 : area.column1 + column - 1,
        column2: column === 0 ? area.column2 : area.column1 + column - 1,
      },
    ]);
  }
  const rows = row === 0 ? matrix!.rows : [matrix!.rows[row - 1]!];
  return new Matrix(column === 0 ? rows : rows.map((line) => [line[column - 1]!]));
}

/** A row or column of a range by its 0-based place. */
function lineOf(value: FormulaValue, place: number, isRow: boolean, calculator: Calculator): FormulaValue {
  const matrix = calculator.matrix(value);
  if (isRow) return place < matrix.height ? new Matrix([matrix.rows[place]!]) : raise(FormulaError.VALUE);
  return place < matrix.width ? new Matrix(matrix.rows.map((row) => [row[place]!])) : raise(FormulaError.VALUE);
}

function xlookup(values: FormulaValue[], calculator: Calculator, frame: Frame): FormulaValue {
  const [value, keys, results, missing, mode, search] = values;
  const list = vector(keys!, calculator);
  const isVertical = calculator.matrix(keys!).width === 1;
  const number = (each: FormulaValue | undefined, fallback: number) =>
    each === undefined ? fallback : numberOr(calculator.scalar(each, frame), fallback);
  const place = nearestPlace(calculator.scalar(value!, frame), list, number(mode, 0), number(search, 1) < 0);
  if (place < 0) return missing === undefined || missing === null ? raise(FormulaError.NA) : missing;
  return lineOf(results!, place, isVertical, calculator);
}

function offset(values: FormulaValue[], calculator: Calculator, frame: Frame): AreaReference {
  const [base, ...rest] = values;
  if (!(base instanceof AreaReference)) return raise(FormulaError.VALUE);
  const area = base.areas[0]!;
  const [down, right, height, width] = rest.map((value) => {
    const scalar = calculator.scalar(value!, frame);
    return scalar === null ? undefined : integerOf(scalar);
  });
  const row1 = area.row1 + (down ?? 0);
  const column1 = area.column1 + (right ?? 0);
  const row2 = row1 + (height ?? area.row2 - area.row1 + 1) - 1;
  const column2 = column1 + (width ?? area.column2 - area.column1 + 1) - 1;
  if (row1 < 1 || column1 < 1 || row2 < row1 || column2 < column1) return raise(FormulaError.REF);
  return new AreaReference([{ sheet: area.sheet, row1, column1, row2, column2 } satisfies Area]);
}

function address(values: Scalar[]): string {
  const [row, column] = [integerOf(values[0]!), integerOf(values[1]!)];
  const kind = numberOr(values[2], 1);
  if (row < 1 || column < 1 || column > 16_384) return raise(FormulaError.VALUE);
  const text = `${kind === 1 || kind === 3 ? "$" : ""}${columnName(column)}${kind === 1 || kind === 2 ? "$" : ""}${row}`;
  return values[4] === undefined || values[4] === null ? text : `${quoteSheetName(toText(values[4]))}!${text}`;
}

/** Searching in ranges, and references made on the way. */
export const LOOKUP_FUNCTIONS: FunctionTable = {
  VLOOKUP: ofValues(3, 4, (values, calculator, frame) => lookupTable(values, calculator, frame, true)),
  HLOOKUP: ofValues(3, 4, (values, calculator, frame) => lookupTable(values, calculator, frame, false)),
  XLOOKUP: ofArrays(3, 6, xlookup),
  LOOKUP: ofArrays(2, 3, ([value, list, results], calculator, frame) => {
    const matrix = calculator.matrix(list!);
    const isVertical = matrix.height >= matrix.width;
    const keys = isVertical ? matrix.rows.map((row) => row[0]!) : [...matrix.rows[0]!];
    const place = sortedPlace(calculator.scalar(value!, frame), keys, 1);
    if (place < 0) return raise(FormulaError.NA);
    if (results !== undefined) return vector(results, calculator)[place] ?? raise(FormulaError.REF);
    return isVertical ? matrix.at(place, matrix.width - 1) : matrix.at(matrix.height - 1, place);
  }),
  MATCH: ofArrays(2, 3, ([value, list, kind], calculator, frame) => {
    const how = kind === undefined ? 1 : toNumber(calculator.scalar(kind, frame));
    const keys = vector(list!, calculator);
    const sought = calculator.scalar(value!, frame);
    const place = how === 0 ? exactPlace(sought, keys, true) : sortedPlace(sought, keys, how > 0 ? 1 : -1);
    return place < 0 ? raise(FormulaError.NA) : place + 1;
  }),
  XMATCH: ofArrays(2, 4, ([value, list, mode, search], calculator, frame) => {
    const number = (each: FormulaValue | undefined, fallback: number) =>
      each === undefined ? fallback : numberOr(calculator.scalar(each, frame), fallback);
    const keys = vector(list!, calculator);
    const place = nearestPlace(calculator.scalar(value!, frame), keys, number(mode, 0), number(search, 1) < 0);
    return place < 0 ? raise(FormulaError.NA) : place + 1;
  }),
  INDEX: ofValues(2, 3, index),
  OFFSET: ofValues(3, 5, offset),
  INDIRECT: ofValues(1, 2, ([text], calculator, frame) => {
    const name = toText(calculator.scalar(text!, frame));
    return calculator.cells.areaOf(name, frame) ?? raise(FormulaError.REF);
  }),
  ADDRESS: ofScalars(2, 5, address),
  TRANSPOSE: ofArrays(1, 1, ([value], calculator) => {
    const matrix = calculator.matrix(value!);
    return new Matrix((matrix.rows[0] ?? []).map((_, column) => matrix.rows.map((row) => row[column]!)));
  }),
  UNIQUE: ofArrays(1, 1, ([value], calculator) => {
    const seen = new Set<string>();
    const rows = calculator.matrix(value!).rows.filter((row) => {
      const key = JSON.stringify(row.map((each) => (typeof each === "string" ? each.toLowerCase() : each)));
      return !seen.has(key) && seen.add(key);
    });
    return new Matrix(rows);
  }),
  FILTER: ofArrays(2, 3, ([value, test, none], calculator) => {
    const [matrix, tests] = [calculator.matrix(value!), calculator.matrix(test!)];
    const rows =
      tests.width === 1
        ? matrix.rows.filter((_, row) => toBoolean(tests.at(row, 0)))
        : matrix.rows.map((row) => row.filter((_, column) => toBoolean(tests.at(0, column))));
    if (rows.length > 0 && rows[0]!.length > 0) return new Matrix(rows);
    return none ?? raise(FormulaError.VALUE);
  }),
  SORT: ofArrays(1, 3, ([value, key, order], calculator, frame) => {
    const column = key === undefined ? 0 : integerOf(calculator.scalar(key, frame)) - 1;
    const direction = order === undefined ? 1 : toNumber(calculator.scalar(order, frame));
    const rows = [...calculator.matrix(value!).rows];
    return new Matrix(rows.sort((a, b) => compareScalars(a[column] ?? null, b[column] ?? null) * direction));
  }),
  HYPERLINK: ofScalars(1, 2, ([url, label]) => label ?? toText(url!)),
  AREAS: ofValues(1, ANY, ([value]) =>
    value instanceof AreaReference ? value.areas.length : raise(FormulaError.VALUE),
  ),
};
