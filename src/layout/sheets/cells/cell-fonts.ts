/** Fonts of cells: widths and line metrics. */

import { largestOf } from "../../../domain/collections/long-lists.ts";
import {
  familyList,
  isEastAsianFont,
  knownMetrics,
  substituteSize,
  type VerticalMetrics,
} from "../../../font/substitutes/families.ts";
import type { EmWidthSource } from "../../text/measure.ts";
import type { CellFont } from "../styles/rich-text.ts";

interface FontFace {
  /** Key of `EmWidthSource`: style and weight, then families. */
  key: string;
  familyCss: string;
  sizeFactor: number;
  metrics: VerticalMetrics;
  /** Texts -> their widths as shares of the em. */
  widths: Map<string, number>;
}

/** Widths that are remembered, of all faces. */
const MAX_KNOWN_WIDTHS = 200_000;
/** Longer texts are measured once for each layout of a cell, which is remembered itself. */
const MAX_KNOWN_TEXT = 256;

const CLASS_FAMILIES: Readonly<Record<number, string>> = { 1: "Times New Roman", 2: "Arial", 3: "Courier New" };
const SCRIPT_SIZE = 0.65;
const RAISED_EM = { baseline: 0, superscript: 0.35, subscript: -0.14 };
const DIGITS = "0123456789";

export class CellFonts {
  readonly #widths: EmWidthSource;
  readonly #metrics: (family: string, familyCss: string) => VerticalMetrics;
  readonly #isPresent: (family: string) => boolean;
  readonly #faces = new Map<string, FontFace>();
  readonly #facesOfFonts = new WeakMap<CellFont, FontFace>();
  #knownWidths = 0;

  constructor(
    widths: EmWidthSource,
    metrics: (family: string, familyCss: string) => VerticalMetrics,
    isPresent: (family: string) => boolean,
  ) {
    this.#widths = widths;
    this.#metrics = metrics;
    this.#isPresent = isPresent;
  }

  /** Identity of the face for loading and measuring: style and weight, then families. */
  key(font: CellFont): string {
    return this.#face(font).key;
  }

  /** The family itself, or one of its class if nothing is known about it. */
  #familyOf({ family, familyClass }: CellFont): string {
    if (knownMetrics(family) || this.#isPresent(family)) return family;
    return CLASS_FAMILIES[familyClass] ?? family;
  }

  #face(font: CellFont): FontFace {
    const known = this.#facesOfFonts.get(font);
    if (known) return known;
    const face = this.#findFace(font);
    this.#facesOfFonts.set(font, face);
    return face;
  }

  #findFace(font: CellFont): FontFace {
    const id = `${font.italic ? "i" : ""}${font.bold ? "b" : ""}${font.familyClass}${font.family}`;
    let face = this.#faces.get(id);
    if (!face) {
      const family = this.#familyOf(font);
      const familyCss = familyList(family);
      face = {
        key: `${font.italic ? "italic " : ""}${font.bold ? "700 " : "400 "}|${familyCss}`,
        familyCss,
        // What is known about East Asian fonts is the width of their syllables; columns count in digits.
        sizeFactor: this.#isPresent(family) || isEastAsianFont(family) ? 1 : substituteSize(family),
        metrics: this.#metrics(family, familyCss),
        widths: new Map(),
      };
      this.#faces.set(id, face);
    }
    return face;
  }

  #sizePt(font: CellFont, face: FontFace): number {
    return font.sizePt * face.sizeFactor * (font.vertical === "baseline" ? 1 : SCRIPT_SIZE);
  }

  widthPt(text: string, font: CellFont): number {
    const face = this.#face(font);
    let em = face.widths.get(text);
    if (em === undefined) {
      em = this.#widths(text, face.key, false);
      if (text.length <= MAX_KNOWN_TEXT && this.#knownWidths++ < MAX_KNOWN_WIDTHS) face.widths.set(text, em);
    }
    return em * this.#sizePt(font, face);
  }

  ascentPt(font: CellFont): number {
    return this.#face(font).metrics.ascent * font.sizePt;
  }

  descentPt(font: CellFont): number {
    return this.#face(font).metrics.descent * font.sizePt;
  }

  /** Width of the widest digit, the unit of column widths. */
  digitPt(font: CellFont): number {
    return largestOf(
      [...DIGITS].map((digit) => this.widthPt(digit, font)),
      1,
    );
  }

  /** The face as CSS names it, the size at which it is set, and how far it is raised above its line. */
  setting(font: CellFont): { familyCss: string; sizePt: number; raisePt: number } {
    const face = this.#face(font);
    const raisePt = font.sizePt * RAISED_EM[font.vertical];
    return { familyCss: face.familyCss, sizePt: this.#sizePt(font, face), raisePt };
  }
}
