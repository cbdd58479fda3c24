import { Sum } from "../area-numbers.ts";
import type { Calculator } from "../calculator.ts";
import type { Frame } from "../cell-provider.ts";
import { type ColumnIndex, firstAtOrBelow } from "../column-index.ts";
import { ANY, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import { type Area, AreaReference, type FormulaValue, Matrix, type Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import { type Criterion, criterionOf } from "./criteria.ts";

/** A range whose cells are read by their place in it. */
interface CellList {
  height: number;
  width: number;
  at(row: number, column: number): Scalar;
}

/** A range and the condition that its cells have to meet. */
interface Condition {
  range: FormulaValue;
  list: CellList;
  criterion: Criterion;
}

function singleArea(value: FormulaValue): Area {
  const [area, another] = value instanceof AreaReference ? value.areas : [];
  return area && !another ? area : raise(FormulaError.VALUE);
}

function listOf(value: FormulaValue, calculator: Calculator): CellList {
  if (value instanceof Matrix) return value;
  const area = singleArea(value);
  return {
    height: area.row2 - area.row1 + 1,
    width: area.column2 - area.column1 + 1,
    at: (row, column) => calculator.cells.valueOf(area.sheet, area.row1 + row, area.column1 + column),
  };
}

/** Rows and columns beyond all cells in use are not visited: all of them are empty. */
function searchedSize(value: FormulaValue, calculator: Calculator): { height: number; width: number } {
  if (!(value instanceof AreaReference)) return calculator.matrix(value);
  const area = calculator.clip(singleArea(value));
  return { height: area.row2 - area.row1 + 1, width: area.column2 - area.column1 + 1 };
}

function conditionsOf(values: readonly FormulaValue[], calculator: Calculator, frame: Frame): Condition[] {
  const conditions: Condition[] = [];
  for (let index = 0; index + 1 < values.length; index += 2) {
    const range = values[index] ?? null;
    const criterion = criterionOf(calculator.scalar(values[index + 1], frame), calculator.dates);
    conditions.push({ range, list: listOf(range, calculator), criterion });
  }
  return conditions;
}

/**
 * Visits the cells of `target`, or of the first range, whose places meet all conditions.
 * @returns how many places beyond all cells in use meet them, as empty cells do if asked to differ from something
 */
function eachMatch(
  values: readonly FormulaValue[],
  target: FormulaValue | undefined,
  calculator: Calculator,
  frame: Frame,
  visit: (value: Scalar) => void,
): number {
  const conditions = conditionsOf(values, calculator, frame);
  const [first] = conditions;
  if (!first) raise(FormulaError.VALUE);
  const { list } = first;
  if (conditions.some((each) => each.list.height !== list.height || each.list.width !== list.width))
    raise(FormulaError.VALUE);
  const found = target === undefined ? list : listOf(target, calculator);
  const sizes = conditions.map(({ range }) => searchedSize(range, calculator));
  const height = sizes.reduce((most, size) => Math.max(most, size.height), 0);
  const width = sizes.reduce((most, size) => Math.max(most, size.width), 0);
  const isMetByNothing = conditions.every(({ criterion }) => criterion.test(null));
  const beyond = isMetByNothing ? list.height * list.width - height * width : 0;
  const places = indexedPlaces(conditions, calculator);
  if (places) {
    calculator.cells.charge(places.length);
    for (const row of places) visit(found.at(row, 0));
    return beyond;
  }
  const cells = target === undefined ? indexedCells(conditions, calculator) : undefined;
  if (cells) {
    calculator.cells.charge(cells.length);
    for (const value of cells) visit(value);
    return beyond;
  }
  calculator.cells.charge(height * width * conditions.length);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (conditions.every((each) => meets(each, row, column, calculator))) visit(found.at(row, column));
  return beyond;
}

function meets({ list, criterion }: Condition, row: number, column: number, calculator: Calculator): boolean {
  const value = list.at(row, column);
  if (typeof value === "string") calculator.chargeText(value);
  return criterion.test(value);
}

/**
 * Places in a column of each range that meets its condition, if all are single columns that can be searched at once.
 */
function indexedPlaces(conditions: readonly Condition[], calculator: Calculator): number[] | undefined {
  const searched: { rows: readonly number[]; row1: number; row2: number; column: ColumnIndex; criterion: Criterion }[] =
    [];
  for (const { range, criterion } of conditions) {
    if (!(range instanceof AreaReference)) return undefined;
    const area = calculator.clip(singleArea(range));
    const column = area.column1 === area.column2 ? calculator.columnIndex(area.sheet, area.column1) : undefined;
    if (!column) return undefined;
    searched.push({ rows: criterion.rowsIn(column), row1: area.row1, row2: area.row2, column, criterion });
  }
  // If one range ends with its sheet before another, empty cells of the one may count, too.
  if (new Set(searched.map(({ row1, row2 }) => row2 - row1)).size > 1) return undefined;
  const [fewest, ...others] = searched.sort((a, b) => a.rows.length - b.rows.length);
  if (!fewest) return [];
  const places: number[] = [];
  for (let at = firstAtOrBelow(fewest.rows, fewest.row1); at < fewest.rows.length; at++) {
    const row = fewest.rows[at] ?? 0;
    if (row > fewest.row2) break;
    const place = row - fewest.row1;
    if (others.every(({ column, criterion, row1 }) => criterion.test(column.values[row1 + place] ?? null)))
      places.push(place);
  }
  return places;
}

/** Wider ranges are searched cell by cell. */
const MAX_INDEXED_COLUMNS = 256;

/** The cells of one range that meet its condition, column by column, if its columns can be searched at once. */
function indexedCells(conditions: readonly Condition[], calculator: Calculator): Scalar[] | undefined {
  const [condition, another] = conditions;
  if (!condition || another || !(condition.range instanceof AreaReference)) return undefined;
  const area = calculator.clip(singleArea(condition.range));
  if (area.column2 - area.column1 >= MAX_INDEXED_COLUMNS) return undefined;
  const cells: Scalar[] = [];
  for (let at = area.column1; at <= area.column2; at++) {
    const column = calculator.columnIndex(area.sheet, at);
    if (!column) return undefined;
    const rows = condition.criterion.rowsIn(column);
    for (let next = firstAtOrBelow(rows, area.row1); next < rows.length; next++) {
      const row = rows[next] ?? 0;
      if (row > area.row2) break;
      cells.push(column.values[row] ?? null);
    }
  }
  return cells;
}

/** What is computed from the values that meet the conditions. */
interface Total {
  name: string;
  /** @param beyond how many empty cells there are beside the values */
  of(values: Scalar[], beyond: number): number;
}

function numbers(values: readonly Scalar[]): number[] {
  return values.filter((value): value is number => {
    if (value instanceof FormulaError) raise(value);
    return typeof value === "number";
  });
}

const total: Total = {
  name: "sum",
  of(values) {
    const sum = new Sum();
    for (const value of numbers(values)) sum.add(value);
    return sum.value;
  },
};
const average: Total = {
  name: "average",
  of(values) {
    const found = numbers(values);
    return found.length === 0 ? raise(FormulaError.DIV0) : total.of(found, 0) / found.length;
  },
};
const least: Total = { name: "least", of: (values) => extremeOf(numbers(values), Math.min) };
const most: Total = { name: "most", of: (values) => extremeOf(numbers(values), Math.max) };
const size: Total = { name: "count", of: (values, beyond) => values.length + beyond };

function extremeOf(values: readonly number[], choose: (a: number, b: number) => number): number {
  const [first = 0, ...rest] = values;
  return rest.reduce((a, b) => choose(a, b), first);
}

/** Totals of the same conditions on the same known ranges are calculated once, whichever row asks. */
function totalOf(
  conditions: readonly FormulaValue[],
  target: FormulaValue | undefined,
  apply: Total,
  calculator: Calculator,
  frame: Frame,
): FormulaValue {
  return calculator.memo(keyOfTotal(conditions, target, apply, calculator, frame), () => {
    const found: Scalar[] = [];
    const beyond = eachMatch(conditions, target, calculator, frame, (value) => found.push(value));
    return apply.of(found, beyond);
  });
}

function keyOfTotal(
  conditions: readonly FormulaValue[],
  target: FormulaValue | undefined,
  apply: Total,
  calculator: Calculator,
  frame: Frame,
): string | undefined {
  const ranges = conditions.filter((_, index) => index % 2 === 0);
  if (target !== undefined) ranges.push(target);
  const key = calculator.keyOfRanges(apply.name, ranges, 0);
  if (key === undefined) return undefined;
  const values = conditions.filter((_, index) => index % 2 === 1).map((value) => calculator.scalar(value, frame));
  if (values.some((value) => value instanceof FormulaError)) return undefined;
  return JSON.stringify([key, values]);
}

/** range, condition [, range of values] */
function singleCondition(apply: Total): FunctionDefinition {
  return ofValues(2, 3, ([range = null, condition = null, target], calculator, frame) =>
    totalOf([range, condition], target ?? undefined, apply, calculator, frame),
  );
}

/** range of values, range, condition, range, condition, ... */
function manyConditions(apply: Total): FunctionDefinition {
  return ofValues(3, ANY, ([target, ...conditions], calculator, frame) =>
    totalOf(conditions, target, apply, calculator, frame),
  );
}

const count: FunctionDefinition = ofValues(2, ANY, (conditions, calculator, frame) =>
  totalOf(conditions, undefined, size, calculator, frame),
);

/** Totals of values that meet conditions. */
export const CONDITIONAL_FUNCTIONS: FunctionTable = {
  SUMIF: singleCondition(total),
  SUMIFS: manyConditions(total),
  AVERAGEIF: singleCondition(average),
  AVERAGEIFS: manyConditions(average),
  MINIFS: manyConditions(least),
  MAXIFS: manyConditions(most),
  COUNTIF: count,
  COUNTIFS: count,
};
