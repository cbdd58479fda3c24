/** Large operators, fences, accents, bars and signs over and under a base. */
import type { MathNode, MathRow } from "../model/equation.ts";
import type { MathBox } from "../text/math-box.ts";
import { type Atom, heightOf, ordinary, type PlacedBox, padded, ruleBox, together } from "./boxes.ts";
import { crampedStyle, type MathStyle, scriptStyle } from "./math-style.ts";
import { classOf } from "./operator-spacing.ts";
import { rowAtom } from "./rows.ts";
import { withLimits, withScripts } from "./scripts.ts";
import { glyphBox, type MathSetter } from "./setter.ts";
import { axisBox, fittingAccent, plainSymbol, stretched } from "./stretch.ts";

type Kind<K extends MathNode["kind"]> = Extract<MathNode, { kind: K }>;

/** A sum or an integral with its limits, and its operand. */
export function nary(setter: MathSetter, node: Kind<"nary">, style: MathStyle): Atom {
  const { face } = setter;
  const em = setter.sizePt(style);
  const operand = setter.row(node.operand, style);
  const leastPt = style.isDisplay ? face.constants.displayOperatorMinHeight * em : 0;
  const wantedPt = node.grows && style.isDisplay ? Math.max(leastPt, heightOf(operand.box)) : leastPt;
  const { box, glyph } = node.symbol
    ? stretched(setter, node.symbol, wantedPt, "vertical", style)
    : { box: padded(operand.box, 0, 0), glyph: undefined };
  const italicPt = glyph === undefined ? 0 : face.italicCorrection(glyph) * em;
  const isStacked = node.stacked && style.isDisplay;
  const centered = axisBox(box, face.constants.axisHeight * em);
  const symbol: Atom = {
    // The advance of a large sign includes what it leans over: a lower limit beside it goes below that.
    box: isStacked ? centered : { ...centered, widthPt: centered.widthPt - italicPt },
    left: "operator",
    right: "operator",
    italicPt,
  };
  const sub = node.sub && setter.row(node.sub, scriptStyle(style, true));
  const sup = node.sup && setter.row(node.sup, scriptStyle(style, style.isCramped));
  const head = isStacked
    ? withLimits(setter, symbol, { below: shown(sub), above: shown(sup) }, style)
    : withScripts(setter, symbol, { sub: shown(sub), sup: shown(sup) }, style);
  return rowAtom([head, operand], { sizePt: em, isScript: style.level > 0 });
}

function shown(atom: Atom | undefined): Atom | undefined {
  return atom && atom.box.parts.length > 0 ? atom : undefined;
}

/** How much of its content a pair of fences covers at least, and by how much it may be lower (TeX's delimiters). */
const COVERED_SHARE = 0.901;
const SHORTFALL_EMS = 0.5;

export function fences(setter: MathSetter, node: Kind<"fences">, style: MathStyle): Atom {
  const em = setter.sizePt(style);
  const axisPt = setter.face.constants.axisHeight * em;
  const contents = node.contents.map((content) => setter.row(content, style));
  let reachPt = 0;
  for (const { box } of contents) reachPt = Math.max(reachPt, box.ascentPt - axisPt, box.descentPt + axisPt);
  const wantedPt = node.grows ? Math.max(2 * reachPt * COVERED_SHARE, 2 * reachPt - SHORTFALL_EMS * em) : 0;
  const symbol = (text: string): MathBox => {
    const { box } = stretched(setter, text, wantedPt, "vertical", style);
    // A sign that is not stretched goes where letters have it.
    return node.grows ? axisBox(box, axisPt) : box;
  };
  const separator = node.separator && contents.length > 1 ? symbol(node.separator) : undefined;
  const kind = classOf(node.separator);
  const atoms: Atom[] = [];
  if (node.open) atoms.push({ box: symbol(node.open), left: "open", right: "open", italicPt: 0 });
  for (const [index, content] of contents.entries()) {
    if (index > 0 && separator) atoms.push({ box: separator, left: kind, right: kind, italicPt: 0 });
    atoms.push(content);
  }
  if (node.close) atoms.push({ box: symbol(node.close), left: "close", right: "close", italicPt: 0 });
  const whole = rowAtom(atoms, { sizePt: em, isScript: style.level > 0 });
  // What is between fences is one thing to its neighbors, even with a fence missing.
  return { ...whole, left: node.open ? "open" : "ordinary", right: node.close ? "close" : "ordinary" };
}

