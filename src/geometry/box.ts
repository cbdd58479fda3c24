import { largestOf, smallestOf } from "../domain/collections/long-lists.ts";
import { apply, type Matrix } from "./matrix.ts";

/** A box on a page or within a drawing, from its upper left corner, y downwards. */
export interface Box {
  xPt: number;
  yPt: number;
  widthPt: number;
  heightPt: number;
}

/** The sides of an upright rectangle, in the unit of what it belongs to. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the corners of a rectangle go: each at one end of the box around them, whichever way y grows. */
export function extentOf(
  { left, top, right, bottom }: Rectangle,
  matrix: Matrix,
): { minX: number; minY: number; maxX: number; maxY: number } {
  const corners = [apply(matrix, left, bottom), apply(matrix, right, bottom)];
  corners.push(apply(matrix, left, top), apply(matrix, right, top));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { minX: smallestOf(xs), minY: smallestOf(ys), maxX: largestOf(xs), maxY: largestOf(ys) };
}
