/** Boxes around a part of an equation: lines, what is not shown, what counts as an operator. */
import type { MathNode } from "../model/equation.ts";
import type { MathBox, PlacedMath } from "../text/math-box.ts";
import { type Atom, ordinary, padded } from "./boxes.ts";
import type { MathStyle } from "./math-style.ts";
import type { MathSetter } from "./setter.ts";

type Kind<K extends MathNode["kind"]> = Extract<MathNode, { kind: K }>;

const FRAME_GAP_EMS = 0.15;
const THIN_EMS = 3 / 18;

export function frame(setter: MathSetter, node: Kind<"frame">, style: MathStyle): Atom {
  const { color } = setter;
  const em = setter.sizePt(style);
  const inner = setter.row(node.content, style);
  const thicknessPt = setter.face.constants.fractionRuleThickness * em;
  const asidePt = FRAME_GAP_EMS * em + thicknessPt;
  const { parts, ...size } = padded(inner.box, asidePt, asidePt + inner.italicPt);
  const [widthPt, ascentPt, descentPt] = [size.widthPt, size.ascentPt + asidePt, size.descentPt + asidePt];
  const heightPt = ascentPt + descentPt;
  const drawn: PlacedMath[] = [...parts];
  const rule = (rightPt: number, downPt: number, ruleWidthPt: number, ruleHeightPt: number) => {
    const part = { kind: "rule", widthPt: ruleWidthPt, heightPt: ruleHeightPt, color } as const;
    drawn.push({ rightPt, downPt, part });
  };
  if (node.edges.has("top")) rule(0, -ascentPt, widthPt, thicknessPt);
  if (node.edges.has("bottom")) rule(0, descentPt - thicknessPt, widthPt, thicknessPt);
  if (node.edges.has("left")) rule(0, -ascentPt, thicknessPt, heightPt);
  if (node.edges.has("right")) rule(widthPt - thicknessPt, -ascentPt, thicknessPt, heightPt);
  const middlePt = (descentPt - ascentPt - thicknessPt) / 2;
  if (node.strikes.has("horizontal")) rule(0, middlePt, widthPt, thicknessPt);
  if (node.strikes.has("vertical")) rule((widthPt - thicknessPt) / 2, -ascentPt, thicknessPt, heightPt);
  const line = (downPt: number, toDownPt: number) => {
    const part = { kind: "line", toRightPt: widthPt, toDownPt, thicknessPt, color } as const;
    drawn.push({ rightPt: 0, downPt, part });
  };
  if (node.strikes.has("rising")) line(descentPt, -heightPt);
  if (node.strikes.has("falling")) line(-ascentPt, heightPt);
  return ordinary({ kind: "box", widthPt, ascentPt, descentPt, parts: drawn });
}

/** Takes room without being seen, or is seen without taking room. */
export function phantom(setter: MathSetter, node: Kind<"phantom">, style: MathStyle): Atom {
  const inner = setter.row(node.content, style);
  const box: MathBox = {
    kind: "box",
    widthPt: node.hasWidth ? inner.box.widthPt : 0,
    ascentPt: node.hasAscent ? inner.box.ascentPt : 0,
    descentPt: node.hasDescent ? inner.box.descentPt : 0,
    parts: node.shows ? inner.box.parts : [],
  };
  return { ...inner, box };
}

export function box(setter: MathSetter, node: Kind<"box">, style: MathStyle): Atom {
  const inner = setter.row(node.content, style);
  if (node.isOperator) return { ...inner, left: "relation", right: "relation" };
  if (!node.isDifferential) return inner;
  return { ...inner, box: padded(inner.box, THIN_EMS * setter.sizePt(style), 0) };
}
