/** `ST_TextDirection` (ECMA-376 part 1, 17.18.93) of cells, which counts from the paper, not from the text around them. */

const ROTATIONS: Readonly<Record<string, number>> = { btLr: -90, tbRl: 90, tbRlV: 90, tbLrV: 90 };

/**
 * How a cell's text is turned relative to the text around it, in degrees clockwise: 0, 90, -90 or 180.
 * @param own undefined for a cell that follows its surroundings
 */
export function cellRotation(own: string | undefined, around: string): number {
  if (own === undefined) return 0;
  const rotation = (ROTATIONS[own] ?? 0) - (ROTATIONS[around] ?? 0);
  return rotation === -180 ? 180 : rotation;
}

/** The text runs across the text around it, and is as long as its cell is high. */
export function liesAcross(rotationDeg: number): boolean {
  return Math.abs(rotationDeg) === 90;
}

interface Insets {
  topPt: number;
  rightPt: number;
  bottomPt: number;
  leftPt: number;
}

/** The margins of a cell, which stay where they are on the paper, as its turned text sees them. */
export function turnedInsets({ topPt, rightPt, bottomPt, leftPt }: Insets, rotationDeg: number): Insets {
  if (rotationDeg === -90) return { topPt: leftPt, rightPt: topPt, bottomPt: rightPt, leftPt: bottomPt };
  if (rotationDeg === 90) return { topPt: rightPt, rightPt: bottomPt, bottomPt: leftPt, leftPt: topPt };
  if (rotationDeg === 180) return { topPt: bottomPt, rightPt: leftPt, bottomPt: topPt, leftPt: rightPt };
  return { topPt, rightPt, bottomPt, leftPt };
}
