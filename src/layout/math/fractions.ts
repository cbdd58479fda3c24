/** Fractions and roots (ISO/IEC 14496-22, 6.3.6.3.1). */
import type { MathNode } from "../model/equation.ts";
import { type Atom, heightOf, ordinary, type PlacedBox, padded, ruleBox, together } from "./boxes.ts";
import { crampedStyle, fractionStyle, type MathStyle, scriptStyle } from "./math-style.ts";
import { rowAtom } from "./rows.ts";
import type { MathSetter } from "./setter.ts";
import { axisBox, stretched } from "./stretch.ts";

type Fraction = Extract<MathNode, { kind: "fraction" }>;
type Radical = Extract<MathNode, { kind: "radical" }>;

/** On both sides of a fraction, and of its numerator over the bar. */
const SIDE_EMS = 0.1;
const BAR_OVERHANG_EMS = 0.04;

export function fraction(setter: MathSetter, node: Fraction, style: MathStyle): Atom {
  if (node.appearance === "linear") return linear(setter, node, style);
  if (node.appearance === "skewed") return skewed(setter, node, style);
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  const above = setter.row(node.numerator, fractionStyle(style, style.isCramped)).box;
  const below = setter.row(node.denominator, fractionStyle(style, true)).box;
  const { upPt, downPt } = node.appearance === "noBar" ? stackShifts() : barShifts();
  const overhangPt = node.appearance === "bar" ? BAR_OVERHANG_EMS * em : 0;
  const widthPt = Math.max(above.widthPt, below.widthPt) + 2 * overhangPt;
  const placed: PlacedBox[] = [{ box: above, rightPt: (widthPt - above.widthPt) / 2, raisedPt: upPt }];
  if (node.appearance === "bar") {
    const thicknessPt = constants.fractionRuleThickness * em;
    const raisedPt = constants.axisHeight * em - thicknessPt / 2;
    placed.push({ box: ruleBox(widthPt, thicknessPt, setter.color), rightPt: 0, raisedPt });
  }
  placed.push({ box: below, rightPt: (widthPt - below.widthPt) / 2, raisedPt: -downPt });
  return ordinary(padded(together(widthPt, placed), SIDE_EMS * em, SIDE_EMS * em));

  function barShifts(): { upPt: number; downPt: number } {
    const [axisPt, halfPt] = [constants.axisHeight * em, (constants.fractionRuleThickness * em) / 2];
    const [shiftUp, shiftDown, gapAbove, gapBelow] = style.isDisplay
      ? [
          constants.fractionNumeratorDisplayStyleShiftUp,
          constants.fractionDenominatorDisplayStyleShiftDown,
          constants.fractionNumDisplayStyleGapMin,
          constants.fractionDenomDisplayStyleGapMin,
        ]
      : [
          constants.fractionNumeratorShiftUp,
          constants.fractionDenominatorShiftDown,
          constants.fractionNumeratorGapMin,
          constants.fractionDenominatorGapMin,
        ];
    return {
      upPt: Math.max(shiftUp * em, axisPt + halfPt + gapAbove * em + above.descentPt),
      downPt: Math.max(shiftDown * em, halfPt - axisPt + gapBelow * em + below.ascentPt),
    };
  }

  function stackShifts(): { upPt: number; downPt: number } {
    const [shiftUp, shiftDown, gap] = style.isDisplay
      ? [
          constants.stackTopDisplayStyleShiftUp,
          constants.stackBottomDisplayStyleShiftDown,
          constants.stackDisplayStyleGapMin,
        ]
      : [constants.stackTopShiftUp, constants.stackBottomShiftDown, constants.stackGapMin];
    const betweenPt = (shiftUp + shiftDown) * em - above.descentPt - below.ascentPt;
    const missingPt = Math.max(0, gap * em - betweenPt);
    return { upPt: shiftUp * em + missingPt / 2, downPt: shiftDown * em + missingPt / 2 };
  }
}

