/**
 * Puts the rules that were read (rules/layout-rules.ts) into fontkit, which never sees the font's file, and counts what
 * following them takes: rules in strangers' fonts may be short and go on forever.
 */
import type { Font } from "fontkit";
import type { Face } from "../face.ts";
import type { Coverage, GlyphClasses } from "../opentype/layout/glyph-sets.ts";
import type { LayoutTableSet } from "../opentype/layout/layout-tables.ts";
import type { Lookup } from "../opentype/layout/lookups.ts";
import { type Anchor, PAIR_POSITIONING, type PairTable } from "../opentype/layout/positioning.ts";
import { GlyphWalk, type WalkedGlyph } from "./glyph-walk.ts";
import type { LookupSteps } from "./shaping-steps.ts";

/** fontkit's own, as far as it is used. */
interface Processor {
  glyphs: WalkedGlyph[];
  positions: unknown;
  glyphIterator: GlyphWalk;
  currentFeature: string | null;
  applyLookup(type: number, table: object): boolean;
  applyLookups(lookups: readonly ChosenLookup[], glyphs: WalkedGlyph[], positions: unknown): void;
  lookupsForFeatures(...features: unknown[]): unknown[];
  coverageIndex(coverage: Coverage, glyph?: number | null): number;
  getClassID(glyph: number, classes: GlyphClasses): number;
  match(start: number, sequence: readonly unknown[], ...how: unknown[]): unknown;
}

interface PositioningProcessor extends Processor {
  applyPositionValue(sequenceIndex: number, value: object): void;
  applyAnchor(mark: { markAnchor?: Anchor }, anchor: Anchor | undefined, letter: number): void;
  fixMarkAttachment(): void;
}

interface ChosenLookup {
  feature: string;
  lookup: Lookup;
}

const PROCESSORS = ["GSUBProcessor", "GPOSProcessor"] as const;
const MULTIPLE_SUBSTITUTION = 2;

/** A fontkit font that follows the rules; `steps` count what it takes. */
export function lookupApplier(font: Font, face: Face, rules: LayoutTableSet, steps: LookupSteps): Font {
  const members: Readonly<Record<string, unknown>> = {
    GSUB: rules.substitution,
    GPOS: rules.positioning,
    GDEF: rules.definition,
    unitsPerEm: face.unitsPerEm,
    _cmapProcessor: { lookup: (codePoint: number) => face.glyph(codePoint) },
    getGlyph: (id: number, codePoints: readonly number[] = []) => new LookupGlyph(face, id, codePoints),
  };
  for (const [name, value] of Object.entries(members)) Object.defineProperty(font, name, { value });
  for (const processor of processorsOf(font)) {
    restrain(processor, steps);
    if (isPositioning(processor)) restrainPositioning(processor, steps);
  }
  return font;
}

/** The choice for the last text is forgotten: scripts that a font lacks would get the rules of that text. */
export function forgetScript(font: Font): void {
  for (const processor of processorsOf(font)) Object.assign(processor, { script: null, scriptTag: null, features: {} });
}

function processorsOf(font: Font): Processor[] {
  const engine = member(member(font, "_layoutEngine"), "engine");
  return PROCESSORS.map((name) => member(engine, name)).filter(isProcessor);
}

function restrain(processor: Processor, steps: LookupSteps): void {
  const { applyLookup, lookupsForFeatures, match } = processor;
  processor.coverageIndex = (coverage, glyph) => coverage.index(glyph ?? processor.glyphIterator.cur?.id ?? -1);
  processor.getClassID = (glyph, classes) => classes.of(glyph);
  processor.lookupsForFeatures = (...features) => {
    const lookups = lookupsForFeatures.apply(processor, features);
    steps.spend(lookups.length);
    return lookups;
  };
  processor.match = (start, sequence, ...how) => {
    steps.spend(1);
    return match.call(processor, start, sequence, ...how);
  };
  processor.applyLookup = (type, table) => {
    const { glyphs, glyphIterator: walk } = processor;
    steps.spend(1);
    // A rule within a rule may have taken the glyph that the next one is meant for.
    if (!walk.cur) return false;
    const before = glyphs.length;
    let isApplied: boolean;
    try {
      isApplied = applyLookup.call(processor, type, table);
    } catch (error) {
      // fontkit trips over rules for parts that a ligature does not have: such a rule does not apply.
      if (error instanceof TypeError) return false;
      throw error;
    }
    steps.checkLength(glyphs.length);
    // What replaced a glyph is not looked at again: a letter that becomes itself and a mark would never end.
    if (type === MULTIPLE_SUBSTITUTION && isApplied) walk.index += glyphs.length - before;
    return isApplied;
  };
  processor.applyLookups = (lookups, glyphs, positions) => {
    Object.assign(processor, { glyphs, positions });
    for (const { feature, lookup } of lookups) {
      const walk = new GlyphWalk(glyphs, lookup.flags, steps);
      Object.assign(processor, { currentFeature: feature, glyphIterator: walk });
      for (; walk.index < glyphs.length; walk.next()) {
        if (walk.cur && feature in walk.cur.features) applyFirst(processor, lookup);
      }
    }
  };
}

