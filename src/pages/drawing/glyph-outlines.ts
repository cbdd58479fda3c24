/** Letters as paths. */
import type { Face } from "../../font/face.ts";
import { SLANT, type TextItem } from "../display-list/display-item.ts";
import type { Outline } from "../display-list/outline.ts";

/**
 * How outlines that are on a line are moved elsewhere.
 * @param middlePt the middle of a letter, which is turned as a whole; undefined for outlines that follow the line at
 * each of their points
 */
export type WarpFunction = (outline: Outline, middlePt?: number) => Outline;

/** Per stretch of letters: fonts may have outlines of any length. */
const MAX_COORDINATES = 40_000;
/** For all bent letters of a document: two seconds of work, and 3 MB. */
const MAX_WARPED_COORDINATES = 1_500_000;

export class GlyphOutlines {
  #bendable = MAX_WARPED_COORDINATES;
  readonly #glyphs = new WeakMap<Face, Map<number, Outline>>();

  /** Undefined if fonts have no outlines that can be read, or too long ones, and once too many were bent. */
  of(texts: readonly TextItem[], warp?: WarpFunction): Outline | undefined {
    let operators = "";
    const numbers: number[] = [];
    let coordinates = 0;
    for (const letter of texts) {
      const { face, sizePt, scale, yPt, glyphs, advancesPt, offsetsPt, look: appearance } = letter;
      const unitPt = sizePt / face.unitsPerEm;
      let atPt = 0;
      for (const [index, glyph] of glyphs.entries()) {
        const own = this.#glyph(face, glyph);
        coordinates += own?.numbers.length ?? 0;
        if (!own || coordinates > MAX_COORDINATES || (warp && this.#bendable < 0)) return undefined;
        const [rightPt, downPt] = offsetsPt?.[index] ?? [0, 0];
        const xPt = letter.xPt + (atPt + rightPt) * scale;
        const placed: number[] = [];
        for (let at = 0; at + 1 < own.numbers.length; at += 2) {
          const [x, y] = [own.numbers[at] ?? 0, own.numbers[at + 1] ?? 0];
          const leanPt = appearance.slanted ? y * unitPt * SLANT : 0;
          placed.push(xPt + x * unitPt * scale + leanPt, yPt + downPt - y * unitPt);
        }
        const advancePt = advancesPt[index] ?? 0;
        const middlePt = letter.xPt + (atPt + advancePt / 2) * scale;
        const outline = { operators: own.operators, numbers: placed };
        const shown = warp && own.operators !== "" ? warp(outline, middlePt) : outline;
        if (warp) this.#bendable -= shown.numbers.length;
        operators += shown.operators;
        for (const number of shown.numbers) numbers.push(number);
        atPt += advancePt;
      }
    }
    return { operators, numbers };
  }

  #glyph(face: Face, glyph: number): Outline | undefined {
    if (face.cff) return undefined;
    let known = this.#glyphs.get(face);
    if (!known) {
      known = new Map();
      this.#glyphs.set(face, known);
    }
    let outline = known.get(glyph);
    if (!outline) {
      try {
        outline = face.outline(glyph);
      } catch (error) {
        // Fonts that documents carry may be damaged.
        if (!(error instanceof RangeError)) throw error;
        return undefined;
      }
      if (outline.numbers.length > MAX_COORDINATES) return undefined;
      known.set(glyph, outline);
    }
    return outline;
  }
}
