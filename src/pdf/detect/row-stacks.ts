import { type Area, heightOf, middleY, widthOf } from "./page-marks.ts";
import type { TextRun } from "./text-rows.ts";

const MIN_ROWS = 3;
const MIN_WIDTH = 150;

/** Empty cells of the same width right below each other, without a cell or a word beside them: one text of several lines. */
export function stacksOf(cells: readonly Area[], isEmpty: (area: Area) => boolean, runs: readonly TextRun[]): Area[][] {
  const rows = cells
    .filter((cell) => widthOf(cell) >= MIN_WIDTH && heightOf(cell) < 34 && isEmpty(cell) && isAlone(cell, cells, runs))
    .sort((a, b) => b.y0 - a.y0);
  const used = new Set<Area>();
  const stacks: Area[][] = [];
  for (const row of rows) {
    if (used.has(row)) continue;
    const stack = [row];
    for (;;) {
      const last = stack.at(-1) as Area;
      const next = rows.find((other) => !used.has(other) && continues(last, other));
      if (!next) break;
      stack.push(next);
      used.add(next);
    }
    if (stack.length >= MIN_ROWS) stacks.push(stack);
  }
  return stacks;
}

function continues(last: Area, other: Area): boolean {
  return (
    Math.abs(other.y1 - last.y0) < 1.5 &&
    Math.abs(other.x0 - last.x0) < 2 &&
    Math.abs(other.x1 - last.x1) < 2 &&
    Math.abs(heightOf(other) - heightOf(last)) < 3
  );
}

/** How far from a row its label may begin. */
const BESIDE = 30;

function isAlone(cell: Area, cells: readonly Area[], runs: readonly TextRun[]): boolean {
  const y = middleY(cell);
  const isBeside = (other: Area) =>
    other.y0 < y && other.y1 > y && (Math.abs(other.x1 - cell.x0) < BESIDE || Math.abs(other.x0 - cell.x1) < BESIDE);
  return !cells.some((other) => other !== cell && isBeside(other)) && !runs.some(isBeside);
}
