/** Equations in their places: glyphs, rules and text. Lengths are points, downwards and to the right. */
import type { TextStyle } from "./text-style.ts";

/** A glyph of the math font, its origin where it is placed. */
export interface MathGlyph {
  kind: "glyph";
  glyph: number;
  sizePt: number;
  advancePt: number;
  /** What it stands for. */
  text: string;
  color: string;
  /** The font has no bold one: it is thickened. */
  madeBold: boolean;
}

/** A sign put together of glyphs, each in its place. */
export interface MathAssembly {
  kind: "assembly";
  glyphs: readonly { glyph: number; rightPt: number; downPt: number }[];
  sizePt: number;
  text: string;
  color: string;
}

/** Text in a font of its own, its baseline where it is placed. */
export interface MathText {
  kind: "text";
  text: string;
  style: TextStyle;
}

/** A filled rectangle, its upper left corner where it is placed. */
interface MathRule {
  kind: "rule";
  widthPt: number;
  heightPt: number;
  color: string;
}

/** A line from where it is placed. */
export interface MathLine {
  kind: "line";
  toRightPt: number;
  toDownPt: number;
  thicknessPt: number;
  color: string;
}

/** What is on one baseline: above it the ascent, below it the descent, either of which may be negative. */
export interface MathBox {
  kind: "box";
  widthPt: number;
  ascentPt: number;
  descentPt: number;
  parts: readonly PlacedMath[];
}

export interface PlacedMath {
  rightPt: number;
  downPt: number;
  part: MathGlyph | MathAssembly | MathText | MathRule | MathLine | MathBox;
}
