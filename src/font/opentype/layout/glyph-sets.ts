/** Glyphs that rules refer to: coverages and classes (ISO/IEC 14496-22, "OpenType layout common table formats"). */
import type { LayoutTableReader } from "./layout-table.ts";

/** Glyphs with their places in the lists of a rule. */
export class Coverage {
  /** First, last and index of the first, in turn and ascending. */
  readonly #ranges: Uint16Array;
  readonly #limit: number;

  /** @param limit how long the lists are: indexes beyond it do not count */
  constructor(ranges: Uint16Array, limit = 0x10000) {
    this.#ranges = ranges;
    this.#limit = limit;
  }

  upTo(limit: number): Coverage {
    return new Coverage(this.#ranges, limit);
  }

  /** -1 for a glyph that is not covered. */
  index(glyph: number): number {
    const at = rangeOf(this.#ranges, glyph);
    if (at < 0) return -1;
    const index = (this.#ranges[at + 2] ?? 0) + glyph - (this.#ranges[at] ?? 0);
    return index < this.#limit ? index : -1;
  }
}

/** Each glyph has one; 0 by default. */
export class GlyphClasses {
  readonly #ranges: Uint16Array;
  readonly highest: number;

  /** @param ranges first, last and class in turn, ascending */
  constructor(ranges: Uint16Array) {
    this.#ranges = ranges;
    this.highest = ranges.reduce((most, value, index) => (index % 3 === 2 && value > most ? value : most), 0);
  }

  of(glyph: number): number {
    const at = rangeOf(this.#ranges, glyph);
    return at < 0 ? 0 : (this.#ranges[at + 2] ?? 0);
  }

  /** Glyph -> class, for glyphs below `count`. */
  list(count: number): Uint16Array {
    const list = new Uint16Array(count);
    // Ranges are taken in order and cut where they overlap: each glyph is written once.
    let next = 0;
    for (let at = 0; at < this.#ranges.length; at += 3) {
      const [first = 0, last = 0, value = 0] = this.#ranges.subarray(at, at + 3);
      list.fill(value, Math.max(next, first), last + 1);
      next = Math.max(next, last + 1);
    }
    return list;
  }
}

const NO_RANGES = new Uint16Array();
export const NO_GLYPHS = new Coverage(NO_RANGES);
const ONE_CLASS = new GlyphClasses(NO_RANGES);

/** Where the range of a glyph is; -1 if there is none. */
function rangeOf(ranges: Uint16Array, glyph: number): number {
  let low = 0;
  let high = ranges.length / 3 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = 3 * middle;
    if (glyph < (ranges[at] ?? 0)) high = middle - 1;
    else if (glyph > (ranges[at + 1] ?? 0)) low = middle + 1;
    else return at;
  }
  return -1;
}

/** Many rules share one: each offset is read once. */
export class GlyphSets {
  readonly #coverages = new Map<number, Coverage>();
  readonly #classes = new Map<number, GlyphClasses>();

  /** No glyphs if there is no table. */
  coverage(table: LayoutTableReader | undefined): Coverage {
    if (!table) return NO_GLYPHS;
    let coverage = this.#coverages.get(table.at);
    if (!coverage) {
      coverage = new Coverage(coverageRanges(table));
      this.#coverages.set(table.at, coverage);
    }
    return coverage;
  }

  classes(table: LayoutTableReader | undefined): GlyphClasses {
    if (!table) return ONE_CLASS;
    let classes = this.#classes.get(table.at);
    if (!classes) {
      classes = new GlyphClasses(classRanges(table));
      this.#classes.set(table.at, classes);
    }
    return classes;
  }
}

function coverageRanges(table: LayoutTableReader): Uint16Array {
  const count = table.word(2);
  if (table.word(0) === 2) return rangeRecords(table, 4, count);
  if (table.word(0) !== 1) return NO_RANGES;
  table.spend(count);
  const ranges: number[] = [];
  for (let index = 0; index < count; index++) {
    const glyph = table.word(4 + 2 * index);
    if (ranges.length > 0 && ranges.at(-2) === glyph - 1) ranges[ranges.length - 2] = glyph;
    else ranges.push(glyph, glyph, index);
  }
  return Uint16Array.from(ranges);
}

function classRanges(table: LayoutTableReader): Uint16Array {
  if (table.word(0) === 2) return rangeRecords(table, 4, table.word(2));
  if (table.word(0) !== 1) return NO_RANGES;
  const start = table.word(2);
  const count = table.word(4);
  table.spend(count);
  const ranges: number[] = [];
  for (let index = 0; index < count && start + index <= 0xffff; index++) {
    const value = table.word(6 + 2 * index);
    if (index > 0 && ranges.at(-1) === value) ranges[ranges.length - 2] = start + index;
    else ranges.push(start + index, start + index, value);
  }
  return Uint16Array.from(ranges);
}

function rangeRecords(table: LayoutTableReader, offset: number, count: number): Uint16Array {
  table.spend(count);
  return Uint16Array.from({ length: 3 * count }, (_, index) => table.word(offset + 2 * index));
}
