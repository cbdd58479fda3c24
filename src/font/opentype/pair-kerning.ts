/** Pair kerning: the `kern` feature of GPOS (ISO/IEC 14496-22, 6.2 and 6.3: lookup type 2, also through extensions). */
import { viewOf } from "./sfnt.ts";

/** The space between two glyphs, in units of the font. */
export type PairKerning = (left: number, right: number) => number;

/** Undefined: the table does not cover this pair, but the next one may. */
type PairTable = (left: number, right: number) => number | undefined;

const PAIR_ADJUSTMENT = 2;
const EXTENSION = 9;
const MAX_KNOWN_PAIRS = 20_000;
/** Each is asked for each pair: some dozens in real fonts. */
const MAX_TABLES = 500;
/** The most glyphs and subtables that one font may name: ranges that overlap would make a few kilobytes endless. */
const MAX_ENTRIES = 1_000_000;

/** Counts down; fonts that ask for more kern nothing. */
interface Budget {
  entries: number;
  tables: number;
}

function spend(budget: Budget, entries: number): void {
  budget.entries -= entries;
  if (budget.entries < 0) throw new RangeError("the font names more pairs than fonts have");
}

/** The pairs of a font, by the script of the text. */
export class PairKernings {
  readonly #view: DataView | undefined;
  readonly #budget: Budget = { entries: MAX_ENTRIES, tables: MAX_TABLES };
  /** By the number of their lookup: scripts share most of them. */
  readonly #tables = new Map<number, readonly PairTable[]>();

  constructor(gpos: Uint8Array | undefined) {
    this.#view = gpos && viewOf(gpos);
  }

  /**
   * Undefined if the table says nothing of pairs in the script, is missing or damaged.
   *
   * @param script its tag, such as `latn`; a font that does not know it kerns as in its default script, or as in Latin
   */
  ofScript(script: string): PairKerning | undefined {
    const lookups = this.#lookups(script);
    if (lookups.length === 0) return undefined;
    const known = new Map<number, number>();
    return (left, right) => {
      const key = left * 0x10000 + right;
      let sum = known.get(key);
      if (sum === undefined) {
        sum = lookups.reduce((total, tables) => total + firstOf(tables, left, right), 0);
        if (known.size < MAX_KNOWN_PAIRS) known.set(key, sum);
      }
      return sum;
    };
  }

