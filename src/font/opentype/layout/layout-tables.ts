/**
 * The layout rules of a font (GSUB, GPOS and GDEF of ISO/IEC 14496-22), read within bounds into what fontkit works
 * with. fontkit's own reader believes what a font says about its sizes and follows its offsets in circles.
 */
import { viewOf } from "../sfnt.ts";
import { type GlyphDefinition, glyphDefinition } from "./glyph-definition.ts";
import type { Coverage } from "./glyph-sets.ts";
import {
  type LayoutAllowance,
  LayoutTableReader,
  OBJECT_WEIGHT,
  TOO_SHORT,
  UnusableLayoutTables,
} from "./layout-table.ts";
import { type Lookup, type LookupKind, lookupsOf } from "./lookups.ts";
import { POSITIONING_EXTENSION, positioningTable } from "./positioning.ts";
import { SUBSTITUTION_EXTENSION, substitutionTable } from "./substitutions.ts";

/** What a font contains. */
export interface LayoutTables {
  substitution: Uint8Array | undefined;
  positioning: Uint8Array | undefined;
  definition: Uint8Array | undefined;
}

export interface LayoutTableSet {
  substitution: LookupTable | undefined;
  positioning: LookupTable | undefined;
  definition: GlyphDefinition | undefined;
}

/** The members are those that fontkit asks for. */
interface LookupTable {
  scriptList: readonly { tag: string; script: Script }[];
  featureList: readonly { tag: string; feature: { lookupListIndexes: readonly number[] } }[];
  lookupList: { get(index: number): Lookup | undefined };
}

interface Language {
  featureIndexes: readonly number[];
}

interface Script {
  defaultLangSys: Language | null;
  langSysRecords: readonly { tag: string; langSys: Language }[];
}

const SUBSTITUTION: LookupKind = { extension: SUBSTITUTION_EXTENSION, read: substitutionTable };
const POSITIONING: LookupKind = { extension: POSITIONING_EXTENSION, read: positioningTable };

const MAX_SCRIPTS = 256;
const MAX_FEATURES = 16_384;
/** For one language: fontkit goes through them for each text. */
const MAX_LANGUAGE_FEATURES = 1_024;

/** @throws UnusableLayoutTables if they break a bound */
export function readLayoutTables(tables: LayoutTables, glyphCount: number, allowance: LayoutAllowance): LayoutTableSet {
  try {
    const definition = glyphDefinition(tables.definition, glyphCount, allowance);
    const markSets = definition?.markSets ?? [];
    return {
      substitution: lookupTable(tables.substitution, SUBSTITUTION, markSets, allowance),
      positioning: lookupTable(tables.positioning, POSITIONING, markSets, allowance),
      definition,
    };
  } catch (error) {
    if (error instanceof RangeError) throw new UnusableLayoutTables(TOO_SHORT, error);
    throw error;
  }
}

/** Undefined if the font has no such rules. */
function lookupTable(
  bytes: Uint8Array | undefined,
  kind: LookupKind,
  markSets: readonly Coverage[],
  allowance: LayoutAllowance,
): LookupTable | undefined {
  if (!bytes || bytes.length < 10) return undefined;
  const table = new LayoutTableReader(viewOf(bytes), 0, allowance);
  const [scripts, features, lookups] = [4, 6, 8].map((offset) => table.follow(offset));
  if (table.word(0) !== 1 || !scripts || !features || !lookups) return undefined;
  const read = lookupsOf(lookups, kind, markSets);
  const featureList = featuresOf(features, read.length);
  return {
    scriptList: scriptsOf(scripts, featureList.length),
    featureList,
    lookupList: { get: (index) => read[index] },
  };
}

function scriptsOf(table: LayoutTableReader, featureCount: number): LookupTable["scriptList"] {
  const count = table.word(0);
  if (count > MAX_SCRIPTS) throw new UnusableLayoutTables(`they speak of ${count} scripts`);
  return Array.from({ length: count }, (_, index) => {
    const tag = table.tag(2 + 6 * index);
    const script = table.part(table.word(6 + 6 * index));
    const standard = script.follow(0);
    return {
      tag,
      script: {
        defaultLangSys: standard ? languageOf(standard, featureCount) : null,
        langSysRecords: languagesOf(script, featureCount),
      },
    };
  });
}

function languagesOf(script: LayoutTableReader, featureCount: number): Script["langSysRecords"] {
  const count = script.word(2);
  script.spend(OBJECT_WEIGHT * count);
  return Array.from({ length: count }, (_, index) => {
    const langSys = languageOf(script.part(script.word(8 + 6 * index)), featureCount);
    return { tag: script.tag(4 + 6 * index), langSys };
  });
}

function languageOf(table: LayoutTableReader, featureCount: number): Language {
  const features = distinct(table.words(6, table.word(4)), featureCount);
  if (features.length > MAX_LANGUAGE_FEATURES)
    throw new UnusableLayoutTables(`they have ${features.length} features at once`);
  return { featureIndexes: features };
}

function featuresOf(table: LayoutTableReader, lookupCount: number): LookupTable["featureList"] {
  const count = table.word(0);
  if (count > MAX_FEATURES) throw new UnusableLayoutTables(`they have ${count} features`);
  table.spend(2 * OBJECT_WEIGHT * count);
  return Array.from({ length: count }, (_, index) => {
    const feature = table.part(table.word(6 + 6 * index));
    const lookupListIndexes = distinct(feature.words(4, feature.word(2)), lookupCount);
    return { tag: table.tag(2 + 6 * index), feature: { lookupListIndexes } };
  });
}

/** Each number once, and none that names nothing. */
function distinct(numbers: readonly number[], count: number): number[] {
  return [...new Set(numbers)].filter((number) => number < count);
}
