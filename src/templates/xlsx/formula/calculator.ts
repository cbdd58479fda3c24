import { addNumbers, compareScalars, finite, toNumber, toText } from "./coerce.ts";
import {
  type Area,
  AreaReference,
  FormulaError,
  FormulaErrorSignal,
  type FormulaValue,
  Matrix,
  NotCalculable,
  raise,
  type Scalar,
} from "./formula-value.ts";
import { findFunction } from "./functions/registry.ts";
import type { BinaryOperator, FormulaNode } from "./parse.ts";
import type { TableReference } from "./tokenize.ts";

/** Where the cells of a workbook are read from; formulas in them are calculated on the way. */
export interface CellProvider {
  readonly now: number;
  /** Throws `NotCalculable` for a cell whose formula is. */
  valueOf(sheet: number, row: number, column: number): Scalar;
  /** Last row and column in use: whole columns and rows end there. */
  lastRow(sheet: number): number;
  lastColumn(sheet: number): number;
  tableArea(reference: TableReference, frame: Frame): AreaReference;
  nameValue(name: string, frame: Frame): FormulaValue;
  /** Whether the cell is a SUBTOTAL or AGGREGATE, which others leave out. */
  isSubtotal(sheet: number, row: number, column: number): boolean;
  isHiddenRow(sheet: number, row: number): boolean;
  /** The area a text such as `Sheet1!B5` names. */
  areaOf(text: string, frame: Frame): AreaReference | undefined;
  /** Counts work; throws `NotCalculable` beyond the limit. */
  charge(steps: number): void;
}

/** One formula in its cell. */
export interface Frame {
  sheet: number;
  row: number;
  column: number;
  references: readonly (AreaReference | FormulaError)[];
  texts: readonly string[];
  /** Array formulas calculate with whole ranges where others take the cell of their row or column. */
  isArray: boolean;
}

/** Calculates parsed formulas (ECMA-376 Part 1, 18.17). */
export class Calculator {
  readonly cells: CellProvider;

  constructor(cells: CellProvider) {
    this.cells = cells;
  }

