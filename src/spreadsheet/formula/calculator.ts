import { LAST_COLUMN } from "../cell-reference.ts";
import type { DateSystem } from "../serial-date.ts";
import { AreaNumbers } from "./area-numbers.ts";
import { broadcast, broadcastPair } from "./broadcast.ts";
import type { CellPlace, CellProvider, Frame } from "./cell-provider.ts";
import { textToNumber, toNumber } from "./coerce.ts";
import { CHARACTERS_PER_STEP, ColumnIndex } from "./column-index.ts";
import { FormulaError, FormulaErrorSignal, NotCalculable, raise } from "./formula-error.ts";
import { type Area, AreaReference, type FormulaValue, Matrix, type Scalar } from "./formula-value.ts";
import type { FunctionFinder } from "./function-definition.ts";
import { areasOf, intersectionOf, operate, spanOf } from "./operators.ts";
import type { BinaryOperator, FormulaNode } from "./parse.ts";

type BinaryNode = Extract<FormulaNode, { kind: "binary" }>;

/** Ranges of fewer rows are read again faster than they are looked up. */
const SMALL_RANGE_ROWS = 64;

/** The most totals of whole columns that are kept, for the next row's formula. */
const MAX_MEMOIZED = 1_000;

/** The result of a calculation. */
type Outcome = { value: FormulaValue; raised?: undefined } | { raised: FormulaErrorSignal };

/** Calculates parsed formulas (ECMA-376 Part 1, 18.17). */
export class Calculator {
  readonly cells: CellProvider;
  readonly areaNumbers = new AreaNumbers();
  readonly #findFunction: FunctionFinder;
  readonly #charge = (steps: number) => this.cells.charge(steps);
  /** Array formulas in many rows ask for the same two or three rectangles in turn. */
  #lastMatrices: readonly ({ key: string; matrix: Matrix } | undefined)[] = [];
  readonly #indexes = new Map<number, ColumnIndex>();
  readonly #memo = new Map<string, Outcome>();

  /** @param findFunction the functions that formulas may use, by their names in capitals */
  constructor(cells: CellProvider, findFunction: FunctionFinder) {
    this.cells = cells;
    this.#findFunction = findFunction;
  }

  /** The value of a formula in its cell; an array formula returns all of its values. Throws `NotCalculable`. */
  calculate(root: FormulaNode, frame: Frame): Scalar | Matrix {
    try {
      const value = this.evaluate(root, frame);
      if (frame.isArray && !(value instanceof AreaReference && isSingle(value))) {
        if (value instanceof AreaReference || value instanceof Matrix) return this.matrix(value);
      }
      return this.scalar(value, frame) ?? 0;
    } catch (error) {
      if (error instanceof FormulaErrorSignal) return error.error;
      throw error;
    }
  }

  /** The date system of the workbook. */
  get dates(): DateSystem {
    return this.cells.dates;
  }

  /** A scalar as a number; errors pass on, a text that is not a number is `#VALUE!`. */
  number(value: Scalar | undefined): number {
    return typeof value === "number" ? value : toNumber(value, this.cells.dates);
  }

  /** {@link number}, cut to a whole one toward zero. */
  integer(value: Scalar | undefined): number {
    return Math.trunc(this.number(value));
  }

  /** The number of an argument that may be left out. */
  numberOr(value: Scalar | undefined, fallback: number): number {
    return value === undefined || value === null ? fallback : this.number(value);
  }

  /** Number of a text as arithmetic reads it; undefined if it is not a number. */
  textNumber(text: string): number | undefined {
    return textToNumber(text, this.cells.dates);
  }

