/** Transformations of SVG (SVG 1.1, 7.6), which are baked into coordinates. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import { apply, IDENTITY, type Matrix, matrixOf, multiply } from "../../geometry/matrix.ts";
import type { Outline } from "../display-list/outline.ts";

export function outlineOn(matrix: Matrix, { operators, numbers }: Outline): Outline {
  const moved: number[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    appendAll(moved, apply(matrix, numbers[index] ?? 0, numbers[index + 1] ?? 0));
  }
  return { operators, numbers: moved };
}

const MAX_CHARACTERS = 2_000;

/** A list of transformations, the last one applied first; undefined if it cannot be read. */
export function readTransform(text: string | undefined): Matrix | undefined {
  let matrix: Matrix = IDENTITY;
  if ((text?.length ?? 0) > MAX_CHARACTERS) return undefined;
  for (const [, kind = "", list = ""] of (text ?? "").matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g)) {
    const values = list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number.parseFloat);
    if (values.some((value) => !Number.isFinite(value))) return undefined;
    const step = stepOf(kind, values);
    if (!step) return undefined;
    matrix = multiply(step, matrix);
  }
  return matrix;
}

function stepOf(kind: string, values: readonly number[]): Matrix | undefined {
  const [first = 0, second = 0, third = 0] = values;
  const radians = (first * Math.PI) / 180;
  switch (kind) {
    case "matrix":
      return values.length === 6 ? matrixOf(values) : undefined;
    case "translate":
      return [1, 0, 0, 1, first, second];
    case "scale":
      return [first, 0, 0, values.length > 1 ? second : first, 0, 0];
    case "rotate": {
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
      const rotation: Matrix = [cos, sin, -sin, cos, 0, 0];
      return multiply(multiply([1, 0, 0, 1, -second, -third], rotation), [1, 0, 0, 1, second, third]);
    }
    case "skewX":
      return [1, 0, Math.tan(radians), 1, 0, 0];
    case "skewY":
      return [1, Math.tan(radians), 0, 1, 0, 0];
    default:
      return undefined;
  }
}