/** Signs by themselves, and the marks that they become above a letter. */
const AS_MARKS: ReadonlyMap<string, string> = new Map([
  ["^", "\u0302"],
  ["ˆ", "\u0302"],
  ["~", "\u0303"],
  ["˜", "\u0303"],
  ["¯", "\u0304"],
  ["˘", "\u0306"],
  ["˙", "\u0307"],
  [".", "\u0307"],
  ["¨", "\u0308"],
  ["ˇ", "\u030c"],
  ["´", "\u0301"],
  ["`", "\u0300"],
  ["→", "\u20d7"],
  ["←", "\u20d6"],
]);
const RULES: ReadonlySet<string> = new Set(["\u0305", "‾"]);

export function accent(setter: MathSetter, node: Kind<"accent">, style: MathStyle): Atom {
  if (RULES.has(node.symbol)) return bar(setter, { kind: "bar", base: node.base, above: true }, style);
  const { face } = setter;
  const em = setter.sizePt(style);
  const base = setter.row(withoutDot(node.base), crampedStyle(style));
  const mark = AS_MARKS.get(node.symbol) ?? node.symbol;
  const plain = face.glyph(mark.codePointAt(0) ?? 0);
  if (plain === 0) return base;
  const id = fittingAccent(setter, plain, base.box.widthPt, em);
  const [left, , right] = face.glyphBox(id) ?? [0, 0, 0, 0];
  const attached = base.glyph && face.accentAttachment(base.glyph.id);
  const overPt =
    base.glyph && attached !== undefined ? attached * base.glyph.sizePt : (base.box.widthPt + base.italicPt) / 2;
  const ownPt = (id === plain ? (face.accentAttachment(id) ?? (left + right) / 2) : (left + right) / 2) * em;
  const raisedPt = Math.max(0, base.box.ascentPt - face.constants.accentBaseHeight * em);
  const placed: PlacedBox[] = [
    { box: base.box, rightPt: 0, raisedPt: 0 },
    { box: glyphBox(setter, id, em, mark), rightPt: overPt - ownPt, raisedPt },
  ];
  return { ...base, box: together(base.box.widthPt, placed) };
}

const DOTLESS: ReadonlyMap<string, string> = new Map([
  ["i", "ı"],
  ["j", "ȷ"],
]);

/** A slanted i or j gives up its dot for an accent. */
function withoutDot(base: MathRow): MathRow {
  const [only] = base.items;
  if (base.items.length !== 1 || only?.kind !== "run" || only.letters?.script !== "roman") return base;
  const text = DOTLESS.get(only.text);
  return text ? { ...base, items: [{ ...only, text }] } : base;
}

export function bar(setter: MathSetter, node: Kind<"bar">, style: MathStyle): Atom {
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  const base = setter.row(node.base, node.above ? crampedStyle(style) : style);
  const box = padded(base.box, 0, base.italicPt);
  const [gap, thickness, extra] = node.above
    ? [constants.overbarVerticalGap, constants.overbarRuleThickness, constants.overbarExtraAscender]
    : [constants.underbarVerticalGap, constants.underbarRuleThickness, constants.underbarExtraDescender];
  const rule = ruleBox(box.widthPt, thickness * em, setter.color);
  const raisedPt = node.above ? box.ascentPt + gap * em : -box.descentPt - (gap + thickness) * em;
  const whole = together(box.widthPt, [
    { box, rightPt: 0, raisedPt: 0 },
    { box: rule, rightPt: 0, raisedPt },
  ]);
  return ordinary(
    node.above
      ? { ...whole, ascentPt: whole.ascentPt + extra * em }
      : { ...whole, descentPt: whole.descentPt + extra * em },
  );
}

/** A brace or an arrow as wide as its base. */
export function groupCharacter(setter: MathSetter, node: Kind<"groupCharacter">, style: MathStyle): Atom {
  const { constants } = setter.face;
  const em = setter.sizePt(style);
  const base = setter.row(node.base, style);
  const symbol = node.symbol
    ? stretched(setter, node.symbol, base.box.widthPt, "horizontal", style).box
    : plainSymbol(setter, " ", style).box;
  const widthPt = Math.max(symbol.widthPt, base.box.widthPt);
  const gapPt = (node.above ? constants.stretchStackGapAboveMin : constants.stretchStackGapBelowMin) * em;
  // From the baseline of the base to that of the sign.
  const apartPt = node.above
    ? base.box.ascentPt + gapPt + symbol.descentPt
    : -(base.box.descentPt + gapPt + symbol.ascentPt);
  const placed: PlacedBox[] = [
    {
      box: base.box,
      rightPt: (widthPt - base.box.widthPt) / 2,
      raisedPt: node.raised ? -apartPt : 0,
    },
    { box: symbol, rightPt: (widthPt - symbol.widthPt) / 2, raisedPt: node.raised ? 0 : apartPt },
  ];
  const kind = node.raised ? classOf(node.symbol) : "ordinary";
  return { box: together(widthPt, placed), left: kind, right: kind, italicPt: 0 };
}