  /** The value of a formula in its cell; an array formula answers all of its values. Throws `NotCalculable`. */
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
        return this.map(this.evaluate(node.operand, frame), frame, (value) => -toNumber(value));
      case "plus":
        return this.evaluate(node.operand, frame);
      case "percent":
        return this.map(this.evaluate(node.operand, frame), frame, (value) => toNumber(value) / 100);
      case "binary":
        return this.binary(node.operator, this.evaluate(node.left, frame), this.evaluate(node.right, frame), frame);
      case "span":
        return spanOf(this.evaluate(node.left, frame), this.evaluate(node.right, frame));
      case "intersection":
        return intersectionOf(this.evaluate(node.left, frame), this.evaluate(node.right, frame));
      case "union":
        return new AreaReference(node.items.flatMap((item) => areasOf(this.evaluate(item, frame))));
      case "call":
        return this.call(node, frame);
    }
  }

  private call(node: FormulaNode & { kind: "call" }, frame: Frame): FormulaValue {
    const found = findFunction(node.name);
    if (!found) throw new NotCalculable(`the function ${node.name}`);
    const { length } = node.arguments;
    if (length < found.least || length > found.most) throw new NotCalculable(`${length} arguments of ${node.name}`);
    this.cells.charge(1);
    if (found.kind === "lazy") return found.apply(node.arguments, this, frame);
    const inner = found.isArray && !frame.isArray ? { ...frame, isArray: true } : frame;
    const values = node.arguments.map((argument) => (argument ? this.evaluate(argument, inner) : null));
    if (found.kind === "values") return found.apply(values, this, inner);
    const isMapped = inner.isArray && values.some((value) => value instanceof Matrix || isSeveral(value));
    if (!isMapped)
      return found.apply(
        values.map((value) => this.scalar(value, frame)),
        this,
        frame,
      );
    return this.broadcast(values, (scalars) => found.apply(scalars, this, frame));
  }

  private binary(operator: BinaryOperator, left: FormulaValue, right: FormulaValue, frame: Frame): FormulaValue {
    const isMapped =
      left instanceof Matrix || right instanceof Matrix || (frame.isArray && (isSeveral(left) || isSeveral(right)));
    if (!isMapped) return operate(operator, this.scalar(left, frame), this.scalar(right, frame));
    return this.broadcast([left, right], ([a, b]) => operate(operator, a!, b!));
  }

  private map(value: FormulaValue, frame: Frame, change: (value: Scalar) => Scalar): FormulaValue {
    if (value instanceof Matrix || (frame.isArray && isSeveral(value)))
      return this.broadcast([value], ([each]) => change(each!));
    return change(this.scalar(value, frame));
  }

  /** Applies a function of scalars cell by cell; single rows, columns and cells are repeated to fit. */
  private broadcast(values: readonly FormulaValue[], apply: (scalars: Scalar[]) => Scalar): Matrix {
    const matrices = values.map((value) => this.matrix(value));
    const height = Math.max(...matrices.map((matrix) => matrix.height));
    const width = Math.max(...matrices.map((matrix) => matrix.width));
    this.cells.charge(height * width);
    const rows: Scalar[][] = [];
    for (let row = 0; row < height; row++) {
      const line: Scalar[] = [];
      for (let column = 0; column < width; column++) {
        const scalars = matrices.map((matrix) => {
          const [y, x] = [matrix.height === 1 ? 0 : row, matrix.width === 1 ? 0 : column];
          return y < matrix.height && x < matrix.width ? matrix.at(y, x) : FormulaError.NA;
        });
        line.push(caught(() => apply(scalars)));
      }
      rows.push(line);
    }
    return new Matrix(rows);
  }

  /** One value: a range gives its cell in the formula's row or column (implicit intersection). */
  scalar(value: FormulaValue, frame: Frame): Scalar {
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
  matrix(value: FormulaValue): Matrix {
    if (value instanceof Matrix) return value;
    if (!(value instanceof AreaReference)) return new Matrix([[value]]);
    const [area] = value.areas;
    if (!area || value.areas.length > 1) return raise(FormulaError.VALUE);
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
  each(
    value: FormulaValue,
    visit: (scalar: Scalar, isCell: boolean, area?: Area, row?: number, column?: number) => void,
  ) {
    if (value instanceof Matrix) {
      for (const row of value.rows) for (const scalar of row) visit(scalar, true);
      return;
    }
    if (!(value instanceof AreaReference)) {
      visit(value, false);
      return;
    }
    for (const whole of value.areas) {
      const area = this.clip(whole);
      this.cells.charge((area.row2 - area.row1 + 1) * (area.column2 - area.column1 + 1));
      for (let row = area.row1; row <= area.row2; row++)
        for (let column = area.column1; column <= area.column2; column++)
          visit(this.cells.valueOf(area.sheet, row, column), true, area, row, column);
    }
  }
}

/** Runs one element's calculation; its error is the element's value. */
export function caught(run: () => Scalar): Scalar {
  try {
    return run();
  } catch (error) {
    if (error instanceof FormulaErrorSignal) return error.error;
    throw error;
  }
}

function isSingle(value: AreaReference): boolean {
  const area = value.areas[0];
  return value.areas.length === 1 && area!.row1 === area!.row2 && area!.column1 === area!.column2;
}

function isSeveral(value: FormulaValue): boolean {
  return value instanceof AreaReference && !isSingle(value);
}

function areasOf(value: FormulaValue): readonly Area[] {
  if (value instanceof FormulaError) return raise(value);
  return value instanceof AreaReference ? value.areas : raise(FormulaError.VALUE);
}

function spanOf(left: FormulaValue, right: FormulaValue): AreaReference {
  const areas = [...areasOf(left), ...areasOf(right)];
  const [first] = areas;
  if (!first || areas.some((area) => area.sheet !== first.sheet)) return raise(FormulaError.REF);
  return new AreaReference([
    {
      sheet: first.sheet,
      row1: Math.min(...areas.map((area) => area.row1)),
      column1: Math.min(...areas.map((area) => area.column1)),
      row2: Math.max(...areas.map((area) => area.row2)),
      column2: Math.max(...areas.map((area) => area.column2)),
    },
  ]);
}

function intersectionOf(left: FormulaValue, right: FormulaValue): AreaReference {
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

function operate(operator: BinaryOperator, left: Scalar, right: Scalar): Scalar {
  switch (operator) {
    case "+":
      return finite(addNumbers(toNumber(left), toNumber(right)));
    case "-":
      return finite(addNumbers(toNumber(left), -toNumber(right)));
    case "*":
      return finite(toNumber(left) * toNumber(right));
    case "/": {
      const [dividend, divisor] = [toNumber(left), toNumber(right)];
      return divisor === 0 ? raise(FormulaError.DIV0) : finite(dividend / divisor);
    }
    case "^":
      return power(toNumber(left), toNumber(right));
    case "&":
      return toText(left) + toText(right);
    case "=":
      return compareScalars(left, right) === 0;
    case "<>":
      return compareScalars(left, right) !== 0;
    case "<":
      return compareScalars(left, right) < 0;
    case ">":
      return compareScalars(left, right) > 0;
    case "<=":
      return compareScalars(left, right) <= 0;
    case ">=":
      return compareScalars(left, right) >= 0;
  }
}

export function power(base: number, exponent: number): number {
  if (base === 0 && exponent === 0) return raise(FormulaError.NUM);
  if (base === 0 && exponent < 0) return raise(FormulaError.DIV0);
  return finite(base ** exponent);
}
