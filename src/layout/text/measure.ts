/** Widths of text. */
import type { MathInline } from "../model/blocks.ts";
import type { MathBox } from "./math-box.ts";
import { lettersJoin } from "./script.ts";
import type { TextStyle } from "./text-style.ts";

/** Advance width of `text` in a font, as a share of the em. */
export type EmWidthSource = (text: string, fontKey: string, kerning: boolean) => number;

/** The part of an equation that stays on one line. */
export interface EquationPart {
  widthPt: number;
  ascentPt: number;
  descentPt: number;
  box: MathBox;
  /** What follows is on the next line. */
  endsLine: boolean;
}

/** Lays an equation out; `style` is that of the surrounding text. */
export type EquationSource = (math: MathInline, style: TextStyle) => readonly EquationPart[];

/** For text without equations. */
const noEquations: EquationSource = () => [];

/** For a text with many different words the cache holds the latest ones. */
const MAX_CACHED = 20_000;

export class TextMeasurer {
  readonly #source: EmWidthSource;
  /** By font key: of kerned text, and of other text. */
  readonly #kerned = new Map<string, Map<string, number>>();
  readonly #plain = new Map<string, Map<string, number>>();
  #count = 0;
  /** The parts of an equation, which may be split across lines. */
  readonly equation: EquationSource;

  constructor(source: EmWidthSource, equations = noEquations) {
    this.#source = source;
    this.equation = equations;
  }

  /** Width in points, letter spacing and horizontal scale included: of the named font's advances if they are known. */
  width(text: string, style: TextStyle): number {
    const { advances } = style;
    if (!advances || lettersJoin(text)) return this.drawnWidth(text, style);
    let widthPt = 0;
    // Emoji of several characters are one sign.
    let unknown = "";
    for (const character of text) {
      const advance = advances.get(character);
      if (advance === undefined) {
        unknown += character;
        continue;
      }
      widthPt += this.drawnWidth(unknown, style);
      unknown = "";
      widthPt += (advance / 1000) * style.nominalPt * style.scale + style.spacingPt;
    }
    return widthPt + this.drawnWidth(unknown, style);
  }

  /** Width in points in the font that is drawn, even if it is a substitute. */
  drawnWidth(text: string, style: TextStyle): number {
    if (text === "") return 0;
    const byFont = style.kerning ? this.#kerned : this.#plain;
    let widths = byFont.get(style.fontKey);
    if (!widths) {
      widths = new Map();
      byFont.set(style.fontKey, widths);
    }
    let em = widths.get(text);
    if (em === undefined) {
      em = this.#source(text, style.fontKey, style.kerning);
      if (++this.#count > MAX_CACHED) {
        this.#kerned.clear();
        this.#plain.clear();
        this.#count = 1;
        widths.clear();
        byFont.set(style.fontKey, widths);
      }
      widths.set(text, em);
    }
    const spacing = style.spacingPt === 0 ? 0 : style.spacingPt * [...text].length;
    return em * style.sizePt * style.scale + spacing;
  }
}
