/** Fonts of cells: widths and line metrics. */

import {
  familyList,
  isEastAsianFont,
  knownMetrics,
  substituteSize,
  type VerticalMetrics,
} from "../../../fonts/families.ts";
import type { EmWidthSource } from "../../text/measure.ts";
import type { CellFont } from "../styles/rich-text.ts";

interface FontFace {
  /** Key of `EmWidthSource`: style and weight, then families. */
  key: string;
  familyCss: string;
  sizeFactor: number;
  metrics: VerticalMetrics;
}

const CLASS_FAMILIES: Readonly<Record<number, string>> = { 1: "Times New Roman", 2: "Arial", 3: "Courier New" };
const SCRIPT_SIZE = 0.65;
const RAISED_EM = { baseline: 0, superscript: 0.35, subscript: -0.14 };
const DIGITS = "0123456789";

export class CellFonts {
  readonly #widths: EmWidthSource;
  readonly #metrics: (family: string, familyCss: string) => VerticalMetrics;
  readonly #isPresent: (family: string) => boolean;
  readonly #faces = new Map<string, FontFace>();
  readonly #cache = new Map<string, number>();

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
    const id = `${face.key}${text}`;
    let em = this.#cache.get(id);
    if (em === undefined) {
      em = this.#widths(text, face.key, false);
      if (this.#cache.size < 200_000) this.#cache.set(id, em);
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
    return Math.max(1, ...[...DIGITS].map((digit) => this.widthPt(digit, font)));
  }

  /** The face as CSS names it, the size at which it is set, and how far it is raised above its line. */
  setting(font: CellFont): { familyCss: string; sizePt: number; raisePt: number } {
    const face = this.#face(font);
    const raisePt = font.sizePt * RAISED_EM[font.vertical];
    return { familyCss: face.familyCss, sizePt: this.#sizePt(font, face), raisePt };
  }
}
