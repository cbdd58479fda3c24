/** Text of a shape or cell after reading: every property is final. Lengths in points. */

import type { Inline } from "../../model/blocks.ts";
import type { CharacterFormat } from "../../model/formatting.ts";
import type { TextWarp } from "../../model/shapes.ts";

export type BulletMark =
  | { kind: "text"; text: string; format: CharacterFormat }
  | { kind: "picture"; source: string; sizePt: number };

export interface SlideParagraph {
  /** `l`, `ctr`, `r`, `just`, `dist`: of the page, not of the text's direction. */
  alignment: string;
  rightToLeft: boolean;
  marginLeftPt: number;
  marginRightPt: number;
  indentPt: number;
  lineSpacing: Spacing;
  spaceBefore: Spacing;
  spaceAfter: Spacing;
  tabs: readonly TextTab[];
  defaultTabPt: number;
  bullet: BulletMark | undefined;
  inlines: Inline[];
  /** Look of the paragraph's end, which gives an empty paragraph its height. */
  endFormat: CharacterFormat;
}

export type Autofit = { kind: "none" } | { kind: "shape" } | { kind: "text"; fontScale: number; spacingCut: number };

export interface TextFrame {
  insetLeftPt: number;
  insetTopPt: number;
  insetRightPt: number;
  insetBottomPt: number;
  anchor: "top" | "center" | "bottom";
  anchorsCenter: boolean;
  wraps: boolean;
  autofit: Autofit;
  /** `ST_TextVerticalType`. */
  vertical: string;
  columns: number;
  columnGapPt: number;
  rotationDeg: number;
  /** Lines are 1.2 times as high as the text size, whatever its font (`compatLnSpc`, as in PowerPoint 97-2003). */
  hasEvenLines: boolean;
  /** WordArt: the text fills its box. */
  warp: TextWarp | undefined;
  /** The text stays upright when the shape turns. */
  upright: boolean;
}

export interface SlideText {
  frame: TextFrame;
  paragraphs: SlideParagraph[];
}

/** Distance as a share of the line's font height, or in points. */
export type Spacing = { kind: "share"; share: number } | { kind: "points"; points: number };

export interface TextTab {
  positionPt: number;
  alignment: "left" | "center" | "right" | "decimal";
}
