/** Squarified treemaps (Bruls, Huizing and van Wijk, 2000). */

import { appendAll } from "../../domain/collections/long-lists.ts";
import type { PlotArea } from "./plot-space.ts";

/** An area for each size, in proportion, as near to a square as it can be; sizes are positive, the largest first. */
export function treemapAreas(sizes: readonly number[], room: PlotArea): PlotArea[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const rest = { ...room };
  const scale = ((rest.right - rest.left) * (rest.bottom - rest.top)) / (total || 1);
  const areas: PlotArea[] = [];
  let at = 0;
  while (at < sizes.length) {
    const side = Math.min(rest.right - rest.left, rest.bottom - rest.top);
    let count = 1;
    while (at + count < sizes.length) {
      const now = sizes.slice(at, at + count).map((size) => size * scale);
      const longer = sizes.slice(at, at + count + 1).map((size) => size * scale);
      if (worstRatio(longer, side) > worstRatio(now, side)) break;
      count++;
    }
    appendAll(
      areas,
      takeRow(
        sizes.slice(at, at + count).map((size) => size * scale),
        rest,
      ),
    );
    at += count;
  }
  return areas;
}

/** How much longer than wide the worst of a row is. */
function worstRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((total, size) => total + size, 0);
  if (sum <= 0 || side <= 0) return Number.POSITIVE_INFINITY;
  const [largest = 0] = row;
  const smallest = row.at(-1) ?? 0;
  return Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest || 1e-9));
}

/** A row along the shorter side, which is taken from the rest. */
function takeRow(row: readonly number[], rest: PlotArea): PlotArea[] {
  const sum = row.reduce((total, size) => total + size, 0);
  const [width, height] = [rest.right - rest.left, rest.bottom - rest.top];
  const isUpright = width >= height;
  const depth = isUpright ? sum / (height || 1) : sum / (width || 1);
  let along = isUpright ? rest.top : rest.left;
  const areas = row.map((size) => {
    const length = depth > 0 ? size / depth : 0;
    const area = isUpright
      ? { left: rest.left, right: rest.left + depth, top: along, bottom: along + length }
      : { left: along, right: along + length, top: rest.top, bottom: rest.top + depth };
    along += length;
    return area;
  });
  if (isUpright) rest.left += depth;
  else rest.top += depth;
  return areas;
}
