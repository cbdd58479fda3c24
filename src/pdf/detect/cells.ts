import type { Metered } from "../../domain/work-meter.ts";
import type { Area, Rule } from "./page-marks.ts";

const SNAP = 1.6;
/** Edges that are closer to each other have nothing between them that could be filled, in points. */
const MERGED = 2.4;
const MAX_ELEMENTS = 400_000;

/** The rectangles that rules enclose on all four sides, and that no rule divides. */
export function enclosedCells(horizontal: readonly Rule[], vertical: readonly Rule[], work: Metered): Area[] {
  const xs = places([...vertical.map((rule) => rule.at)]);
  const ys = places([...horizontal.map((rule) => rule.at)]);
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows > MAX_ELEMENTS) return [];
  work.charge("object", columns * rows);
  // walls: at the left of column i in row j; at the foot of row j in column i
  const left = walls(vertical, xs, ys, rows);
  const foot = walls(horizontal, ys, xs, columns);
  const isWallLeft = (i: number, j: number) => left[i * rows + j] === 1;
  const isWallBelow = (i: number, j: number) => foot[j * columns + i] === 1;

  const seen = new Uint8Array(columns * rows);
  const cells: Area[] = [];
  for (let start = 0; start < columns * rows; start++) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const stack = [start];
    let [minI, maxI, minJ, maxJ, count] = [columns, -1, rows, -1, 0];
    let open = false;
    for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
      const [i, j] = [element % columns, Math.floor(element / columns)];
      count++;
      minI = Math.min(minI, i);
      maxI = Math.max(maxI, i);
      minJ = Math.min(minJ, j);
      maxJ = Math.max(maxJ, j);
      const go = (toI: number, toJ: number, wall: boolean) => {
        if (wall) return;
        if (toI < 0 || toJ < 0 || toI >= columns || toJ >= rows) {
          open = true;
          return;
        }
        const next = toJ * columns + toI;
        if (seen[next] === 1) return;
        seen[next] = 1;
        stack.push(next);
      };
      go(i - 1, j, isWallLeft(i, j));
      go(i + 1, j, isWallLeft(i + 1, j));
      go(i, j - 1, isWallBelow(i, j));
      go(i, j + 1, isWallBelow(i, j + 1));
    }
    if (open || count !== (maxI - minI + 1) * (maxJ - minJ + 1)) continue;
    cells.push({ x0: xs[minI] ?? 0, x1: xs[maxI + 1] ?? 0, y0: ys[minJ] ?? 0, y1: ys[maxJ + 1] ?? 0 });
  }
  return cells;
}

/** Places along an axis, those close to each other as one. */
function places(values: number[]): number[] {
  values.sort((a, b) => a - b);
  const merged: number[] = [];
  for (const value of values) if (value - (merged.at(-1) ?? -Infinity) > MERGED) merged.push(value);
  return merged;
}

function walls(rules: readonly Rule[], at: readonly number[], along: readonly number[], count: number): Uint8Array {
  const marked = new Uint8Array(at.length * count);
  for (const rule of rules) {
    const index = nearest(at, rule.at);
    for (let part = 0; part < count; part++) {
      const [from, to] = [along[part] ?? 0, along[part + 1] ?? 0];
      if (from > rule.to) break;
      const covered = Math.min(to, rule.to + SNAP) - Math.max(from, rule.from - SNAP);
      if (covered >= 0.8 * (to - from)) marked[index * count + part] = 1;
    }
  }
  return marked;
}

function nearest(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value + 1e-6) low = middle;
    else high = middle - 1;
  }
  return low;
}
