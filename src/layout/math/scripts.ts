/** Sub- and superscripts, and limits above and below (ISO/IEC 14496-22, 6.3.6.3.1). */
import { type Atom, type PlacedBox, together } from "./boxes.ts";
import type { Corner } from "./math-face.ts";
import type { MathStyle } from "./math-style.ts";
import type { MathSetter } from "./setter.ts";

export interface Scripts {
  sub: Atom | undefined;
  sup: Atom | undefined;
}

/** How far the baselines of the scripts are from that of their base. */
function shifts(
  setter: MathSetter,
  base: Atom,
  { sub, sup }: Scripts,
  style: MathStyle,
): { upPt: number; downPt: number } {
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  // Scripts of a letter go where letters have them, those of anything else by its edges.
  const isLetter = base.glyph !== undefined;
  const shiftUp = style.isCramped ? constants.superscriptShiftUpCramped : constants.superscriptShiftUp;
  let upPt = 0;
  if (sup) {
    const edgePt = isLetter ? 0 : base.box.ascentPt - constants.superscriptBaselineDropMax * em;
    upPt = Math.max(edgePt, shiftUp * em, sup.box.descentPt + constants.superscriptBottomMin * em);
  }
  let downPt = 0;
  if (sub) {
    const edgePt = isLetter ? 0 : base.box.descentPt + constants.subscriptBaselineDropMin * em;
    downPt = Math.max(edgePt, constants.subscriptShiftDown * em);
    if (!sup) downPt = Math.max(downPt, sub.box.ascentPt - constants.subscriptTopMax * em);
  }
  if (!sub || !sup) return { upPt, downPt };
  const missingPt = constants.subSuperscriptGapMin * em - (upPt - sup.box.descentPt - (sub.box.ascentPt - downPt));
  if (missingPt <= 0) return { upPt, downPt };
  downPt += missingPt;
  // What is low above may rise again with what is below.
  const liftPt = constants.superscriptBottomMaxWithSubscript * em - (upPt - sup.box.descentPt);
  return liftPt > 0 ? { upPt: upPt + liftPt, downPt: downPt - liftPt } : { upPt, downPt };
}

/** By how much a script may move towards its base, or has to keep away, where letters have such corners. */
function kernPt(
  { face }: MathSetter,
  base: Atom,
  script: Atom,
  raisedPt: number,
  [ofBase, ofScript]: readonly [Corner, Corner],
): number {
  const [first, second] = [base.glyph, script.glyph];
  if (!first || !second) return 0;
  const at = (heightPt: number) =>
    face.cornerKern(first.id, ofBase, heightPt / first.sizePt) * first.sizePt +
    face.cornerKern(second.id, ofScript, (heightPt - raisedPt) / second.sizePt) * second.sizePt;
  const isAbove = ofBase === "topRight";
  const near = isAbove ? raisedPt - script.box.descentPt : raisedPt + script.box.ascentPt;
  const far = isAbove ? base.box.ascentPt : -base.box.descentPt;
  return Math.max(at(near), at(far));
}

/** Scripts after their base. */
export function withScripts(setter: MathSetter, base: Atom, scripts: Scripts, style: MathStyle): Atom {
  const { sub, sup } = scripts;
  if (!sub && !sup) return base;
  const { upPt, downPt } = shifts(setter, base, scripts, style);
  const placed: PlacedBox[] = [{ box: base.box, rightPt: 0, raisedPt: 0 }];
  let endPt = base.box.widthPt;
  if (sub) {
    const rightPt = base.box.widthPt + kernPt(setter, base, sub, -downPt, ["bottomRight", "topLeft"]);
    placed.push({ box: sub.box, rightPt, raisedPt: -downPt });
    endPt = Math.max(endPt, rightPt + sub.box.widthPt + sub.italicPt);
  }
  if (sup) {
    const rightPt = base.box.widthPt + base.italicPt + kernPt(setter, base, sup, upPt, ["topRight", "bottomLeft"]);
    placed.push({ box: sup.box, rightPt, raisedPt: upPt });
    endPt = Math.max(endPt, rightPt + sup.box.widthPt + sup.italicPt);
  }
  const spacePt = setter.face.constants.spaceAfterScript * setter.sizePt(style);
  return { box: together(endPt + spacePt, placed), left: base.left, right: base.right, italicPt: 0 };
}

/** Scripts before their base, which they touch. */
export function withScriptsBefore(setter: MathSetter, base: Atom, scripts: Scripts, style: MathStyle): Atom {
  const { sub, sup } = scripts;
  const { upPt, downPt } = shifts(setter, base, scripts, style);
  const spacePt = setter.face.constants.spaceAfterScript * setter.sizePt(style);
  const widthPt = Math.max(sub?.box.widthPt ?? 0, sup?.box.widthPt ?? 0);
  const placed: PlacedBox[] = [];
  if (sub) placed.push({ box: sub.box, rightPt: spacePt + widthPt - sub.box.widthPt, raisedPt: -downPt });
  if (sup) placed.push({ box: sup.box, rightPt: spacePt + widthPt - sup.box.widthPt, raisedPt: upPt });
  const basePt = spacePt + widthPt;
  placed.push({ box: base.box, rightPt: basePt, raisedPt: 0 });
  const { right, italicPt } = base;
  return { box: together(basePt + base.box.widthPt, placed), left: base.left, right, italicPt };
}

/** Limits over and under their base, each over the middle; a slanted sign leans over its upper one. */
export function withLimits(
  setter: MathSetter,
  base: Atom,
  { below, above }: { below?: Atom; above?: Atom },
  style: MathStyle,
): Atom {
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  const widthPt = Math.max(base.box.widthPt, below?.box.widthPt ?? 0, above?.box.widthPt ?? 0);
  const middle = (atom: Atom) => (widthPt - atom.box.widthPt) / 2;
  const leanPt = base.italicPt / 2;
  const placed: PlacedBox[] = [{ box: base.box, rightPt: middle(base), raisedPt: 0 }];
  if (below) {
    const dropPt = Math.max(
      constants.lowerLimitBaselineDropMin * em,
      constants.lowerLimitGapMin * em + below.box.ascentPt,
    );
    placed.push({ box: below.box, rightPt: middle(below) - leanPt, raisedPt: -base.box.descentPt - dropPt });
  }
  if (above) {
    const risePt = Math.max(
      constants.upperLimitBaselineRiseMin * em,
      constants.upperLimitGapMin * em + above.box.descentPt,
    );
    placed.push({ box: above.box, rightPt: middle(above) + leanPt, raisedPt: base.box.ascentPt + risePt });
  }
  return { box: together(widthPt, placed), left: base.left, right: base.right, italicPt: 0 };
}
