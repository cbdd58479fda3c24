import { FormulaError, FormulaErrorSignal } from "./formula-error.ts";
import { Matrix, type Scalar } from "./formula-value.ts";

/** An element of an array formula takes as long as this many cells of a range. */
const STEPS_OF_AN_ELEMENT = 4;
const STEPS_OF_A_PAIR = 2;

/** Applies a function of scalars cell by cell; single rows, columns and cells are repeated to fit. */
export function broadcast(
  matrices: readonly Matrix[],
  apply: (scalars: Scalar[]) => Scalar,
  charge: (steps: number) => void,
): Matrix {
  const height = matrices.reduce((most, matrix) => Math.max(most, matrix.height), 0);
  const width = matrices.reduce((most, matrix) => Math.max(most, matrix.width), 0);
  charge(STEPS_OF_AN_ELEMENT * height * width);
  const rows: Scalar[][] = [];
  for (let row = 0; row < height; row++) {
    const sources = matrices.map((matrix) => matrix.rowFor(row));
    const line: Scalar[] = [];
    for (let column = 0; column < width; column++) {
      line.push(
        attempt(
          apply,
          sources.map((source) => elementFor(source, column)),
        ),
      );
    }
    rows.push(line);
  }
  return new Matrix(rows);
}

/** {@link broadcast} of two rectangles, the usual case. */
export function broadcastPair(
  left: Matrix,
  right: Matrix,
  apply: (a: Scalar, b: Scalar) => Scalar,
  charge: (steps: number) => void,
): Matrix {
  const height = Math.max(left.height, right.height);
  const width = Math.max(left.width, right.width);
  charge(STEPS_OF_A_PAIR * height * width);
  const rows: Scalar[][] = [];
  for (let row = 0; row < height; row++) {
    const [lefts, rights] = [left.rowFor(row), right.rowFor(row)];
    const line: Scalar[] = [];
    for (let column = 0; column < width; column++)
      line.push(attemptPair(apply, elementFor(lefts, column), elementFor(rights, column)));
    rows.push(line);
  }
  return new Matrix(rows);
}

/** Calculates one element; its error is the element's value. */
function attempt(apply: (scalars: Scalar[]) => Scalar, scalars: Scalar[]): Scalar {
  try {
    return apply(scalars);
  } catch (error) {
    if (error instanceof FormulaErrorSignal) return error.error;
    throw error;
  }
}

function attemptPair(apply: (a: Scalar, b: Scalar) => Scalar, a: Scalar, b: Scalar): Scalar {
  try {
    return apply(a, b);
  } catch (error) {
    if (error instanceof FormulaErrorSignal) return error.error;
    throw error;
  }
}

/** The element of a row at a column of a larger rectangle. */
function elementFor(row: readonly Scalar[] | undefined, column: number): Scalar {
  const value = row?.[row.length === 1 ? 0 : column];
  return value === undefined ? FormulaError.NA : value;
}
