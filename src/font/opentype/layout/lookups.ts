/** Lookups: lists of rules of one kind, which features and other lookups name by their indexes. */
import type { LookupReading, Subtable } from "./contextual-lookups.ts";
import { type Coverage, GlyphSets } from "./glyph-sets.ts";
import { type LayoutTableReader, OBJECT_WEIGHT, UnusableLayoutTables } from "./layout-table.ts";

/** Which glyphs a lookup does not look at. */
export interface LookupFlags {
  flags: { rightToLeft: boolean; ignoreBaseGlyphs: boolean; ignoreLigatures: boolean; ignoreMarks: boolean };
  /** 0, or the only class of marks that is looked at. */
  markAttachmentType: number;
  /** The only marks that are looked at. */
  markFilter: Coverage | undefined;
}

export interface Lookup {
  lookupType: number;
  flags: LookupFlags;
  subTables: readonly Subtable[];
}

/** GSUB or GPOS. */
export interface LookupKind {
  /** The type of lookups that state elsewhere what they are. */
  extension: number;
  read(type: number, table: LayoutTableReader, reading: LookupReading): Subtable | undefined;
}

/** Fonts with very many have some hundreds. */
const MAX_LOOKUPS = 4_096;
/** Rules that apply rules that apply rules: fonts of Nastaliq have six levels. */
const MAX_NESTING = 16;

/**
 * The contents of the list of lookups.
 * @param markSets those that lookups name as the only marks they look at
 * @throws UnusableLayoutTables if they break a bound
 */
export function lookupsOf(table: LayoutTableReader, kind: LookupKind, markSets: readonly Coverage[]): Lookup[] {
  const count = table.word(0);
  if (count > MAX_LOOKUPS) throw new UnusableLayoutTables(`they have ${count} lookups`);
  const sets = new GlyphSets();
  const nested: Set<number>[] = [];
  const lookups = Array.from({ length: count }, (_, index) => {
    const reading: LookupReading = { sets, lookupCount: count, nested: new Set() };
    nested.push(reading.nested);
    return lookupOf(table.part(table.word(2 + 2 * index)), kind, reading, markSets);
  });
  checkNesting(nested);
  return lookups;
}

function lookupOf(
  table: LayoutTableReader,
  { extension, read }: LookupKind,
  reading: LookupReading,
  markSets: readonly Coverage[],
): Lookup {
  let lookupType = table.word(0);
  const isExtended = lookupType === extension;
  const subTables: Subtable[] = [];
  for (const [index, part] of table.parts(4).entries()) {
    if (!part) continue;
    let subtable = part;
    if (isExtended) {
      const type = part.word(2);
      if (type === extension) throw new UnusableLayoutTables("they send from one place to the next");
      if (index > 0 && type !== lookupType) throw new UnusableLayoutTables("they mix rules of several kinds");
      lookupType = type;
      subtable = part.part(part.long(4));
    }
    table.spend(2 * OBJECT_WEIGHT);
    const found = read(lookupType, subtable, reading);
    if (found) subTables.push(found);
  }
  return { lookupType, flags: flagsOf(table, markSets), subTables };
}

function flagsOf(table: LayoutTableReader, markSets: readonly Coverage[]): LookupFlags {
  const flag = table.word(2);
  const has = (bit: number) => (flag & bit) !== 0;
  return {
    flags: { rightToLeft: has(1), ignoreBaseGlyphs: has(2), ignoreLigatures: has(4), ignoreMarks: has(8) },
    markAttachmentType: flag >> 8,
    markFilter: has(16) ? markSets[table.word(6 + 2 * table.word(4))] : undefined,
  };
}

/**
 * @param nested lookup -> those that it applies
 * @throws UnusableLayoutTables if lookups apply themselves, or too many are nested
 */
function checkNesting(nested: readonly ReadonlySet<number>[]): void {
  const depths = new Map<number, number>();
  const open = new Set<number>();
  const depthOf = (lookup: number): number => {
    const known = depths.get(lookup);
    if (known !== undefined) return known;
    if (open.has(lookup)) throw new UnusableLayoutTables("they apply themselves in a circle");
    open.add(lookup);
    let depth = 1;
    for (const inner of nested[lookup] ?? []) depth = Math.max(depth, 1 + depthOf(inner));
    if (depth > MAX_NESTING)
      throw new UnusableLayoutTables(`more than ${MAX_NESTING} of them are nested in each other`);
    open.delete(lookup);
    depths.set(lookup, depth);
    return depth;
  };
  for (const lookup of nested.keys()) depthOf(lookup);
}