/** The first of a lookup's tables that covers the glyph. */
function applyFirst(processor: Processor, { lookupType, subTables }: Lookup): void {
  for (const table of subTables) if (processor.applyLookup(lookupType, table)) return;
}

function restrainPositioning(processor: PositioningProcessor, steps: LookupSteps): void {
  const { applyLookup, applyAnchor, fixMarkAttachment } = processor;
  processor.applyLookup = (type, table) =>
    type === PAIR_POSITIONING && isPairTable(table)
      ? movePair(processor, table, steps)
      : applyLookup.call(processor, type, table);
  processor.applyAnchor = (mark, anchor, letter) => {
    if (mark.markAnchor && anchor) applyAnchor.call(processor, mark, anchor, letter);
  };
  processor.fixMarkAttachment = () => {
    // It goes from each mark back to its letter.
    for (const [index, { markAttachment }] of processor.glyphs.entries()) {
      if (markAttachment !== null) steps.spend(Math.abs(index - markAttachment));
    }
    fixMarkAttachment.call(processor);
  };
}

function movePair(processor: PositioningProcessor, table: PairTable, steps: LookupSteps): boolean {
  steps.spend(1);
  const { glyphIterator: iterator } = processor;
  const left = iterator.cur;
  const index = left ? table.coverage.index(left.id) : -1;
  if (!left || index < 0) return false;
  const right = iterator.peek();
  const pair = right ? table.pair(index, left.id, right.id) : undefined;
  if (!pair) return false;
  for (const [place, value] of pair.entries()) processor.applyPositionValue(place, value);
  return true;
}

function isPairTable(table: object): table is PairTable {
  return "pair" in table;
}

const PROCESSOR_FUNCTIONS = [
  "applyLookup",
  "applyLookups",
  "lookupsForFeatures",
  "coverageIndex",
  "getClassID",
  "match",
];
const POSITIONING_FUNCTIONS = ["applyPositionValue", "applyAnchor", "fixMarkAttachment"];

function isProcessor(value: unknown): value is Processor {
  return PROCESSOR_FUNCTIONS.every((name) => typeof member(value, name) === "function");
}

function isPositioning(value: Processor): value is PositioningProcessor {
  return POSITIONING_FUNCTIONS.every((name) => typeof member(value, name) === "function");
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

const MARK = /^\p{M}$/u;

/** What fontkit needs from a glyph. */
class LookupGlyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly #face: Face;

  constructor(face: Face, id: number, codePoints: readonly number[]) {
    this.#face = face;
    this.id = id;
    this.codePoints = codePoints;
  }

  get advanceWidth(): number {
    return this.#face.advanceUnits(this.id);
  }

  get isMark(): boolean {
    return this.codePoints.length > 0 && this.codePoints.every((code) => MARK.test(String.fromCodePoint(code)));
  }

  /** In units of the font. */
  get cbox(): GlyphBox {
    const [left, bottom, right, top] = this.#face.glyphBox(this.id) ?? [0, 0, 0, 0];
    const { unitsPerEm } = this.#face;
    return new GlyphBox(left * unitsPerEm, bottom * unitsPerEm, right * unitsPerEm, top * unitsPerEm);
  }
}

class GlyphBox {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;

  constructor(minX: number, minY: number, maxX: number, maxY: number) {
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
  }

  get width(): number {
    return this.maxX - this.minX;
  }

  get height(): number {
    return this.maxY - this.minY;
  }

  copy(): GlyphBox {
    return new GlyphBox(this.minX, this.minY, this.maxX, this.maxY);
  }
}
