/** A math font whose every measure is known: what a test expects can be worked out by hand. */
import type { AssemblyPart, MathConstants, MathFace, StretchedSymbol } from "../math-face.ts";

/** In ems; no two that could be mixed up are equal. */
export const CONSTANTS: MathConstants = {
  scriptScale: 0.7,
  scriptScriptScale: 0.5,
  displayOperatorMinHeight: 1.5,
  mathLeading: 0.16,
  axisHeight: 0.25,
  accentBaseHeight: 0.5,
  subscriptShiftDown: 0.2,
  subscriptTopMax: 0.4,
  subscriptBaselineDropMin: 0.15,
  superscriptShiftUp: 0.36,
  superscriptShiftUpCramped: 0.3,
  superscriptBottomMin: 0.12,
  superscriptBaselineDropMax: 0.22,
  subSuperscriptGapMin: 0.16,
  superscriptBottomMaxWithSubscript: 0.38,
  spaceAfterScript: 0.04,
  upperLimitGapMin: 0.13,
  upperLimitBaselineRiseMin: 0.31,
  lowerLimitGapMin: 0.14,
  lowerLimitBaselineDropMin: 0.66,
  stackTopShiftUp: 0.47,
  stackTopDisplayStyleShiftUp: 0.78,
  stackBottomShiftDown: 0.39,
  stackBottomDisplayStyleShiftDown: 0.69,
  stackGapMin: 0.17,
  stackDisplayStyleGapMin: 0.29,
  stretchStackGapAboveMin: 0.07,
  stretchStackGapBelowMin: 0.09,
  fractionNumeratorShiftUp: 0.58,
  fractionNumeratorDisplayStyleShiftUp: 0.64,
  fractionDenominatorShiftDown: 0.57,
  fractionDenominatorDisplayStyleShiftDown: 0.63,
  fractionNumeratorGapMin: 0.065,
  fractionNumDisplayStyleGapMin: 0.1,
  fractionRuleThickness: 0.06,
  fractionDenominatorGapMin: 0.075,
  fractionDenomDisplayStyleGapMin: 0.11,
  skewedFractionHorizontalGap: 0.35,
  skewedFractionVerticalGap: 0.08,
  overbarVerticalGap: 0.18,
  overbarRuleThickness: 0.05,
  overbarExtraAscender: 0.055,
  underbarVerticalGap: 0.19,
  underbarRuleThickness: 0.045,
  underbarExtraDescender: 0.035,
  radicalVerticalGap: 0.085,
  radicalDisplayStyleVerticalGap: 0.175,
  radicalRuleThickness: 0.062,
  radicalExtraAscender: 0.077,
  radicalKernBeforeDegree: 0.066,
  radicalKernAfterDegree: -0.3,
  radicalDegreeBottomRaise: 0.6,
};

/** Signs that grow have glyphs of twice and four times their height, and parts of an em each beyond that. */
const GROWING = "()[]{}|√∑∫/";
const WIDE = "⏟→\u0302";
const LARGER = 0x200000;
const LARGEST = 0x400000;
const PART = 0x600000;
export const WIDTH = 0.5;
const HEIGHT = 0.6;
const DEPTH = 0.1;
/** Slanted letters lean over by this. */
export const LEAN = 0.08;
export const OVERLAP = 0.05;

const part: Omit<AssemblyPart, "glyph"> = { startConnector: 0.3, endConnector: 0.3, length: 1, isExtender: false };

/**
 * A glyph is the character that it shows. Each is half an em wide, 0.6 high and 0.1 deep; what grows is 1.4, then 2.8 em
 * high, then made of parts that are an em long. Slanted letters lean over by 0.08.
 */
export const squareFace: MathFace = {
  constants: CONSTANTS,
  minOverlap: OVERLAP,
  glyph: (codePoint) => (codePoint === 0x6f22 ? 0 : codePoint),
  advance: () => WIDTH,
  glyphBox: (glyph) => {
    if (glyph >= PART) return [0, 0, WIDTH, 1];
    const times = glyph >= LARGEST ? 4 : glyph >= LARGER ? 2 : 1;
    return [0, -DEPTH * times, WIDTH, HEIGHT * times];
  },
  italicCorrection: (glyph) => ((glyph >= 0x1d434 && glyph <= 0x1d467) || glyph === 0x222b + LARGER ? LEAN : 0),
  accentAttachment: () => undefined,
  cornerKern: () => 0,
  stretched: (glyph, direction): StretchedSymbol | undefined => {
    const symbol = String.fromCodePoint(glyph);
    if (!(direction === "vertical" ? GROWING : WIDE).includes(symbol)) return undefined;
    const lengths = direction === "vertical" ? [0.7, 1.4, 2.8] : [WIDTH, WIDTH, WIDTH];
    const variants = [glyph, glyph + LARGER, glyph + LARGEST].map((id, index) => ({
      glyph: id,
      length: lengths[index] ?? 0,
    }));
    const assembly: AssemblyPart[] = [
      { ...part, glyph: PART },
      { ...part, glyph: PART + 1, isExtender: true },
      { ...part, glyph: PART + 2 },
    ];
    return { variants, assembly };
  },
};
