/** Runs -> atoms: each character is one. */
import type { MathLetters, MathRun } from "../model/equation.ts";
import { mathCharacter, readAs } from "./alphabets.ts";
import { type Atom, NO_BOX, ordinary } from "./boxes.ts";
import type { MathStyle } from "./math-style.ts";
import { classOf } from "./operator-spacing.ts";
import { glyphBox, type MathSetter } from "./setter.ts";

/** Spaces that have no glyph in math fonts, in ems. */
const SPACES: ReadonlyMap<string, number> = new Map([
  [" ", 0.25],
  ["\u00a0", 0.25],
  ["\t", 1],
  ["\u2000", 0.5],
  ["\u2001", 1],
  ["\u2002", 0.5],
  ["\u2003", 1],
  ["\u2004", 1 / 3],
  ["\u2005", 5 / 18],
  ["\u2006", 1 / 6],
  ["\u2009", 3 / 18],
  ["\u200a", 1 / 18],
  ["\u202f", 3 / 18],
  ["\u205f", 4 / 18],
]);
/** Joiners, and operators that are meant but not seen. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
/** Whatever matches is taken: digits in a row are read once. */
const NUMBER_OR_OTHER = /\d+(?:[.,]\d+)*|./gsu;

export function runAtoms(setter: MathSetter, run: MathRun, style: MathStyle): Atom[] {
  const sizePt = setter.sizePt(style) * run.sizeFactor;
  const { letters } = run;
  if (!letters) return run.text ? [ordinary(setter.text(run.text, run, sizePt))] : [];
  const atoms: Atom[] = [];
  let foreign = "";
  const flush = () => {
    if (foreign) atoms.push(ordinary(setter.text(foreign, run, sizePt)));
    foreign = "";
  };
  for (const [token] of run.text.matchAll(NUMBER_OR_OTHER)) {
    // A comma between digits is not punctuation.
    const isNumber = /^\d/.test(token);
    for (const character of token) {
      const atom = characterAtom(setter, character, run, letters, sizePt);
      if (!atom) {
        if (!UNSEEN.test(character)) foreign += character;
        continue;
      }
      flush();
      atoms.push(isNumber ? { ...atom, left: "ordinary", right: "ordinary" } : atom);
    }
  }
  flush();
  return atoms;
}

/** Undefined if the font lacks it. */
function characterAtom(
  setter: MathSetter,
  character: string,
  { format }: MathRun,
  letters: MathLetters,
  sizePt: number,
): Atom | undefined {
  const space = SPACES.get(character);
  if (space !== undefined) {
    return { box: { ...NO_BOX, widthPt: space * sizePt }, left: "none", right: "none", italicPt: 0 };
  }
  const { face } = setter;
  const plain = character.codePointAt(0) ?? 0;
  const code = mathCharacter(plain, letters);
  const glyph = face.glyph(code);
  // Where an alphabet is missing, the letter itself is better than none.
  const id = glyph === 0 ? face.glyph(plain) : glyph;
  if (id === 0) return undefined;
  const isBold = letters.bold && (glyph === 0 || code === plain);
  const kind = classOf(String.fromCodePoint(code));
  return {
    box: glyphBox(setter, id, sizePt, readAs(character), { color: format.color, madeBold: isBold }),
    left: kind,
    right: kind,
    italicPt: face.italicCorrection(id) * sizePt,
    glyph: { id, sizePt },
    isSlanted: letters.italic && code !== plain && /\p{L}/u.test(character),
  };
}
