/**
 * Walks along glyphs, skips those that a rule does not look at, and counts its steps. fontkit's processors get them
 * from it.
 */

import type { LookupFlags } from "../opentype/layout/lookups.ts";
import type { LookupSteps } from "./shaping-steps.ts";

/** A glyph as fontkit's processors have it. */
export interface WalkedGlyph {
  id: number;
  isMark: boolean;
  isBase: boolean;
  isLigature: boolean;
  markAttachmentType: number;
  /** The index of a mark's letter. */
  markAttachment: number | null;
  /** What the font is asked to do with it. */
  features: object;
}

export class GlyphWalk {
  index = 0;
  options: LookupFlags;
  readonly #glyphs: readonly WalkedGlyph[];
  readonly #steps: LookupSteps;

  constructor(glyphs: readonly WalkedGlyph[], flags: LookupFlags, steps: LookupSteps) {
    this.#glyphs = glyphs;
    this.options = flags;
    this.#steps = steps;
  }

  get flags(): LookupFlags["flags"] {
    return this.options.flags;
  }

  get cur(): WalkedGlyph | null {
    return this.#glyphs[this.index] ?? null;
  }

  reset(options: LookupFlags, index = 0): void {
    this.options = options;
    this.index = index;
  }

  next(): WalkedGlyph | null {
    return this.#move(1);
  }

  prev(): WalkedGlyph | null {
    return this.#move(-1);
  }

  /** The glyph that many places further, where the walk then is; undefined beyond the ends. */
  increment(count = 1): WalkedGlyph | undefined {
    for (let left = Math.abs(count); left > 0; left--) this.#move(count < 0 ? -1 : 1);
    return this.#glyphs[this.index];
  }

  peek(count = 1): WalkedGlyph | undefined {
    return this.#glyphs[this.peekIndex(count)];
  }

  peekIndex(count = 1): number {
    const from = this.index;
    this.increment(count);
    const index = this.index;
    this.index = from;
    return index;
  }

  #move(direction: 1 | -1): WalkedGlyph | null {
    let taken = 0;
    let glyph: WalkedGlyph | undefined;
    do {
      this.index += direction;
      taken++;
      glyph = this.#glyphs[this.index];
    } while (glyph && this.#isPassedOver(glyph));
    this.#steps.spend(taken);
    return glyph ?? null;
  }

  #isPassedOver(glyph: WalkedGlyph): boolean {
    const { flags, markAttachmentType, markFilter } = this.options;
    if (glyph.isMark) {
      if (flags.ignoreMarks || (markFilter && markFilter.index(glyph.id) < 0)) return true;
      return markAttachmentType !== 0 && glyph.markAttachmentType !== markAttachmentType;
    }
    return (flags.ignoreBaseGlyphs && glyph.isBase) || (flags.ignoreLigatures && glyph.isLigature);
  }
}
