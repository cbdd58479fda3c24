/**
 * What one document needs to set letters that are more than their glyphs one after the other: the shaper, the rules of the
 * faces, and how much those of its own fonts may take.
 */

import type { Face } from "../face.ts";
import { type LayoutAllowance, UnusableLayoutTables } from "../opentype/layout/layout-table.ts";
import { type LayoutTableSet, readLayoutTables } from "../opentype/layout/layout-tables.ts";
import { scriptTags } from "./complex-text.ts";
import type { Direction } from "./directions.ts";
import { MAX_SHAPED_LENGTH, type ShapedGlyph, Shaper } from "./shaper.ts";
import { EndlessLookups } from "./shaping-steps.ts";

/** Rules of the service's own faces, kept as long as the faces are. Null for those that have none. */
const servedLayoutTables = new WeakMap<Face, LayoutTableSet | null>();
let shaper: Promise<Shaper> | undefined;

/** One for an isolate. */
function loadedShaper(): Promise<Shaper> {
  shaper ??= Shaper.load();
  return shaper;
}

/** For one font, some eight bytes each: the rules of those with the most letters take a quarter of it. */
const MAX_LAYOUT_WEIGHT = 1_000_000;
/** For all of a document's own fonts, including those that are refused. */
const MAX_CUSTOM_LAYOUT_WEIGHT = 3_000_000;
/** For all texts of a document in its own fonts: some seconds. */
const MAX_STEPS = 100_000_000;

export class DocumentShaping {
  #shaper: Shaper | undefined;
  #isWanted = false;
  /** The fonts that strangers made, and the family under which each is requested. */
  readonly #custom = new Map<Face, string>();
  readonly #customLayoutTables = new Map<Face, LayoutTableSet | null>();
  readonly #unusable = new Map<string, string>();
  #customWeightLeft = MAX_CUSTOM_LAYOUT_WEIGHT;
  readonly #budget = { steps: MAX_STEPS };

  /** Families whose rules cannot be used -> the end of a sentence about the rules that says why. */
  get unusable(): ReadonlyMap<string, string> {
    return this.#unusable;
  }

  addCustom(face: Face, family: string): void {
    this.#custom.set(face, family);
  }

  /** A text needs the shaper, or earlier text must be set once more. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  want(): void {
    this.#isWanted ||= !this.#shaper;
  }

  async load(): Promise<void> {
    if (this.#isWanted) this.#shaper ??= await loadedShaper();
    this.#isWanted = false;
  }

  /** Whether letters that join are drawn with the face: a stranger's face must have rules for their script. */
  joins(face: Face, codePoint: number): boolean {
    if (!this.#custom.has(face)) return true;
    const known = this.#rules(face)?.substitution?.scriptList;
    if (!known) return false;
    const tags = scriptTags(codePoint);
    return tags.length === 0 || known.some(({ tag }) => tags.includes(tag));
  }

  /** Undefined if a text is set letter by letter. */
  shape(face: Face, text: string, direction: Direction, kerning: boolean): ShapedGlyph[] | undefined {
    const rules = this.#shaper && this.#rules(face);
    if (!rules || text.length > MAX_SHAPED_LENGTH) return undefined;
    const family = this.#custom.get(face);
    const budget = family === undefined ? { steps: MAX_STEPS } : this.#budget;
    try {
      return this.#shaper?.shape(face, rules, text, direction, kerning, budget);
    } catch (error) {
      if (!(error instanceof EndlessLookups)) throw error;
      if (family !== undefined) {
        this.#unusable.set(family, "following them comes to no end");
        this.#customLayoutTables.set(face, null);
        // Text that was set with them is set anew.
        this.#isWanted = true;
      }
      return undefined;
    }
  }

  #rules(face: Face): LayoutTableSet | undefined {
    const known = this.#custom.has(face) ? this.#customLayoutTables : servedLayoutTables;
    let rules = known.get(face);
    if (rules === undefined) {
      rules = this.#read(face) ?? null;
      known.set(face, rules);
    }
    return rules ?? undefined;
  }

  #read(face: Face): LayoutTableSet | undefined {
    const family = this.#custom.get(face);
    const most = family === undefined ? MAX_LAYOUT_WEIGHT : Math.min(MAX_LAYOUT_WEIGHT, this.#customWeightLeft);
    const allowance: LayoutAllowance = { left: most };
    try {
      return readLayoutTables(face.layoutTables, face.glyphCount, allowance);
    } catch (error) {
      if (!(error instanceof UnusableLayoutTables)) throw error;
      this.#unusable.set(family ?? face.postScriptName, error.because);
      return undefined;
    } finally {
      if (family !== undefined) this.#customWeightLeft -= most - Math.max(0, allowance.left);
    }
  }
}