  /** The pair tables of each lookup that the feature names. */
  #lookups(script: string): (readonly PairTable[])[] {
    const view = this.#view;
    if (!view) return [];
    try {
      return [...featureLookups(view, script)].map((index) => this.#tablesOf(view, index));
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
  }

  #tablesOf(view: DataView, index: number): readonly PairTable[] {
    let tables = this.#tables.get(index);
    if (!tables) {
      const list = view.getUint16(8);
      tables = pairTables(view, list + view.getUint16(list + 2 + 2 * index), this.#budget);
      this.#tables.set(index, tables);
    }
    return tables;
  }
}

function firstOf(tables: readonly PairTable[], left: number, right: number): number {
  try {
    for (const table of tables) {
      const value = table(left, right);
      if (value !== undefined) return value;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 0;
}

function featureLookups(view: DataView, script: string): Set<number> {
  const indices = new Set<number>();
  const language = usualLanguage(view, script);
  if (language === undefined) return indices;
  const features = view.getUint16(6);
  const required = view.getUint16(language + 2);
  const count = view.getUint16(language + 4);
  for (let index = -1; index < count; index++) {
    const feature = index < 0 ? required : view.getUint16(language + 6 + 2 * index);
    if (feature < view.getUint16(features)) addKerning(view, features, feature, indices);
  }
  return indices;
}

function addKerning(view: DataView, features: number, index: number, indices: Set<number>): void {
  const record = features + 2 + 6 * index;
  if (view.getUint32(record) !== tagNumber("kern")) return;
  const feature = features + view.getUint16(record + 4);
  const count = view.getUint16(feature + 2);
  for (let lookup = 0; lookup < count; lookup++) indices.add(view.getUint16(feature + 4 + 2 * lookup));
}

/** Where the font lists its features for a script, in the language that it has no table of its own for. */
function usualLanguage(view: DataView, script: string): number | undefined {
  const list = view.getUint16(4);
  if (list === 0) return undefined;
  for (const wanted of [script, "DFLT", "latn"].map(tagNumber)) {
    for (let index = 0; index < view.getUint16(list); index++) {
      const record = list + 2 + 6 * index;
      if (view.getUint32(record) !== wanted) continue;
      const table = list + view.getUint16(record + 4);
      const language = view.getUint16(table);
      return language === 0 ? undefined : table + language;
    }
  }
  return undefined;
}

function tagNumber(tag: string): number {
  return [...tag].reduce((number, character) => number * 0x100 + character.charCodeAt(0), 0);
}

function pairTables(view: DataView, lookup: number, budget: Budget): PairTable[] {
  const tables: PairTable[] = [];
  budget.tables -= Math.max(1, view.getUint16(lookup + 4));
  if (budget.tables < 0) throw new RangeError("the font has more tables of pairs than fonts have");
  for (let index = 0; index < view.getUint16(lookup + 4); index++) {
    let start = lookup + view.getUint16(lookup + 6 + 2 * index);
    let type = view.getUint16(lookup);
    if (type === EXTENSION) {
      type = view.getUint16(start + 2);
      start += view.getUint32(start + 4);
    }
    if (type === PAIR_ADJUSTMENT) tables.push(pairTable(view, start, budget));
  }
  return tables;
}

function pairTable(view: DataView, at: number, budget: Budget): PairTable {
  const coverage = coverageOf(view, at + view.getUint16(at + 2), budget);
  const [first, second] = [view.getUint16(at + 4), view.getUint16(at + 6)];
  const recordBytes = 2 * (countBits(first) + countBits(second));
  // X_ADVANCE is the third of the values that a record may have.
  const advanceAt = 2 * countBits(first & 3);
  const advance = (record: number) => (first & 4 ? view.getInt16(record + advanceAt) : 0);
  if (view.getUint16(at) === 1) {
    return (left, right) => {
      const index = coverage.get(left);
      if (index === undefined) return undefined;
      const set = at + view.getUint16(at + 10 + 2 * index);
      const record = findPair(view, set, right, 2 + recordBytes);
      return record === undefined ? undefined : advance(record + 2);
    };
  }
  const leftClasses = classesOf(view, at + view.getUint16(at + 8), budget);
  const rightClasses = classesOf(view, at + view.getUint16(at + 10), budget);
  const rightCount = view.getUint16(at + 14);
  return (left, right) => {
    if (!coverage.has(left)) return undefined;
    const cell = (leftClasses.get(left) ?? 0) * rightCount + (rightClasses.get(right) ?? 0);
    return advance(at + 16 + cell * recordBytes);
  };
}

/** Pairs of one left glyph are in the order of the right ones. */
function findPair(view: DataView, set: number, right: number, bytes: number): number | undefined {
  let low = 0;
  let high = view.getUint16(set) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const record = set + 2 + middle * bytes;
    const glyph = view.getUint16(record);
    if (glyph === right) return record;
    if (glyph < right) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function countBits(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

function coverageOf(view: DataView, at: number, budget: Budget): Map<number, number> {
  const found = new Map<number, number>();
  const count = view.getUint16(at + 2);
  spend(budget, count);
  for (let index = 0; index < count; index++) {
    if (view.getUint16(at) === 1) found.set(view.getUint16(at + 4 + 2 * index), index);
    else {
      const range = at + 4 + 6 * index;
      const [start, end, base] = [view.getUint16(range), view.getUint16(range + 2), view.getUint16(range + 4)];
      spend(budget, Math.max(0, end - start));
      for (let glyph = start; glyph <= end; glyph++) found.set(glyph, base + glyph - start);
    }
  }
  return found;
}

function classesOf(view: DataView, at: number, budget: Budget): Map<number, number> {
  const found = new Map<number, number>();
  if (view.getUint16(at) === 1) {
    const start = view.getUint16(at + 2);
    const count = view.getUint16(at + 4);
    spend(budget, count);
    for (let index = 0; index < count; index++) found.set(start + index, view.getUint16(at + 6 + 2 * index));
    return found;
  }
  const ranges = view.getUint16(at + 2);
  for (let index = 0; index < ranges; index++) {
    const range = at + 4 + 6 * index;
    const value = view.getUint16(range + 4);
    const [start, end] = [view.getUint16(range), view.getUint16(range + 2)];
    spend(budget, 1 + Math.max(0, end - start));
    for (let glyph = start; glyph <= end; glyph++) found.set(glyph, value);
  }
  return found;
}
