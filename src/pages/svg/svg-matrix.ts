/** Transformations of SVG (SVG 1.1, 7.6), which are baked into coordinates. */
import type { Matrix } from "../commands/commands.ts";
import type { Outline } from "../commands/outline.ts";

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiplied([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Undefined for a matrix that leaves nothing of a length. */
export function inverted([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!(Math.abs(determinant) > 1e-12)) return undefined;
  const linear: Matrix = [d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0];
  return multiplied([1, 0, 0, 1, -e, -f], linear);
}

export function pointOn([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function outlineOn(matrix: Matrix, { operators, numbers }: Outline): Outline {
  const moved: number[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    moved.push(...pointOn(matrix, numbers[index] ?? 0, numbers[index + 1] ?? 0));
  }
  return { operators, numbers: moved };
}

/** How much longer lengths become, in the mean of both directions. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
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
    const step = matrixOf(kind, values);
    if (!step) return undefined;
    matrix = multiplied(step, matrix);
  }
  return matrix;
}

function matrixOf(kind: string, values: readonly number[]): Matrix | undefined {
  const [first = 0, second = 0, third = 0, d = 0, e = 0, f = 0] = values;
  const radians = (first * Math.PI) / 180;
  switch (kind) {
    case "matrix":
      return values.length === 6 ? [first, second, third, d, e, f] : undefined;
    case "translate":
      return [1, 0, 0, 1, first, second];
    case "scale":
      return [first, 0, 0, values.length > 1 ? second : first, 0, 0];
    case "rotate": {
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
      const turn: Matrix = [cos, sin, -sin, cos, 0, 0];
      return multiplied(multiplied([1, 0, 0, 1, -second, -third], turn), [1, 0, 0, 1, second, third]);
    }
    case "skewX":
      return [1, 0, Math.tan(radians), 1, 0, 0];
    case "skewY":
      return [1, Math.tan(radians), 0, 1, 0, 0];
    default:
      return undefined;
  }
}
