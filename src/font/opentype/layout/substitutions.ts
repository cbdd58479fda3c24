/** Rules that replace glyphs by others (GSUB). */
import { chainedContextTable, contextTable, type LookupReading, type Subtable } from "./contextual-lookups.ts";
import { type LayoutTableReader, OBJECT_WEIGHT, UnusableLayoutTables } from "./layout-table.ts";

export const SUBSTITUTION_EXTENSION = 7;
/** Glyphs that replace one. */
const MAX_SEQUENCE = 64;

/**
 * A subtable of the kind (1 to 6); undefined for kinds and formats that fontkit does not apply: among them the eighth, which
 * goes through the text backwards.
 */
export function substitutionTable(
  type: number,
  table: LayoutTableReader,
  reading: LookupReading,
): Subtable | undefined {
  if (type === 5) return contextTable(table, reading);
  if (type === 6) return chainedContextTable(table, reading);
  const version = table.word(0);
  const coverage = reading.sets.coverage(table.follow(2));
  if (type === 1 && version === 1) return { version, coverage, deltaGlyphID: table.signed(4) };
  if (type === 1 && version === 2) {
    const substitutes = table.words(6, table.word(4));
    return { version, coverage: coverage.upTo(substitutes.length), substitute: listOf(substitutes) };
  }
  if (version !== 1 || type < 2 || type > 4) return undefined;
  const sets = table.parts(4);
  return { coverage: coverage.upTo(sets.length), ...setsOf(type, sets) };
}

function setsOf(type: number, sets: readonly (LayoutTableReader | undefined)[]): Subtable {
  if (type === 2) return { sequences: listOf(sets.map((set) => glyphsOf(set))) };
  if (type === 3) return { alternateSet: listOf(sets.map((set) => [glyphsOf(set)[0] ?? 0])) };
  return { ligatureSets: listOf(sets.map((set) => ligaturesOf(set))) };
}

/** @throws UnusableLayoutTables for more glyphs than fonts replace one by */
function glyphsOf(set: LayoutTableReader | undefined): number[] {
  if (!set) return [];
  const count = set.word(0);
  if (count > MAX_SEQUENCE) throw new UnusableLayoutTables(`they put ${count} glyphs in the place of one`);
  set.spend(OBJECT_WEIGHT);
  return set.words(2, count);
}

function ligaturesOf(set: LayoutTableReader | undefined): { glyph: number; components: number[] }[] {
  return (set?.parts(0) ?? []).flatMap((ligature) => {
    if (!ligature) return [];
    ligature.spend(2 * OBJECT_WEIGHT);
    return [{ glyph: ligature.word(0), components: ligature.words(4, Math.max(0, ligature.word(2) - 1)) }];
  });
}

/** fontkit reads such lists when it needs a member. */
function listOf<Member>(members: readonly Member[]): { get(index: number): Member | undefined } {
  return { get: (index) => members[index] };
}