/** `a/b`, both in full size. */
function linear(setter: MathSetter, { numerator, denominator }: Fraction, style: MathStyle): Atom {
  const parts = [setter.row(numerator, style), ordinary(slash(setter, 0, style)), setter.row(denominator, style)];
  const atoms = parts.map((part): Atom => ({ ...part, left: "ordinary", right: "ordinary" }));
  return rowAtom(atoms, { sizePt: setter.sizePt(style), isScript: style.level > 0 });
}

function slash(setter: MathSetter, heightPt: number, style: MathStyle) {
  const { box } = stretched(setter, "/", heightPt, "vertical", style);
  return heightPt === 0 ? box : axisBox(box, setter.face.constants.axisHeight * setter.sizePt(style));
}

/** Both small, left above and right below a slash. */
function skewed(setter: MathSetter, { numerator, denominator }: Fraction, style: MathStyle): Atom {
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  const above = setter.row(numerator, fractionStyle(style, style.isCramped)).box;
  const below = setter.row(denominator, fractionStyle(style, true)).box;
  const axisPt = constants.axisHeight * em;
  const halfGapPt = (constants.skewedFractionVerticalGap * em) / 2;
  const upPt = axisPt + halfGapPt + above.descentPt;
  const downPt = below.ascentPt + halfGapPt - axisPt;
  const line = slash(setter, heightOf(above) + heightOf(below) + 2 * halfGapPt, style);
  // The slash leans into the room between the two.
  const betweenPt = constants.skewedFractionHorizontalGap * em;
  const linePt = above.widthPt + (betweenPt - line.widthPt) / 2;
  const placed: PlacedBox[] = [
    { box: above, rightPt: 0, raisedPt: upPt },
    { box: line, rightPt: linePt, raisedPt: 0 },
    { box: below, rightPt: above.widthPt + betweenPt, raisedPt: -downPt },
  ];
  const box = together(above.widthPt + betweenPt + below.widthPt, placed);
  return ordinary(padded(box, SIDE_EMS * em, SIDE_EMS * em));
}

const ROOT = "√";

export function radical(setter: MathSetter, { radicand, degree }: Radical, style: MathStyle): Atom {
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  const inner = setter.row(radicand, crampedStyle(style));
  const box = padded(inner.box, 0, inner.italicPt);
  const thicknessPt = constants.radicalRuleThickness * em;
  const least = style.isDisplay ? constants.radicalDisplayStyleVerticalGap : constants.radicalVerticalGap;
  const neededPt = heightOf(box) + least * em + thicknessPt;
  const symbol = stretched(setter, ROOT, neededPt, "vertical", style).box;
  // A sign that is higher than needed leaves more room above and below.
  const gapPt = least * em + Math.max(0, heightOf(symbol) - neededPt) / 2;
  const topPt = box.ascentPt + gapPt + thicknessPt;
  const raisedPt = topPt - symbol.ascentPt;
  const placed: PlacedBox[] = [];
  let symbolPt = 0;
  if (degree) {
    const small = setter.row(degree, scriptStyle(scriptStyle(style, false), false)).box;
    const beforePt = constants.radicalKernBeforeDegree * em;
    symbolPt = Math.max(0, beforePt + small.widthPt + constants.radicalKernAfterDegree * em);
    const bottomPt = raisedPt - symbol.descentPt + constants.radicalDegreeBottomRaise * heightOf(symbol);
    const degreePt = Math.max(0, symbolPt - constants.radicalKernAfterDegree * em - small.widthPt);
    placed.push({ box: small, rightPt: degreePt, raisedPt: bottomPt + small.descentPt });
  }
  placed.push({ box: symbol, rightPt: symbolPt, raisedPt });
  const contentPt = symbolPt + symbol.widthPt;
  const rule = ruleBox(box.widthPt, thicknessPt, setter.color);
  placed.push({ box: rule, rightPt: contentPt, raisedPt: topPt - thicknessPt });
  placed.push({ box, rightPt: contentPt, raisedPt: 0 });
  const whole = together(contentPt + box.widthPt, placed);
  const ascentPt = Math.max(whole.ascentPt, topPt + constants.radicalExtraAscender * em);
  return ordinary({ ...whole, ascentPt });
}
