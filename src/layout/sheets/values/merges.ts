/** Merged cells of a sheet. */
import { contains, type GridRange } from "../../../spreadsheet/grid-range.ts";

/** Rows are less than two to the power of this. */
const LEVELS = 21;

export class MergedCells {
  readonly ranges: readonly GridRange[];
  /**
   * Blocks of 1, 2, 4 ... rows, the higher ones for higher ranges, so that a range of a million rows is in forty of them at most. Those of a
   * block lie side by side.
   */
  readonly #byBlock = new Map<number, GridRange[]>();
  readonly #levels: readonly number[];

  /** @param ranges those of them that overlap one that begins further up are left out */
  constructor(ranges: readonly GridRange[]) {
    this.ranges = apart(ranges);
    const levels = new Set<number>();
    for (const range of this.ranges) {
      for (const { level, block } of blocksOf(range)) {
        levels.add(level);
        const key = blockKey(level, block);
        const listed = this.#byBlock.get(key);
        if (listed) listed.push(range);
        else this.#byBlock.set(key, [range]);
      }
    }
    for (const listed of this.#byBlock.values()) listed.sort((one, other) => one.left - other.left);
    this.#levels = [...levels];
  }

  at(row: number, column: number): GridRange | undefined {
    for (const level of this.#levels) {
      const listed = this.#byBlock.get(blockKey(level, row >> level));
      const range = listed?.[placeOf(listed, column + 1) - 1];
      if (range && contains(range, row, column)) return range;
    }
    return undefined;
  }

  /** The ranges that a row crosses. */
  inRow(row: number): readonly GridRange[] {
    return this.#levels.flatMap((level) => this.#byBlock.get(blockKey(level, row >> level)) ?? []);
  }

  /** The cell is hidden below the first cell of its range. */
  covers(row: number, column: number): boolean {
    const range = this.at(row, column);
    return range !== undefined && (range.top !== row || range.left !== column);
  }
}

const blockKey = (level: number, block: number): number => level * 2 ** LEVELS + block;

/** The fewest blocks that make up the rows of a range. */
function* blocksOf({ top, bottom }: GridRange): Generator<{ level: number; block: number }> {
  let row = top;
  while (row <= bottom) {
    let level = 0;
    while (level < LEVELS && row % 2 ** (level + 1) === 0 && row + 2 ** (level + 1) - 1 <= bottom) level++;
    yield { level, block: row >> level };
    row += 2 ** level;
  }
}

/** How many of the ranges, which stand from left to right, begin before a column. */
function placeOf(ranges: readonly GridRange[], column: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.left ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The ranges without those that overlap one that begins further up, in the order they came in. No program writes such, and each page would
 * draw all that cross it: a sweep from the top, with those that it crosses from left to right.
 */
function apart(ranges: readonly GridRange[]): readonly GridRange[] {
  const crossed: GridRange[] = [];
  const kept = new Set<GridRange>();
  for (const range of ranges.toSorted((one, other) => one.top - other.top)) {
    const isOver = ({ bottom }: GridRange) => bottom < range.top;
    const before = placeOf(crossed, range.left);
    const left = crossed[before - 1];
    const first = left && left.right >= range.left ? before - 1 : before;
    const end = placeOf(crossed, range.right + 1);
    if (!crossed.slice(first, end).every(isOver)) continue;
    crossed.splice(first, end - first, range);
    kept.add(range);
  }
  return kept.size === ranges.length ? ranges : ranges.filter((range) => kept.has(range));
}
