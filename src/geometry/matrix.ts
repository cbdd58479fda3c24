/** Affine transformations of the plane. */

/** x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function isIdentity(matrix: Matrix): boolean {
  return matrix.every((value, index) => value === IDENTITY[index]);
}

/** The last six values as a matrix; undefined if they are not six numbers. */
export function matrixOf(values: readonly unknown[]): Matrix | undefined {
  const [a, b, c, d, e, f] = values.slice(-6);
  if (typeof a !== "number" || typeof b !== "number" || typeof c !== "number") return undefined;
  if (typeof d !== "number" || typeof e !== "number" || typeof f !== "number") return undefined;
  return [a, b, c, d, e, f];
}

/** Applies `first`, then `second`. */
export function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Undefined for a matrix that leaves nothing of a length. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!(Math.abs(determinant) > 1e-12)) return undefined;
  const linear: Matrix = [d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0];
  return multiply(translation(-e, -f), linear);
}

/** Where a point goes. */
export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** From x to y, about a point, which becomes the origin; mirrored first. */
export function rotation(degrees: number, x: number, y: number, flipX: 1 | -1 = 1, flipY: 1 | -1 = 1): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * flipX, sin * flipX, -sin * flipY, cos * flipY, x, y];
}

/** Lengths that the unit vectors along x and y get. */
export function unitLengths([a, b, c, d]: Matrix): { width: number; height: number } {
  return { width: Math.hypot(a, b), height: Math.hypot(c, d) };
}

/** How much longer lengths become, in the mean of both directions. */
export function meanScale([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
