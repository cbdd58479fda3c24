import type { Candidate } from "./field-candidates.ts";
import { type Area, heightOf, type Rule, widthOf } from "./page-marks.ts";

const MIN_CELLS = 2;
const [MIN_PITCH, MAX_PITCH] = [7, 26];

/** Rows of equal, narrow cells without writing: one character each. Takes them out of the cells. */
export function takeCombs(cells: Area[], isEmpty: (area: Area) => boolean): Candidate[] {
  const narrow = cells.filter(
    (cell) =>
      widthOf(cell) >= MIN_PITCH &&
      widthOf(cell) <= MAX_PITCH &&
      heightOf(cell) <= 32 &&
      heightOf(cell) >= 7 &&
      isEmpty(cell),
  );
  narrow.sort((a, b) => b.y0 - a.y0 || a.x0 - b.x0);
  const combs: Candidate[] = [];
  const used = new Set<Area>();
  for (const cell of narrow) {
    if (used.has(cell)) continue;
    const row = [cell];
    for (;;) {
      const last = row.at(-1) as Area;
      const next = narrow.find(
        (other) =>
          !used.has(other) &&
          Math.abs(other.x0 - last.x1) < 1.6 &&
          Math.abs(other.y0 - last.y0) < 1 &&
          Math.abs(other.y1 - last.y1) < 1 &&
          Math.abs(widthOf(other) - widthOf(last)) < 0.16 * widthOf(last),
      );
      if (!next) break;
      row.push(next);
    }
    // a table of narrow cells is no comb: the rows above and below have the same cells
    if (row.length < MIN_CELLS || isTable(row, narrow)) continue;
    for (const part of row) used.add(part);
    const [first, last] = [row[0] as Area, row.at(-1) as Area];
    combs.push({
      x0: first.x0,
      x1: last.x1,
      y0: first.y0,
      y1: first.y1,
      kind: "comb",
      count: row.length,
      source: "comb",
    });
  }
  for (let index = cells.length - 1; index >= 0; index--) if (used.has(cells[index] as Area)) cells.splice(index, 1);
  return combs;
}

/** Equal squares close to each other in a row take one character each. */
export function combsOfTicks(squares: readonly Candidate[]): { ticks: Candidate[]; combs: Candidate[] } {
  const sorted = squares.toSorted((a, b) => b.y0 - a.y0 || a.x0 - b.x0);
  const used = new Set<Candidate>();
  const combs: Candidate[] = [];
  for (const square of sorted) {
    if (used.has(square)) continue;
    const row = [square];
    for (;;) {
      const last = row.at(-1) as Candidate;
      const next = sorted.find((other) => {
        const gap = other.x0 - last.x1;
        return (
          !used.has(other) &&
          gap > -1.6 &&
          gap < Math.min(4.5, 0.45 * widthOf(last)) &&
          Math.abs(other.y0 - last.y0) < 1 &&
          Math.abs(widthOf(other) - widthOf(last)) < 1.5 &&
          other.x0 > last.x0 + 2
        );
      });
      if (!next) break;
      row.push(next);
    }
    if (row.length < MIN_CELLS || isTable(row, sorted)) continue;
    for (const part of row) used.add(part);
    const last = row.at(-1) as Candidate;
    combs.push({ ...square, x1: last.x1, kind: "comb", count: row.length, source: "comb" });
  }
  return { ticks: squares.filter((square) => !used.has(square)), combs };
}

function isTable(row: readonly Area[], cells: readonly Area[]): boolean {
  const [first] = row;
  if (!first) return false;
  const same = cells.filter(
    (other) =>
      Math.abs(other.x0 - first.x0) < 1 &&
      Math.abs(other.x1 - first.x1) < 1 &&
      (Math.abs(other.y0 - first.y1) < 1.5 || Math.abs(other.y1 - first.y0) < 1.5),
  );
  return same.length > 0 && row.length < 8;
}

/** How many characters short rules within a cell leave room for, at its foot; undefined if it is no comb. */
export function ticksWithin(cell: Area, vertical: readonly Rule[]): number | undefined {
  const inside = vertical
    .filter(
      (rule) =>
        rule.at > cell.x0 + 3 &&
        rule.at < cell.x1 - 3 &&
        rule.from < cell.y0 + 0.5 * heightOf(cell) &&
        rule.to > cell.y0 + 1 &&
        rule.from >= cell.y0 - 2 &&
        rule.to <= cell.y1 + 1,
    )
    .map((rule) => rule.at)
    .sort((a, b) => a - b);
  const places = [cell.x0, ...inside, cell.x1];
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  if (steps.length < 3) return undefined;
  const mean = widthOf(cell) / steps.length;
  const even = steps.every((step) => Math.abs(step - mean) < 0.25 * mean);
  return even && mean >= MIN_PITCH - 1 && mean <= MAX_PITCH ? steps.length : undefined;
}
