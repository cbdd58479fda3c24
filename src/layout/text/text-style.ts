/** A run's look as the page needs it: one font, one size, one color. */

import { type AdvanceTable, knownAdvances, knownComplexAdvances } from "../../font/metrics/advances.ts";
import {
  familyList,
  hasSymbols,
  knownMetrics,
  substituteSize,
  type VerticalMetrics,
} from "../../font/substitutes/families.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import type { FontSlot } from "./script.ts";

export interface TextStyle {
  /** CSS font at 1 px, without the size: style, weight, family; `|liga` after them if letters are joined. */
  fontKey: string;
  family: string;
  familyCss: string;
  bold: boolean;
  italic: boolean;
  sizePt: number;
  /** Raise of the baseline (superscript, `w:position`); negative lowers. */
  raisePt: number;
  spacingPt: number;
  scale: number;
  kerning: boolean;
  /** Advances of the font that the document names, if a substitute is drawn in their room. */
  advances: AdvanceTable | undefined;
  /** Size that the document asks for, in which `advances` are counted. */
  nominalPt: number;
  ascentPt: number;
  descentPt: number;
  format: CharacterFormat;
}

/** Resolves vertical metrics of a font; supplied by the page, which can measure unknown fonts. */
export type MetricsSource = (family: string, familyCss: string) => VerticalMetrics;

const SCRIPT_SIZE = 0.65;
const SUPERSCRIPT_RAISE = 0.35;
const SUBSCRIPT_DROP = 0.14;
const SMALL_CAPS_SIZE = 0.8;
const LIGATURES = "|liga";
const DEFAULT_FAMILY = "Times New Roman";
/** The font from which Office takes the signs that a text font lacks: its lines are higher. */
const SYMBOL_FAMILY = "Segoe UI Symbol";

function familyFor(format: CharacterFormat, slot: FontSlot): string {
  const { fonts } = format;
  if (slot === "eastAsia") return fonts.eastAsia ?? fonts.ascii ?? DEFAULT_FAMILY;
  if (slot === "complex") return fonts.complex ?? (format.rightToLeft ? undefined : fonts.ascii) ?? DEFAULT_FAMILY;
  return fonts.ascii ?? fonts.highAnsi ?? DEFAULT_FAMILY;
}

export class TextStyles {
  readonly #metrics: MetricsSource;
  readonly #isPresent: (family: string) => boolean;
  readonly #byFormat = new WeakMap<CharacterFormat, Map<string, TextStyle>>();

  /** `isPresent` tells whether a family itself is available, so that no substitute has to be fitted. */
  constructor(
    metrics: MetricsSource = (family) => knownMetrics(family) ?? { ascent: 0.9, descent: 0.25 },
    isPresent: (family: string) => boolean = () => false,
  ) {
    this.#metrics = metrics;
    this.#isPresent = isPresent;
  }

  style(format: CharacterFormat, slot: FontSlot = "ascii", smallCapital = false): TextStyle {
    let styles = this.#byFormat.get(format);
    if (!styles) {
      styles = new Map();
      this.#byFormat.set(format, styles);
    }
    const variant = slot + (smallCapital ? "+" : "");
    let style = styles.get(variant);
    if (!style) {
      style = this.#make(format, slot, smallCapital);
      styles.set(variant, style);
    }
    return style;
  }

  #make(format: CharacterFormat, slot: FontSlot, smallCapital: boolean): TextStyle {
    const complex = slot === "complex" || format.complexScript || format.rightToLeft;
    const family = familyFor(format, slot);
    const familyCss = familyList(family);
    const fullSize = Math.max(1, complex ? format.sizeComplexPt : format.sizePt);
    const isScript = format.verticalAlign !== "baseline";
    const nominalPt = fullSize * (isScript ? SCRIPT_SIZE : 1) * (smallCapital ? SMALL_CAPS_SIZE : 1);
    const isPresent = this.#isPresent(family);
    const sizePt = nominalPt * (isPresent ? 1 : substituteSize(family, slot === "complex"));
    const lacksSymbol = slot === "symbol" && !hasSymbols(family);
    const metrics = this.#metrics(format.symbolFont ?? (lacksSymbol ? SYMBOL_FAMILY : family), familyCss);
    const scriptRaise =
      format.verticalAlign === "superscript"
        ? fullSize * SUPERSCRIPT_RAISE
        : format.verticalAlign === "subscript"
          ? -fullSize * SUBSCRIPT_DROP
          : 0;
    const bold = complex ? format.boldComplex || format.bold : format.bold;
    const italic = complex ? format.italicComplex || format.italic : format.italic;
    const raisePt = format.positionPt + scriptRaise;
    const kerning = format.kerningFromPt !== undefined && fullSize >= format.kerningFromPt;
    // Letters that are spaced apart are not joined.
    const joins = format.ligatures && format.spacingPt === 0;
    const fontKey = `${italic ? "italic " : ""}${bold ? "700 " : "400 "}|${familyCss}${joins ? LIGATURES : ""}`;
    // Super- and subscripts keep the height of the full-size line.
    const lineSize = isScript ? fullSize : nominalPt;
    return {
      fontKey,
      family,
      familyCss,
      bold,
      italic,
      sizePt,
      raisePt,
      spacingPt: format.spacingPt,
      scale: format.scale,
      kerning,
      advances: isPresent ? undefined : (complex ? knownComplexAdvances : knownAdvances)(family, bold, italic),
      nominalPt,
      ascentPt: metrics.ascent * lineSize + Math.max(0, format.positionPt),
      descentPt: metrics.descent * lineSize + Math.max(0, -format.positionPt),
      format,
    };
  }
}
