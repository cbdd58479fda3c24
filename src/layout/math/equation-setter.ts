/** An equation as data -> boxes, by the constants of a math font. */
import type { MathNode, MathRow, MathRun } from "../model/equation.ts";
import type { MathBox } from "../text/math-box.ts";
import { type Atom, NO_BOX } from "./boxes.ts";
import { fraction, radical } from "./fractions.ts";
import { box, frame, phantom } from "./frames.ts";
import { equations, matrix } from "./grids.ts";
import type { MathFace } from "./math-face.ts";
import { type MathStyle, resized, scaleOf, scriptStyle } from "./math-style.ts";
import { joined, rowAtom, type SpacedAtom, spaced } from "./rows.ts";
import { runAtoms } from "./runs.ts";
import { withLimits, withScripts, withScriptsBefore } from "./scripts.ts";
import type { MathSetter } from "./setter.ts";
import { accent, bar, fences, groupCharacter, nary } from "./symbols.ts";

/** Sets text in its own font; without a run, in that of the text around. */
type SetText = (text: string, run: MathRun | undefined, sizePt: number) => MathBox;

export interface EquationAppearance {
  face: MathFace;
  sizePt: number;
  /** `auto` as text has it. */
  color: string;
  text: SetText;
}

/** A stretch of an equation that stays on one line. */
export interface EquationStretch {
  /** With the room that its line keeps from others. */
  box: MathBox;
  /** What follows is on the next line. */
  endsLine: boolean;
}

/**
 * Cut where a line may end: before the operators and relations that are not between fences.
 *
 * @param isDisplay the equation has lines of its own
 */
export function setEquation(equation: MathRow, appearance: EquationAppearance, isDisplay: boolean): EquationStretch[] {
  const setter = new EquationSetter(appearance);
  const style: MathStyle = { isDisplay, level: 0, isCramped: false };
  const lines: Atom[][] = [[]];
  for (const atom of setter.atoms(equation, style)) {
    if (atom.endsLine) lines.push([]);
    else if (!atom.isAlignment) lines.at(-1)?.push(atom);
  }
  // A break at the end has nothing to break.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  const leadingPt = (appearance.face.constants.mathLeading * appearance.sizePt) / 2;
  return lines.flatMap((atoms, index) => {
    const stretches = cut(spaced(atoms, { sizePt: appearance.sizePt, isScript: false })).map((box) => ({
      ...box,
      ascentPt: box.ascentPt + leadingPt,
      descentPt: box.descentPt + leadingPt,
    }));
    const endsLine = index < lines.length - 1;
    return stretches.map((box, place) => ({ box, endsLine: endsLine && place === stretches.length - 1 }));
  });
}

/** Room before an operator stays with what is to the left of it, so that a line starts with the sign. */
function cut(atoms: readonly SpacedAtom[]): MathBox[] {
  const boxes: MathBox[] = [];
  let open: SpacedAtom[] = [];
  for (const item of atoms) {
    if (open.length > 0 && (item.left === "relation" || item.left === "binary")) {
      const { box } = joined(open);
      boxes.push({ ...box, widthPt: box.widthPt + item.gapPt });
      open = [{ ...item, gapPt: 0 }];
    } else open.push(item);
  }
  const last = joined(open);
  boxes.push({ ...last.box, widthPt: last.box.widthPt + last.italicPt });
  return boxes;
}

class EquationSetter implements MathSetter {
  readonly face: MathFace;
  /** Of the element that is set. */
  color: string;
  readonly text: SetText;
  readonly #sizePt: number;

  constructor({ face, sizePt, color, text }: EquationAppearance) {
    this.face = face;
    this.color = color;
    this.text = text;
    this.#sizePt = sizePt;
  }

  sizePt(style: MathStyle): number {
    return this.#sizePt * scaleOf(style, this.face.constants);
  }

  row(row: MathRow, style: MathStyle): Atom {
    const own = resized(style, row.sizeSteps);
    const atoms = row.items.flatMap((node) => this.#node(node, own));
    const shown = atoms.filter((atom) => !atom.isAlignment && !atom.endsLine);
    return rowAtom(shown, { sizePt: this.sizePt(own), isScript: own.level > 0 });
  }

  atoms(row: MathRow, style: MathStyle): Atom[] {
    const own = resized(style, row.sizeSteps);
    return row.items.flatMap((node) => this.#node(node, own));
  }

  #node(node: MathNode, style: MathStyle): Atom[] {
    const outer = this.color;
    this.color = node.color ?? outer;
    const atoms = this.#atomsOf(node, style);
    this.color = outer;
    return atoms;
  }

  #atomsOf(node: MathNode, style: MathStyle): Atom[] {
    switch (node.kind) {
      case "run":
        return runAtoms(this, node, style);
      case "fraction":
        return [fraction(this, node, style)];
      case "scripts":
        return [this.#scripts(node, style)];
      case "radical":
        return [radical(this, node, style)];
      case "nary":
        return [nary(this, node, style)];
      case "fences":
        return [fences(this, node, style)];
      case "function":
        return [this.#function(node, style)];
      case "limit": {
        const limit = this.row(node.limit, scriptStyle(style, !node.above));
        const base = this.row(node.base, style);
        return [withLimits(this, base, node.above ? { above: limit } : { below: limit }, style)];
      }
      case "groupCharacter":
        return [groupCharacter(this, node, style)];
      case "accent":
        return [accent(this, node, style)];
      case "bar":
        return [bar(this, node, style)];
      case "matrix":
        return [matrix(this, node, style)];
      case "equations":
        return [equations(this, node, style)];
      case "box":
        return [box(this, node, style)];
      case "frame":
        return [frame(this, node, style)];
      case "phantom":
        return [phantom(this, node, style)];
      case "align":
        return [{ ...NOTHING, isAlignment: true }];
      case "number":
        return [{ ...NOTHING, box: { ...NO_BOX, widthPt: NUMBER_GAP_EMS * this.sizePt(style) } }];
      case "lineBreak":
        return [{ ...NOTHING, endsLine: true }];
    }
  }

  #scripts(node: Extract<MathNode, { kind: "scripts" }>, style: MathStyle): Atom {
    const scripts = {
      sub: node.sub && this.row(node.sub, scriptStyle(style, true)),
      sup: node.sup && this.row(node.sup, scriptStyle(style, style.isCramped)),
    };
    const base = this.row(node.base, style);
    return node.before ? withScriptsBefore(this, base, scripts, style) : withScripts(this, base, scripts, style);
  }

  #function({ name, argument }: Extract<MathNode, { kind: "function" }>, style: MathStyle): Atom {
    const named: Atom = { ...this.row(name, style), left: "operator", right: "operator" };
    return rowAtom([named, this.row(argument, style)], { sizePt: this.sizePt(style), isScript: style.level > 0 });
  }
}

/** Before the number of an equation, which comes after it. */
const NUMBER_GAP_EMS = 2;
const NOTHING: Atom = { box: NO_BOX, left: "none", right: "none", italicPt: 0 };
