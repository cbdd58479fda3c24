import { columnName, LAST_COLUMN, quoteSheetName } from "../../cell-reference.ts";
import type { Calculator } from "../calculator.ts";
import type { Frame } from "../cell-provider.ts";
import { compareScalars, equalScalars, toBoolean, toText } from "../coerce.ts";
import { firstAtOrBelow } from "../column-index.ts";
import { ANY, ofArrays, ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import { type Area, AreaReference, type FormulaValue, Matrix, type Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import { hasWildcard, WildcardPattern } from "../wildcard.ts";

/** The values of a row or column that is searched, by their place from 0 on; those of cells are read when they are needed. */
interface SearchList {
  readonly length: number;
  at(place: number): Scalar;
  /** Finds a value at once if it can: the place or -1; undefined if the list has to be gone through. */
  find?(value: number | string | boolean): number | undefined;
}

function listOf(values: readonly Scalar[]): SearchList {
  return { length: values.length, at: (place) => values[place] ?? null };
}

/** One column of an area, from its first row to the last one in use. */
function columnList(area: Area, calculator: Calculator): SearchList {
  const { sheet, row1, row2, column1 } = calculator.clip(area);
  return {
    length: row2 - row1 + 1,
    at: (place) => calculator.cells.valueOf(sheet, row1 + place, column1),
    find(value) {
      const index = calculator.columnIndex(sheet, column1);
      if (!index) return undefined;
      const rows =
        typeof value === "number"
          ? index.rowsOfNumber(value)
          : typeof value === "string"
            ? index.rowsOfText(value)
            : index.rowsOfBoolean(value);
      const row = rows[firstAtOrBelow(rows, row1)];
      return row !== undefined && row <= row2 ? row - row1 : -1;
    },
  };
}

/** The values of a single row or column. */
function vector(value: FormulaValue | undefined, calculator: Calculator): SearchList {
  const [area, another] = value instanceof AreaReference ? value.areas : [];
  if (area && !another && area.column1 === area.column2) return columnList(area, calculator);
  const matrix = calculator.matrix(value);
  if (matrix.height > 1 && matrix.width > 1) return raise(FormulaError.NA);
  return listOf(matrix.rows.flat());
}

/** What is looked for: an empty cell counts as 0, an error passes on. */
function soughtOf(value: Scalar): number | string | boolean {
  return value instanceof FormulaError ? raise(value) : (value ?? 0);
}

/** Place of a value in a list, 0-based, or -1. Texts may have wildcards if `wild`. */
function exactPlace(value: Scalar, list: SearchList, wild: boolean, calculator: Calculator): number {
  const sought = soughtOf(value);
  if (typeof sought === "string" && wild && hasWildcard(sought)) {
    const pattern = new WildcardPattern(sought);
    return firstPlace(list, calculator, (each) => {
      if (typeof each !== "string") return false;
      calculator.chargeText(each);
      return pattern.matches(each);
    });
  }
  const found = list.find?.(sought);
  if (found !== undefined) return found;
  return firstPlace(list, calculator, (each) => typeof each === typeof sought && equalScalars(each, sought));
}

function firstPlace(list: SearchList, calculator: Calculator, test: (value: Scalar) => boolean): number {
  calculator.cells.charge(list.length);
  for (let place = 0; place < list.length; place++) if (test(list.at(place))) return place;
  return -1;
}

/** Place of the last value that is not above `value` in a list in ascending order (not below, in descending order). */
function sortedPlace(value: Scalar, list: SearchList, direction: 1 | -1): number {
  const sought = soughtOf(value);
  let [low, high, found] = [0, list.length - 1, -1];
  while (low <= high) {
    let middle = (low + high) >> 1;
    // Values of another kind are passed over.
    while (middle <= high && typeof list.at(middle) !== typeof sought) middle++;
    if (middle > high) {
      high = ((low + high) >> 1) - 1;
      continue;
    }
    if (compareScalars(list.at(middle), sought) * direction <= 0) {
      found = middle;
      low = middle + 1;
    } else high = ((low + high) >> 1) - 1;
  }
  return found;
}

/** A table that is searched by its first column (VLOOKUP) or row (HLOOKUP). */
interface LookupTable {
  keys: SearchList;
  /** Lines beside the keys, including these. */
  lines: number;
  at(place: number, line: number): Scalar;
}

function tableByColumn(value: FormulaValue | undefined, calculator: Calculator): LookupTable {
  const [area, another] = value instanceof AreaReference ? value.areas : [];
  if (!area || another) {
    const matrix = calculator.matrix(value);
    const keys = listOf(matrix.rows.map((row) => row[0] ?? null));
    return { keys, lines: matrix.width, at: (place, line) => matrix.at(place, line) };
  }
  const { sheet, row1, column1 } = area;
  return {
    keys: columnList({ ...area, column2: column1 }, calculator),
    lines: area.column2 - column1 + 1,
    at: (place, line) => calculator.cells.valueOf(sheet, row1 + place, column1 + line),
  };
}

function tableByRow(value: FormulaValue | undefined, calculator: Calculator): LookupTable {
  const matrix = calculator.matrix(value);
  const area = value instanceof AreaReference ? value.areas[0] : undefined;
  return {
    keys: listOf(matrix.rows[0] ?? []),
    lines: area ? area.row2 - area.row1 + 1 : matrix.height,
    at: (place, line) => matrix.at(line, place),
  };
}

type TableReader = (value: FormulaValue | undefined, calculator: Calculator) => LookupTable;

function lookup(read: TableReader): FunctionDefinition {
  return ofValues(3, 4, ([value, table, index, approximate], calculator, frame) => {
    const { keys, lines, at } = read(table, calculator);
    const line = calculator.integer(calculator.scalar(index, frame));
    if (line < 1) return raise(FormulaError.VALUE);
    if (line > lines) return raise(FormulaError.REF);
    const sought = calculator.scalar(value, frame);
    const isSorted =
      approximate === undefined || (approximate !== null && toBoolean(calculator.scalar(approximate, frame)));
    const place = isSorted ? sortedPlace(sought, keys, 1) : exactPlace(sought, keys, true, calculator);
    if (place < 0) return raise(FormulaError.NA);
    return at(place, line - 1) ?? 0;
  });
}

/** Nearest place for XLOOKUP and XMATCH: exact, or the next smaller (-1) or larger (1) value in any order. */
function nearestPlace(value: Scalar, list: SearchList, mode: number, fromEnd: boolean, calculator: Calculator): number {
  if (fromEnd) {
    const last = list.length - 1;
    const reversed: SearchList = { length: list.length, at: (place) => list.at(last - place) };
    const place = nearestPlace(value, reversed, mode, false, calculator);
    return place < 0 ? -1 : last - place;
  }
  const exact = exactPlace(value, list, mode === 2, calculator);
  if (exact >= 0 || mode === 0 || mode === 2) return exact;
  calculator.cells.charge(list.length);
  const sought = soughtOf(value);
  let best = -1;
  for (let place = 0; place < list.length; place++) {
    const each = list.at(place);
    if (typeof each !== typeof sought) continue;
    const isOnSide = compareScalars(each, sought) * mode > 0;
    if (isOnSide && (best < 0 || compareScalars(each, list.at(best)) * mode < 0)) best = place;
  }
  return best;
}

function index(values: FormulaValue[], calculator: Calculator, frame: Frame): FormulaValue {
  const [list, ...places] = values;
  const [first, second] = places.map((place) => calculator.integer(calculator.scalar(place, frame)));
  const area = list instanceof AreaReference ? list.areas[0] : undefined;
  const matrix = area ? new Matrix([]) : calculator.matrix(list);
  const height = area ? area.row2 - area.row1 + 1 : matrix.height;
  const width = area ? area.column2 - area.column1 + 1 : matrix.width;
  const isAlongRow = second === undefined && height === 1;
  const row = isAlongRow ? 1 : (first ?? 0);
  const column = isAlongRow ? (first ?? 0) : (second ?? (width === 1 ? 1 : 0));
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
  const rows = row === 0 ? matrix.rows : matrix.rows.slice(row - 1, row);
  return new Matrix(column === 0 ? rows : rows.map((line) => line.slice(column - 1, column)));
}

/** A row or column of a range by its 0-based place. */
function lineOf(
  value: FormulaValue | undefined,
  place: number,
  isRow: boolean,
  calculator: Calculator,
): AreaReference | Matrix {
  const [area, another] = value instanceof AreaReference ? value.areas : [];
  if (area && !another) {
    const at = (isRow ? area.row1 : area.column1) + place;
    if (at > (isRow ? area.row2 : area.column2)) return raise(FormulaError.VALUE);
    return new AreaReference([isRow ? { ...area, row1: at, row2: at } : { ...area, column1: at, column2: at }]);
  }
  const matrix = calculator.matrix(value);
  if (place >= (isRow ? matrix.height : matrix.width)) return raise(FormulaError.VALUE);
  return new Matrix(
    isRow ? matrix.rows.slice(place, place + 1) : matrix.rows.map((row) => row.slice(place, place + 1)),
  );
}

function isVertical(value: FormulaValue | undefined, calculator: Calculator): boolean {
  const [area, another] = value instanceof AreaReference ? value.areas : [];
  return area && !another ? area.column1 === area.column2 : calculator.matrix(value).width === 1;
}

function xlookup(values: FormulaValue[], calculator: Calculator, frame: Frame): FormulaValue {
  const [value, keys, results, missing, mode, search] = values;
  const list = vector(keys, calculator);
  const place = nearestPlace(
    calculator.scalar(value, frame),
    list,
    calculator.numberOr(calculator.scalar(mode, frame), 0),
    calculator.numberOr(calculator.scalar(search, frame), 1) < 0,
    calculator,
  );
  if (place < 0) return missing === undefined || missing === null ? raise(FormulaError.NA) : missing;
  return lineOf(results, place, isVertical(keys, calculator), calculator);
}

function offset(values: FormulaValue[], calculator: Calculator, frame: Frame): AreaReference {
  const [base, ...rest] = values;
  const area = base instanceof AreaReference ? base.areas[0] : undefined;
  if (!area) return raise(FormulaError.VALUE);
  const [down, right, height, width] = rest.map((value) => {
    const scalar = calculator.scalar(value, frame);
    return scalar === null ? undefined : calculator.integer(scalar);
  });
  const row1 = area.row1 + (down ?? 0);
  const column1 = area.column1 + (right ?? 0);
  const row2 = row1 + (height ?? area.row2 - area.row1 + 1) - 1;
  const column2 = column1 + (width ?? area.column2 - area.column1 + 1) - 1;
  if (row1 < 1 || column1 < 1 || row2 < row1 || column2 < column1) return raise(FormulaError.REF);
  return new AreaReference([{ sheet: area.sheet, row1, column1, row2, column2 } satisfies Area]);
}

function address([rowNumber, columnNumber, kindNumber, , sheet]: Scalar[], calculator: Calculator): string {
  const [row, column] = [calculator.integer(rowNumber), calculator.integer(columnNumber)];
  const kind = calculator.numberOr(kindNumber, 1);
  if (row < 1 || column < 1 || column > LAST_COLUMN) return raise(FormulaError.VALUE);
  const text = `${kind === 1 || kind === 3 ? "$" : ""}${columnName(column)}${kind === 1 || kind === 2 ? "$" : ""}${row}`;
  return sheet === undefined || sheet === null ? text : `${quoteSheetName(toText(sheet))}!${text}`;
}

/** Searching in ranges, and references made on the way. */
export const LOOKUP_FUNCTIONS: FunctionTable = {
  VLOOKUP: lookup(tableByColumn),
  HLOOKUP: lookup(tableByRow),
  XLOOKUP: ofArrays(3, 6, xlookup),
  LOOKUP: ofArrays(2, 3, ([value, list, results], calculator, frame) => {
    const matrix = calculator.matrix(list);
    const isTall = matrix.height >= matrix.width;
    const keys = listOf(isTall ? matrix.rows.map((row) => row[0] ?? null) : (matrix.rows[0] ?? []));
    const place = sortedPlace(calculator.scalar(value, frame), keys, 1);
    if (place < 0) return raise(FormulaError.NA);
    if (results !== undefined) {
      const found = vector(results, calculator);
      return place < found.length ? found.at(place) : raise(FormulaError.REF);
    }
    return isTall ? matrix.at(place, matrix.width - 1) : matrix.at(matrix.height - 1, place);
  }),
  MATCH: ofArrays(2, 3, ([value, list, kind], calculator, frame) => {
    const how = kind === undefined ? 1 : calculator.number(calculator.scalar(kind, frame));
    const keys = vector(list, calculator);
    const sought = calculator.scalar(value, frame);
    const place = how === 0 ? exactPlace(sought, keys, true, calculator) : sortedPlace(sought, keys, how > 0 ? 1 : -1);
    return place < 0 ? raise(FormulaError.NA) : place + 1;
  }),
  XMATCH: ofArrays(2, 4, ([value, list, mode, search], calculator, frame) => {
    const place = nearestPlace(
      calculator.scalar(value, frame),
      vector(list, calculator),
      calculator.numberOr(calculator.scalar(mode, frame), 0),
      calculator.numberOr(calculator.scalar(search, frame), 1) < 0,
      calculator,
    );
    return place < 0 ? raise(FormulaError.NA) : place + 1;
  }),
  INDEX: ofValues(2, 3, index),
  OFFSET: ofValues(3, 5, offset),
  INDIRECT: ofValues(1, 2, ([text], calculator, frame) => {
    const name = toText(calculator.scalar(text, frame));
    return calculator.cells.areaOf(name, frame) ?? raise(FormulaError.REF);
  }),
  ADDRESS: ofScalars(2, 5, address),
  TRANSPOSE: ofArrays(1, 1, ([value], calculator) => {
    const matrix = calculator.matrix(value);
    return new Matrix((matrix.rows[0] ?? []).map((_, column) => matrix.rows.map((row) => row[column] ?? null)));
  }),
  HYPERLINK: ofScalars(1, 2, ([url, label]) => label ?? toText(url)),
  AREAS: ofValues(1, ANY, ([value]) =>
    value instanceof AreaReference ? value.areas.length : raise(FormulaError.VALUE),
  ),
};
