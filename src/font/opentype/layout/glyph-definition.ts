/** What glyphs are to the rules (GDEF): letters, ligatures, marks, and sets of marks. */
import { viewOf } from "../sfnt.ts";
import { type Coverage, GlyphSets } from "./glyph-sets.ts";
import { type LayoutAllowance, LayoutTableReader } from "./layout-table.ts";

/** The members of it and of its lists are those that fontkit asks for. */
export interface GlyphDefinition {
  glyphClassDef: ClassList | undefined;
  markAttachClassDef: ClassList | undefined;
  markSets: readonly Coverage[];
}

/** Glyph -> class. */
interface ClassList {
  version: 1;
  startGlyph: 0;
  classValueArray: Uint16Array;
}

/** Its minor version says whether there are sets of marks. */
const WITH_MARK_SETS = 2;

/**
 * Undefined if the font does not say.
 * @throws UnusableLayoutTables
 */
export function glyphDefinition(
  bytes: Uint8Array | undefined,
  glyphCount: number,
  allowance: LayoutAllowance,
): GlyphDefinition | undefined {
  if (!bytes || bytes.length < 12) return undefined;
  const table = new LayoutTableReader(viewOf(bytes), 0, allowance);
  const sets = new GlyphSets();
  const [glyphClassDef, markAttachClassDef] = [4, 10].map((offset): ClassList | undefined => {
    const part = table.follow(offset);
    if (!part) return undefined;
    table.spend(glyphCount >> 2);
    return { version: 1, startGlyph: 0, classValueArray: sets.classes(part).list(glyphCount) };
  });
  const markSets = table.word(2) >= WITH_MARK_SETS ? markSetsOf(table.follow(12), sets) : [];
  return { glyphClassDef, markAttachClassDef, markSets };
}

function markSetsOf(table: LayoutTableReader | undefined, sets: GlyphSets): Coverage[] {
  if (!table) return [];
  const count = table.word(2);
  table.spend(count);
  return Array.from({ length: count }, (_, index) => sets.coverage(table.part(table.long(4 + 4 * index))));
}
