/** Properties of DrawingML text (ECMA-376 part 1, 21.1.2) as they are given at one place, and how one place overrides another. */
import type { ColorValue } from "../../drawing/drawingml-style.ts";
import type { Glow, Shadow } from "../../model/effects.ts";
import type { GradientFill } from "../../model/fill.ts";
import type { Spacing, TextTab } from "../model/text.ts";

export type Bullet =
  | { kind: "none" }
  | { kind: "character"; text: string }
  | { kind: "number"; scheme: string; startAt: number }
  | { kind: "picture"; source: string | undefined };

/** `a:rPr`, `a:defRPr`, `a:endParaRPr`. */
export interface RunProperties {
  sizePt?: number;
  bold?: boolean;
  italic?: boolean;
  underline?: string;
  underlineColor?: string;
  strike?: string;
  caps?: string;
  spacingPt?: number;
  kerningFromPt?: number;
  /** Share of the font size by which the text is raised, or lowered when negative. */
  baseline?: number;
  color?: ColorValue;
  highlight?: string;
  latin?: string;
  eastAsian?: string;
  complex?: string;
  symbol?: string;
  language?: string;
  /** Language of the Chinese, Japanese or Korean text. */
  eastAsianLanguage?: string;
  /** Only the outline of the letters is drawn. */
  isHollow?: boolean;
  /** Along the letters. */
  line?: { color: string; opacity: number; widthPt: number } | "none";
  gradient?: GradientFill | "none";
  shadow?: Shadow | "none";
  glow?: Glow | "none";
}

/** `a:pPr`, `a:lvl1pPr`, ... */
export interface ParagraphProperties {
  alignment?: string;
  marginLeftPt?: number;
  marginRightPt?: number;
  indentPt?: number;
  rightToLeft?: boolean;
  lineSpacing?: Spacing;
  spaceBefore?: Spacing;
  spaceAfter?: Spacing;
  tabs?: TextTab[];
  defaultTabPt?: number;
  bullet?: Bullet;
  /** `text` follows the text, as do an absent size, color and font. */
  bulletColor?: ColorValue | "text";
  bulletSize?: Spacing | "text";
  bulletFont?: string | "text";
  run?: RunProperties;
}

/** Properties of the nine levels; index 0 is the first level. */
export type LevelProperties = readonly ParagraphProperties[];

export const LEVELS = 9;

/** Lays `over` on `base`; what `over` does not say stays. */
export function mergeRuns(base: RunProperties, over: RunProperties | undefined): RunProperties {
  return over ? { ...base, ...over } : base;
}

export function mergeParagraphs(base: ParagraphProperties, over: ParagraphProperties | undefined): ParagraphProperties {
  if (!over) return base;
  const merged = { ...base, ...over };
  if (base.run && over.run) merged.run = mergeRuns(base.run, over.run);
  return merged;
}

/** Level by level. */
export function mergeLevels(base: LevelProperties, over: LevelProperties | undefined): LevelProperties {
  if (!over) return base;
  return Array.from({ length: LEVELS }, (_, level) => mergeParagraphs(base[level] ?? {}, over[level]));
}
