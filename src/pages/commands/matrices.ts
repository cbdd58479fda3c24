import type { Matrix } from "./commands.ts";

export function moved(xPt: number, yPt: number): Matrix {
  return [1, 0, 0, 1, xPt, yPt];
}

/** Clockwise about a point, which becomes the origin; mirrored first. */
export function turned(degrees: number, xPt: number, yPt: number, flipX: 1 | -1 = 1, flipY: 1 | -1 = 1): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * flipX, sin * flipX, -sin * flipY, cos * flipY, xPt, yPt];
}
