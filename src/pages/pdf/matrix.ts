/** Matrices of display items in the form that pages need (ISO 32000-2, 8.3). */
import type { Box } from "../../geometry/box.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import type { Shading } from "../display-list/display-item.ts";
import { coordinate, factor } from "./numbers.ts";

/** As the operands of `cm`. */
export function matrixOperands(matrix: Matrix): string {
  const [a, b, c, d, e, f] = matrix;
  return `${factor(a)} ${factor(b)} ${factor(c)} ${factor(d)} ${coordinate(e)} ${coordinate(f)}`;
}

/** Ellipses are circles of radius 1 in a space of their own. */
export function radialMatrix(geometry: Extract<Shading["geometry"], { kind: "radial" }>): Matrix {
  return [geometry.radiusXPt, 0, 0, geometry.radiusYPt, geometry.xPt, geometry.yPt];
}

/** A part of a page. */
export type Bounds = readonly [left: number, bottom: number, right: number, top: number];

/** Around a box where the matrix puts it. */
export function boundsOf({ xPt, yPt, widthPt, heightPt }: Box, [a, b, c, d, e, f]: Matrix): Bounds {
  const [left, bottom] = [a * xPt + c * yPt + e, b * xPt + d * yPt + f];
  const [alongX, alongY, downX, downY] = [a * widthPt, b * widthPt, c * heightPt, d * heightPt];
  return [
    left + Math.min(0, alongX) + Math.min(0, downX),
    bottom + Math.min(0, alongY) + Math.min(0, downY),
    left + Math.max(0, alongX) + Math.max(0, downX),
    bottom + Math.max(0, alongY) + Math.max(0, downY),
  ];
}
