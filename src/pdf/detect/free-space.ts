import { type Area, shareWithin } from "./page-marks.ts";
import type { TextRun } from "./text-rows.ts";

/** The runs that lie within an area, most of them. */
export function runsWithin(area: Area, runs: readonly TextRun[]): TextRun[] {
  return runs.filter((run) => {
    const middle = (run.x0 + run.x1) / 2;
    return (
      middle > area.x0 &&
      middle < area.x1 &&
      run.baseline > area.y0 - 1 &&
      run.baseline + 0.35 * run.sizePoints < area.y1 &&
      shareWithin(run, area) > 0.4
    );
  });
}

/** The parts of a stretch that nothing covers, from left to right. */
export function freeStretches(
  from: number,
  to: number,
  covered: readonly { x0: number; x1: number }[],
): { from: number; to: number }[] {
  const sorted = covered.filter((other) => other.x1 > from && other.x0 < to).sort((a, b) => a.x0 - b.x0);
  const free: { from: number; to: number }[] = [];
  let at = from;
  for (const { x0, x1 } of sorted) {
    if (x0 > at) free.push({ from: at, to: x0 });
    at = Math.max(at, x1);
  }
  if (to > at) free.push({ from: at, to });
  return free;
}

/** The height of small letters that ends a line: where writing above stops. */
export const footOf = (run: TextRun): number => run.baseline - 0.22 * run.sizePoints;
export const headOf = (run: TextRun): number => run.baseline + 0.72 * run.sizePoints;

/** The lowest thing above a line, within a stretch of it. */
export function ceilingAbove(
  at: number,
  stretch: { from: number; to: number },
  things: readonly Area[],
  most: number,
): number {
  let ceiling = at + most;
  for (const thing of things) {
    if (thing.x1 <= stretch.from + 1 || thing.x0 >= stretch.to - 1 || thing.y0 <= at + 1) continue;
    ceiling = Math.min(ceiling, thing.y0);
  }
  return ceiling;
}

export const overlapX = (a: { x0: number; x1: number }, b: { x0: number; x1: number }): number =>
  Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
