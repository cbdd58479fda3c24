/** What equations need from a font (ISO/IEC 14496-22, 6.3.6, the MATH table). Lengths are in ems, heights go up. */

export interface MathConstants {
  /** Shares of the size, for scripts and for scripts of scripts. */
  scriptScale: number;
  scriptScriptScale: number;
  displayOperatorMinHeight: number;
  /** Between one equation and the next. */
  mathLeading: number;
  axisHeight: number;
  accentBaseHeight: number;
  subscriptShiftDown: number;
  subscriptTopMax: number;
  subscriptBaselineDropMin: number;
  superscriptShiftUp: number;
  superscriptShiftUpCramped: number;
  superscriptBottomMin: number;
  superscriptBaselineDropMax: number;
  subSuperscriptGapMin: number;
  superscriptBottomMaxWithSubscript: number;
  spaceAfterScript: number;
  upperLimitGapMin: number;
  upperLimitBaselineRiseMin: number;
  lowerLimitGapMin: number;
  lowerLimitBaselineDropMin: number;
  stackTopShiftUp: number;
  stackTopDisplayStyleShiftUp: number;
  stackBottomShiftDown: number;
  stackBottomDisplayStyleShiftDown: number;
  stackGapMin: number;
  stackDisplayStyleGapMin: number;
  stretchStackGapAboveMin: number;
  stretchStackGapBelowMin: number;
  fractionNumeratorShiftUp: number;
  fractionNumeratorDisplayStyleShiftUp: number;
  fractionDenominatorShiftDown: number;
  fractionDenominatorDisplayStyleShiftDown: number;
  fractionNumeratorGapMin: number;
  fractionNumDisplayStyleGapMin: number;
  fractionRuleThickness: number;
  fractionDenominatorGapMin: number;
  fractionDenomDisplayStyleGapMin: number;
  skewedFractionHorizontalGap: number;
  skewedFractionVerticalGap: number;
  overbarVerticalGap: number;
  overbarRuleThickness: number;
  overbarExtraAscender: number;
  underbarVerticalGap: number;
  underbarRuleThickness: number;
  underbarExtraDescender: number;
  radicalVerticalGap: number;
  radicalDisplayStyleVerticalGap: number;
  radicalRuleThickness: number;
  radicalExtraAscender: number;
  radicalKernBeforeDegree: number;
  radicalKernAfterDegree: number;
  /** Share of the sign's height. */
  radicalDegreeBottomRaise: number;
}

export interface AssemblyPart {
  glyph: number;
  /** Lengths by which it may overlap its neighbors. */
  startConnector: number;
  endConnector: number;
  length: number;
  /** May be left out or repeated. */
  isExtender: boolean;
}

/** How a sign grows: longer and longer glyphs, and parts that make one of any length, from the bottom or the left. */
export interface StretchedSymbol {
  variants: readonly { glyph: number; length: number }[];
  assembly: readonly AssemblyPart[];
}

export type Direction = "vertical" | "horizontal";
export type Corner = "topRight" | "topLeft" | "bottomRight" | "bottomLeft";

export interface MathFace {
  readonly constants: MathConstants;
  /** The least by which parts of an assembly overlap. */
  readonly minOverlap: number;
  /** 0 for a character that the font lacks. */
  glyph(codePoint: number): number;
  advance(glyph: number): number;
  /** Around the ink; undefined without any. */
  glyphBox(glyph: number): readonly [left: number, bottom: number, right: number, top: number] | undefined;
  /** By how much a slanted glyph reaches beyond its advance. */
  italicCorrection(glyph: number): number;
  /** Where accents go above it; undefined for its middle. */
  accentAttachment(glyph: number): number | undefined;
  /** Room at a corner, at a height, that scripts may move by. */
  cornerKern(glyph: number, corner: Corner, height: number): number;
  stretched(glyph: number, direction: Direction): StretchedSymbol | undefined;
}
