/** Rules that move glyphs (GPOS). */
import { chainedContextTable, contextTable, type LookupReading, type Subtable } from "./contextual-lookups.ts";
import type { Coverage, GlyphClasses } from "./glyph-sets.ts";
import { type LayoutTableReader, OBJECT_WEIGHT } from "./layout-table.ts";

export const POSITIONING_EXTENSION = 9;
export const PAIR_POSITIONING = 2;

/** In units of the font. */
type PositionValue = Partial<Record<(typeof VALUES)[number], number>>;

/** How two glyphs beside each other move. */
export interface PairTable {
  coverage: Coverage;
  /** Undefined if the table does not cover them. */
  pair(index: number, left: number, right: number): readonly [PositionValue, PositionValue] | undefined;
}

export interface Anchor {
  xCoordinate: number;
  yCoordinate: number;
}

/** The lowest bits of a format, in the order of the values. */
const VALUES = ["xPlacement", "yPlacement", "xAdvance", "yAdvance"] as const;

/** A subtable of the kind (1 to 8); undefined for formats that do not exist. */
export function positioningTable(type: number, table: LayoutTableReader, reading: LookupReading): Subtable | undefined {
  if (type === 7) return contextTable(table, reading);
  if (type === 8) return chainedContextTable(table, reading);
  const version = table.word(0);
  if (type === 1) return singleTable(version, table, reading);
  if (type === PAIR_POSITIONING) return pairTable(version, table, reading);
  if (version !== 1) return undefined;
  if (type === 3) return cursiveTable(table, reading);
  return type >= 4 && type <= 6 ? attachmentTable(type, table, reading) : undefined;
}

function singleTable(version: number, table: LayoutTableReader, { sets }: LookupReading): Subtable | undefined {
  const coverage = sets.coverage(table.follow(2));
  const format = table.word(4);
  if (version === 1) return { version, coverage, value: valueAt(table, 6, format) };
  if (version !== 2) return undefined;
  const count = table.word(6);
  const bytes = bytesOf(format);
  table.expect(8, count * bytes);
  return {
    version,
    coverage: coverage.upTo(count),
    values: { get: (index: number) => valueAt(table, 8 + index * bytes, format) },
  };
}

function pairTable(version: number, table: LayoutTableReader, { sets }: LookupReading): PairTable | undefined {
  const coverage = sets.coverage(table.follow(2));
  const [first, second] = [table.word(4), table.word(6)];
  const bytes = bytesOf(first) + bytesOf(second);
  const valuesAt = (part: LayoutTableReader, at: number) =>
    [valueAt(part, at, first), valueAt(part, at + bytesOf(first), second)] as const;
  if (version === 1) {
    const pairs = table.parts(8);
    for (const set of pairs) set?.expect(2, set.word(0) * (2 + bytes));
    const pair = (index: number, _: number, right: number) => {
      const set = pairs[index];
      const at = set && placeOfGlyph(set, right, 2 + bytes);
      return at === undefined ? undefined : valuesAt(set ?? table, at + 2);
    };
    return { coverage: coverage.upTo(pairs.length), pair };
  }
  if (version !== 2) return undefined;
  const classes: readonly GlyphClasses[] = [sets.classes(table.follow(8)), sets.classes(table.follow(10))];
  const [leftCount, rightCount] = [table.word(12), table.word(14)];
  table.expect(16, leftCount * rightCount * bytes);
  return {
    coverage,
    pair: (_, left, right) => {
      const [row = 0, column = 0] = [classes[0]?.of(left), classes[1]?.of(right)];
      if (row >= leftCount || column >= rightCount) return undefined;
      return valuesAt(table, 16 + (row * rightCount + column) * bytes);
    },
  };
}

/** Records of a set, each this many bytes long, are in the order of their glyphs. */
function placeOfGlyph(set: LayoutTableReader, glyph: number, bytes: number): number | undefined {
  let low = 0;
  let high = set.word(0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = 2 + middle * bytes;
    const found = set.word(at);
    if (found === glyph) return at;
    if (found < glyph) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function cursiveTable(table: LayoutTableReader, { sets }: LookupReading): Subtable {
  const count = table.word(4);
  table.spend(OBJECT_WEIGHT * count);
  const entryExitRecords = Array.from({ length: count }, (_, index) => ({
    entryAnchor: anchorOf(table.follow(6 + 4 * index)),
    exitAnchor: anchorOf(table.follow(8 + 4 * index)),
  }));
  return { coverage: sets.coverage(table.follow(2)).upTo(count), entryExitRecords };
}

/** Marks on letters (4), on ligatures (5), on marks (6). */
function attachmentTable(type: number, table: LayoutTableReader, { sets }: LookupReading): Subtable {
  const classCount = table.word(6);
  const marks = marksOf(table.follow(8));
  const bases = table.follow(10);
  const markCoverage = sets.coverage(table.follow(2)).upTo(marks.length);
  const baseCoverage = sets.coverage(table.follow(4));
  if (type === 5) {
    const ligatures = (bases?.parts(0) ?? []).map((ligature) => anchorRows(ligature, classCount));
    const ligatureCoverage = baseCoverage.upTo(ligatures.length);
    return { markCoverage, ligatureCoverage, markArray: marks, ligatureArray: ligatures };
  }
  const rows = anchorRows(bases, classCount);
  const covered = baseCoverage.upTo(rows.length);
  return type === 4
    ? { markCoverage, baseCoverage: covered, markArray: marks, baseArray: rows }
    : { mark1Coverage: markCoverage, mark2Coverage: covered, mark1Array: marks, mark2Array: rows };
}

function marksOf(table: LayoutTableReader | undefined): { class: number; markAnchor: Anchor | undefined }[] {
  if (!table) return [];
  const count = table.word(0);
  table.spend(OBJECT_WEIGHT * count);
  return Array.from({ length: count }, (_, index) => ({
    class: table.word(2 + 4 * index),
    markAnchor: anchorOf(table.follow(4 + 4 * index)),
  }));
}

/** An anchor for each class of marks, for each letter or part of a ligature. */
function anchorRows(table: LayoutTableReader | undefined, classCount: number): (Anchor | undefined)[][] {
  if (!table) return [];
  const count = table.word(0);
  table.spend(count * (classCount + OBJECT_WEIGHT));
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: classCount }, (_, column) => anchorOf(table.follow(2 + 2 * (row * classCount + column)))),
  );
}

function anchorOf(table: LayoutTableReader | undefined): Anchor | undefined {
  if (!table) return undefined;
  table.spend(OBJECT_WEIGHT);
  return { xCoordinate: table.signed(2), yCoordinate: table.signed(4) };
}

/** Bytes of a record of values: tables that adjust them to sizes are among them, but not followed. */
function bytesOf(format: number): number {
  let bytes = 0;
  for (let rest = format & 0xff; rest > 0; rest >>= 1) bytes += 2 * (rest & 1);
  return bytes;
}

function valueAt(table: LayoutTableReader, offset: number, format: number): PositionValue {
  const value: PositionValue = {};
  let at = offset;
  for (const [bit, name] of VALUES.entries()) {
    if ((format & (1 << bit)) === 0) continue;
    value[name] = table.signed(at);
    at += 2;
  }
  return value;
}
