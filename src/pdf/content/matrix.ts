import type { PdfObject } from "../objects.ts";

/** A transformation `[a b c d e f]` (ISO 32000-2, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** The last six operands as a matrix; undefined if they are not six numbers. */
export function matrixOf(operands: readonly PdfObject[]): Matrix | undefined {
  const [a, b, c, d, e, f] = operands.slice(-6);
  if (typeof a !== "number" || typeof b !== "number" || typeof c !== "number") return undefined;
  if (typeof d !== "number" || typeof e !== "number" || typeof f !== "number") return undefined;
  return [a, b, c, d, e, f];
}

/** Lengths that the unit vectors along x and y get. */
export function unitLengths([a, b, c, d]: Matrix): { width: number; height: number } {
  return { width: Math.hypot(a, b), height: Math.hypot(c, d) };
}
