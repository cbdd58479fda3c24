import type { Stroke } from "../model/fill.ts";

const DASHES: Readonly<Record<string, readonly number[]>> = {
  dash: [4, 3],
  lgDash: [8, 3],
  dot: [1, 3],
  sysDot: [1, 1],
  sysDash: [3, 1],
  dashDot: [4, 3, 1, 3],
  lgDashDot: [8, 3, 1, 3],
  lgDashDotDot: [8, 3, 1, 3, 1, 3],
  sysDashDot: [3, 1, 1, 1],
  sysDashDotDot: [3, 1, 1, 1, 1, 1],
};

/** Dash lengths are multiples of the line width (20.1.10.49). */
export function dashesPt(stroke: Stroke): number[] | undefined {
  return DASHES[stroke.dash]?.map((length) => length * Math.max(0.75, stroke.widthPt));
}
