/** Rules that apply others where glyphs are beside certain glyphs; GSUB and GPOS write them alike. */
import { type Coverage, type GlyphClasses, type GlyphSets, NO_GLYPHS } from "./glyph-sets.ts";
import { type LayoutTableReader, OBJECT_WEIGHT } from "./layout-table.ts";

/** The members of a subtable are those that fontkit asks for. */
export type Subtable = object;

export interface LookupReading {
  sets: GlyphSets;
  lookupCount: number;
  /** The lookups that the one being read applies. */
  nested: Set<number>;
}

interface NestedLookup {
  sequenceIndex: number;
  lookupListIndex: number;
}

/** The sequence: glyphs or classes, as the table's format says. */
interface Lookup {
  input: readonly number[];
  classes: readonly number[];
  lookupRecords: readonly NestedLookup[];
}

interface ChainedRule {
  backtrack: readonly number[];
  input: readonly number[];
  lookahead: readonly number[];
  lookupRecords: readonly NestedLookup[];
}

/** GSUB 5, GPOS 7. Undefined for a format that does not exist. */
export function contextTable(table: LayoutTableReader, reading: LookupReading): Subtable | undefined {
  const { sets } = reading;
  const version = table.word(0);
  if (version === 3) {
    const [glyphs, lookups] = [table.word(2), table.word(4)];
    const coverages = coveragesAt(table, 6, glyphs, sets);
    return { version, coverages, lookupRecords: nestedLookups(table, 6 + 2 * glyphs, lookups, glyphs, reading) };
  }
  const coverage = sets.coverage(table.follow(2));
  if (version === 1) {
    const ruleSets = ruleSetsOf(table, 4, (rule) => plainRule(rule, reading));
    return { version, coverage: coverage.upTo(ruleSets.length), ruleSets };
  }
  if (version !== 2) return undefined;
  const classDef = sets.classes(table.follow(4));
  const classSet = ruleSetsOf(table, 6, (rule) => plainRule(rule, reading));
  return { version, coverage, classDef, classSet: withAllClasses(classSet, classDef, table) };
}

/** GSUB 6, GPOS 8. Undefined for a format that does not exist. */
export function chainedContextTable(table: LayoutTableReader, reading: LookupReading): Subtable | undefined {
  const { sets } = reading;
  const version = table.word(0);
  if (version === 3) return chainedCoverages(table, reading);
  const coverage = sets.coverage(table.follow(2));
  if (version === 1) {
    const chainRuleSets = ruleSetsOf(table, 4, (rule) => chainedRule(rule, reading));
    return { version, coverage: coverage.upTo(chainRuleSets.length), chainRuleSets };
  }
  if (version !== 2) return undefined;
  return {
    version,
    coverage,
    backtrackClassDef: sets.classes(table.follow(4)),
    inputClassDef: sets.classes(table.follow(6)),
    lookaheadClassDef: sets.classes(table.follow(8)),
    chainClassSet: ruleSetsOf(table, 10, (rule) => chainedRule(rule, reading)),
  };
}

function chainedCoverages(table: LayoutTableReader, reading: LookupReading): Subtable {
  let at = 2;
  const [backtrack = [], input = [], lookahead = []] = [0, 1, 2].map(() => {
    const count = table.word(at);
    const coverages = coveragesAt(table, at + 2, count, reading.sets);
    at += 2 + 2 * count;
    return coverages;
  });
  return {
    version: 3,
    backtrackGlyphCount: backtrack.length,
    // The nearest glyph comes first in the font; fontkit compares from the farthest on.
    backtrackCoverage: backtrack.reverse(),
    inputGlyphCount: input.length,
    inputCoverage: input,
    lookaheadGlyphCount: lookahead.length,
    lookaheadCoverage: lookahead,
    lookupRecords: nestedLookups(table, at + 2, table.word(at), input.length, reading),
  };
}

function coveragesAt(table: LayoutTableReader, offset: number, count: number, sets: GlyphSets): Coverage[] {
  table.spend(count);
  return Array.from({ length: count }, (_, index) => {
    const part = table.follow(offset + 2 * index);
    return part ? sets.coverage(part) : NO_GLYPHS;
  });
}

/** No rules if a set is missing. */
function ruleSetsOf<Read>(table: LayoutTableReader, offset: number, read: (rule: LayoutTableReader) => Read): Read[][] {
  return table.parts(offset).map((set) => {
    const rules = set?.parts(0) ?? [];
    table.spend(OBJECT_WEIGHT * (1 + 2 * rules.length));
    return rules.flatMap((rule) => (rule ? [read(rule)] : []));
  });
}

function plainRule(rule: LayoutTableReader, reading: LookupReading): Lookup {
  const glyphs = rule.word(0);
  const following = Math.max(0, glyphs - 1);
  const input = rule.words(4, following);
  const lookupRecords = nestedLookups(rule, 4 + 2 * following, rule.word(2), glyphs, reading);
  return { input, classes: input, lookupRecords };
}

function chainedRule(rule: LayoutTableReader, reading: LookupReading): ChainedRule {
  const before = rule.word(0);
  const backtrack = rule.words(2, before).reverse();
  let at = 2 + 2 * before;
  const glyphs = rule.word(at);
  const input = rule.words(at + 2, Math.max(0, glyphs - 1));
  at += 2 + 2 * input.length;
  const lookahead = rule.words(at + 2, rule.word(at));
  at += 2 + 2 * lookahead.length;
  return {
    backtrack,
    input,
    lookahead,
    lookupRecords: nestedLookups(rule, at + 2, rule.word(at), glyphs, reading),
  };
}

/** Without those that name a glyph or a lookup that does not exist. */
function nestedLookups(
  table: LayoutTableReader,
  offset: number,
  count: number,
  glyphs: number,
  { lookupCount, nested }: LookupReading,
): NestedLookup[] {
  table.spend(OBJECT_WEIGHT * count);
  const found: NestedLookup[] = [];
  for (let index = 0; index < count; index++) {
    const sequenceIndex = table.word(offset + 4 * index);
    const lookupListIndex = table.word(offset + 4 * index + 2);
    if (sequenceIndex >= glyphs || lookupListIndex >= lookupCount) continue;
    nested.add(lookupListIndex);
    found.push({ sequenceIndex, lookupListIndex });
  }
  return found;
}

/** fontkit looks up the set of each class, whether or not there is one. */
function withAllClasses(sets: Lookup[][], classes: GlyphClasses, table: LayoutTableReader): Lookup[][] {
  const missing = Math.max(0, classes.highest + 1 - sets.length);
  table.spend(missing);
  return [...sets, ...Array.from({ length: missing }, () => [])];
}
