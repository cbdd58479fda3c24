/**
 * Text in one face, script and direction -> glyphs in their places, by fontkit. It is loaded when the first text needs
 * it: most documents have none.
 */
import type { Font } from "fontkit";
import type { Face } from "../face.ts";
import type { LayoutTableSet } from "../opentype/layout/layout-tables.ts";
import type { Direction } from "./directions.ts";
import { forgetScript, lookupApplier } from "./lookup-processor.ts";
import { EndlessLookups, LookupSteps } from "./shaping-steps.ts";

/** Lengths as shares of the em. */
export interface ShapedGlyph {
  id: number;
  advance: number;
  /** From where the pen is; upwards. */
  offsetX: number;
  offsetY: number;
  /** The characters that it stands for; empty if another glyph does. */
  characters: string;
}

/**
 * Characters that are set in one go, more than a line has: the cost of some of fontkit's work grows with the square.
 */
export const MAX_SHAPED_LENGTH = 500;
/** Fonts take some hundreds per character, those of Nastaliq some thousands. */
const STEPS_PER_TEXT = 20_000;
const STEPS_PER_CHARACTER = 10_000;
/** The cost of fontkit's work beside following rules, as steps. */
const STEPS_OF_TEXT = 200;
const STEPS_OF_CHARACTER = 20;
const GLYPHS_PER_TEXT = 64;
const GLYPHS_PER_CHARACTER = 8;
/** Advances and offsets in ems: the longest ligatures have ten. */
const MAX_LENGTH = 64;

/** A font without tables: everything that fontkit may ask for is put into it. */
const NO_TABLES = Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

export class Shaper {
  readonly #create: (bytes: Uint8Array) => Font;
  readonly #fonts = new WeakMap<LayoutTableSet, Font>();
  readonly #steps = new LookupSteps();

  private constructor(create: (bytes: Uint8Array) => Font) {
    this.#create = create;
  }

  static async load(): Promise<Shaper> {
    const { create } = await import("fontkit");
    return new Shaper((bytes) => {
      const font = create(Buffer.from(bytes));
      if (!("layout" in font)) throw new Error("fontkit made a collection of a font");
      return font;
    });
  }

  /**
   * Left to right as they are seen; undefined if fontkit has no result for the text.
   *
   * @param text at most {@link MAX_SHAPED_LENGTH} characters
   * @param budget the steps that were taken are subtracted
   * @throws EndlessLookups if the rules take more steps than a font's do
   */
  shape(
    face: Face,
    rules: LayoutTableSet,
    text: string,
    direction: Direction,
    kerning: boolean,
    budget: { steps: number },
  ): ShapedGlyph[] | undefined {
    const most = Math.min(budget.steps, STEPS_PER_TEXT + STEPS_PER_CHARACTER * text.length);
    this.#steps.begin(most, GLYPHS_PER_TEXT + GLYPHS_PER_CHARACTER * text.length);
    const font = this.#font(face, rules);
    try {
      this.#steps.spend(STEPS_OF_TEXT + STEPS_OF_CHARACTER * text.length);
      forgetScript(font);
      const { glyphs, positions } = font.layout(text, { kern: kerning }, undefined, undefined, direction);
      return glyphs.map(({ id, codePoints }, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        return {
          id: face.drawable(id),
          advance: bounded(xAdvance / face.unitsPerEm),
          offsetX: bounded(xOffset / face.unitsPerEm),
          offsetY: bounded(yOffset / face.unitsPerEm),
          characters: codePoints.map((point) => String.fromCodePoint(point)).join(""),
        };
      });
    } catch (error) {
      if (error instanceof EndlessLookups) throw error;
      // fontkit trips over rules that contradict what it knows of a script: the text is set letter by letter.
      return undefined;
    } finally {
      budget.steps -= most - this.#steps.left;
    }
  }

  #font(face: Face, rules: LayoutTableSet): Font {
    let font = this.#fonts.get(rules);
    if (!font) {
      font = lookupApplier(this.#create(NO_TABLES), face, rules, this.#steps);
      this.#fonts.set(rules, font);
    }
    return font;
  }
}

function bounded(value: number): number {
  return Number.isFinite(value) ? Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, value)) : 0;
}