  /** Where the values of a column are; undefined while some of them are still to be calculated. */
  columnIndex(sheet: number, column: number): ColumnIndex | undefined {
    const key = sheet * (LAST_COLUMN + 1) + column;
    let index = this.#indexes.get(key);
    if (!index) {
      const values = this.cells.finalizedColumn(sheet, column);
      if (!values) return undefined;
      index = new ColumnIndex(values, this.dates, this.#charge);
      this.#indexes.set(key, index);
    }
    return index;
  }

  /** Names a range whose cells are all known; undefined for others, and for those too small to be kept. */
  keyOf(area: Area): string | undefined {
    const { sheet, row1, column1, row2, column2 } = this.clip(area);
    if (row2 - row1 < SMALL_RANGE_ROWS) return undefined;
    for (let column = column1; column <= column2; column++)
      if (!this.cells.finalizedColumn(sheet, column)) return undefined;
    return `${sheet}:${row1}:${column1}:${row2}:${column2}`;
  }

  /** {@link keyOf} for the arguments of a function: single values, then ranges. */
  keyOfRanges(name: string, values: readonly FormulaValue[], rangesFrom: number): string | undefined {
    let key = name;
    for (const [index, value] of values.entries()) {
      if (index < rangesFrom) {
        if (value instanceof AreaReference || value instanceof Matrix || value instanceof FormulaError)
          return undefined;
        key += `|${typeof value}${value}`;
        continue;
      }
      const [area, another] = value instanceof AreaReference ? value.areas : [];
      const part = area && !another ? this.keyOf(area) : undefined;
      if (part === undefined) return undefined;
      key += `|${part}`;
    }
    return key;
  }

  /** The value of this key, or its error, calculated once; without a key each time. */
  memo(key: string | undefined, calculate: () => FormulaValue): FormulaValue {
    if (key === undefined) return calculate();
    let outcome = this.#memo.get(key);
    if (!outcome) {
      outcome = outcomeOf(calculate);
      if (this.#memo.size >= MAX_MEMOIZED) this.#memo.clear();
      this.#memo.set(key, outcome);
    }
    if (outcome.raised) throw outcome.raised;
    return outcome.value;
  }

  /** Counts the work of searching a text. */
  chargeText(text: string): void {
    if (text.length >= CHARACTERS_PER_STEP) this.cells.charge(Math.floor(text.length / CHARACTERS_PER_STEP));
  }

  /** A part of a formula, e.g. one argument. Errors of references come as values, those of operations as signals. */
  evaluate(node: FormulaNode, frame: Frame): FormulaValue {
    switch (node.kind) {
      case "literal":
        return node.value;
      case "reference":
        return frame.references[node.index] ?? FormulaError.REF;
      case "text":
        return frame.texts[node.index] ?? "";
      case "table":
        return this.cells.tableArea(node.reference, frame);
      case "name":
        return this.cells.nameValue(node.name, frame);
      case "array":
        return new Matrix(node.rows);
      case "negate":
        return this.#map(this.evaluate(node.operand, frame), frame, (value) => -this.number(value));
      case "plus":
        return this.evaluate(node.operand, frame);
      case "percent":
        return this.#map(this.evaluate(node.operand, frame), frame, (value) => this.number(value) / 100);
      case "binary":
        return this.#chain(node, frame);
      case "span":
        return spanOf(this.evaluate(node.left, frame), this.evaluate(node.right, frame));
      case "intersection":
        return intersectionOf(this.evaluate(node.left, frame), this.evaluate(node.right, frame));
      case "union":
        return new AreaReference(node.items.flatMap((item) => areasOf(this.evaluate(item, frame))));
      case "call":
        return this.#call(node, frame);
    }
  }

  #call(node: FormulaNode & { kind: "call" }, frame: Frame): FormulaValue {
    const found = this.#findFunction(node.name);
    if (!found) throw new NotCalculable(`the function ${node.name}`);
    const { length } = node.arguments;
    if (length < found.least || length > found.most) throw new NotCalculable(`${length} arguments of ${node.name}`);
    this.cells.charge(1);
    if (found.kind === "lazy") return found.apply(node.arguments, this, frame);
    const inner = found.isArray && !frame.isArray ? { ...frame, isArray: true } : frame;
    const values = node.arguments.map((argument) => (argument ? this.evaluate(argument, inner) : null));
    if (found.kind === "values") {
      const { rangesFrom } = found;
      const key = rangesFrom === undefined ? undefined : this.keyOfRanges(node.name, values, rangesFrom);
      return this.memo(key, () => found.apply(values, this, inner));
    }
    const isMapped = inner.isArray && values.some((value) => value instanceof Matrix || isSeveral(value));
    if (!isMapped)
      return found.apply(
        values.map((value) => this.scalar(value, frame)),
        this,
        frame,
      );
    const matrices = values.map((value) => this.matrix(value));
    return broadcast(matrices, (scalars) => found.apply(scalars, this, frame), this.#charge);
  }

  /**
   * Operators of one level are nested to the left, as often as they are repeated: they are iterated, not recursed into.
   */
  #chain(node: BinaryNode, frame: Frame): FormulaValue {
    const operations: BinaryNode[] = [];
    let first: FormulaNode = node;
    for (; first.kind === "binary"; first = first.left) operations.push(first);
    let value = this.evaluate(first, frame);
    for (const { operator, right } of operations.reverse())
      value = this.#binary(operator, value, this.evaluate(right, frame), frame);
    return value;
  }

  #binary(operator: BinaryOperator, left: FormulaValue, right: FormulaValue, frame: Frame): FormulaValue {
    const isMapped =
      left instanceof Matrix || right instanceof Matrix || (frame.isArray && (isSeveral(left) || isSeveral(right)));
    if (!isMapped) return operate(operator, this.scalar(left, frame), this.scalar(right, frame), this.dates);
    const apply = (a: Scalar, b: Scalar) => operate(operator, a, b, this.dates);
    return broadcastPair(this.matrix(left), this.matrix(right), apply, this.#charge);
  }

  #map(value: FormulaValue, frame: Frame, change: (value: Scalar) => Scalar): FormulaValue {
    if (value instanceof Matrix || (frame.isArray && isSeveral(value)))
      return broadcast([this.matrix(value)], ([each]) => change(each ?? null), this.#charge);
    return change(this.scalar(value, frame));
  }

  /** One value: a range gives its cell in the formula's row or column (implicit intersection). */
  scalar(value: FormulaValue | undefined, frame: Frame): Scalar {
    if (value === undefined) return null;
    if (value instanceof Matrix) return value.at(0, 0);
    if (!(value instanceof AreaReference)) return value;
    const area = value.areas[0];
    if (!area || value.areas.length > 1) return raise(FormulaError.VALUE);
    if (area.row1 === area.row2 && area.column1 === area.column2)
      return this.cells.valueOf(area.sheet, area.row1, area.column1);
    if (area.column1 === area.column2 && frame.row >= area.row1 && frame.row <= area.row2)
      return this.cells.valueOf(area.sheet, frame.row, area.column1);
    if (area.row1 === area.row2 && frame.column >= area.column1 && frame.column <= area.column2)
      return this.cells.valueOf(area.sheet, area.row1, frame.column);
    return raise(FormulaError.VALUE);
  }

  /** All values as a rectangle; whole rows and columns end with the sheet's last cell in use. */
  matrix(value: FormulaValue | undefined): Matrix {
    if (value instanceof Matrix) return value;
    if (!(value instanceof AreaReference)) return new Matrix([[value ?? null]]);
    const [area, another] = value.areas;
    if (!area || another) return raise(FormulaError.VALUE);
    const key = this.keyOf(area);
    if (key !== undefined && key === this.#lastMatrices[0]?.key) return this.#lastMatrices[0].matrix;
    if (key !== undefined && key === this.#lastMatrices[1]?.key) return this.#lastMatrices[1].matrix;
    const matrix = this.#readMatrix(area);
    if (key !== undefined) this.#lastMatrices = [{ key, matrix }, this.#lastMatrices[0]];
    return matrix;
  }

  #readMatrix(area: Area): Matrix {
    const { row1, column1, row2, column2 } = this.clip(area);
    this.cells.charge((row2 - row1 + 1) * (column2 - column1 + 1));
    const rows: Scalar[][] = [];
    for (let row = row1; row <= row2; row++) {
      const line: Scalar[] = [];
      for (let column = column1; column <= column2; column++) line.push(this.cells.valueOf(area.sheet, row, column));
      rows.push(line);
    }
    return new Matrix(rows);
  }

  /** Cuts off rows and columns below and right of all cells in use, but keeps at least one cell. */
  clip(area: Area): Area {
    const row2 = Math.max(area.row1, Math.min(area.row2, this.cells.lastRow(area.sheet)));
    const column2 = Math.max(area.column1, Math.min(area.column2, this.cells.lastColumn(area.sheet)));
    return row2 === area.row2 && column2 === area.column2 ? area : { ...area, row2, column2 };
  }

  /** Visits every value of an argument; cells are visited row by row. */
  each(value: FormulaValue, visit: (scalar: Scalar, isCell: boolean, place?: CellPlace) => void): void {
    if (value instanceof Matrix) {
      this.cells.charge(value.height * value.width);
      for (const row of value.rows) for (const scalar of row) visit(scalar, true);
      return;
    }
    if (!(value instanceof AreaReference)) {
      visit(value, false);
      return;
    }
    for (const whole of value.areas) {
      const { sheet, row1, column1, row2, column2 } = this.clip(whole);
      this.cells.charge((row2 - row1 + 1) * (column2 - column1 + 1));
      const place = { sheet, row: row1, column: column1 };
      for (place.row = row1; place.row <= row2; place.row++)
        for (place.column = column1; place.column <= column2; place.column++)
          visit(this.cells.valueOf(sheet, place.row, place.column), true, place);
    }
  }
}

function outcomeOf(calculate: () => FormulaValue): Outcome {
  try {
    return { value: calculate() };
  } catch (error) {
    if (error instanceof FormulaErrorSignal) return { raised: error };
    throw error;
  }
}

function isSingle(value: AreaReference): boolean {
  const [area, another] = value.areas;
  return area !== undefined && !another && area.row1 === area.row2 && area.column1 === area.column2;
}

function isSeveral(value: FormulaValue): boolean {
  return value instanceof AreaReference && !isSingle(value);
}
