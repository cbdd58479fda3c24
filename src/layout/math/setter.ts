/** What the parts of an equation use while they are set. */
import type { MathRow, MathRun } from "../model/equation.ts";
import type { MathBox } from "../text/math-box.ts";
import type { Atom } from "./boxes.ts";
import type { MathFace } from "./math-face.ts";
import type { MathStyle } from "./math-style.ts";

export interface MathSetter {
  readonly face: MathFace;
  /** Of rules and signs; `auto` as text has it. */
  readonly color: string;
  /** The em of a style. */
  sizePt(style: MathStyle): number;
  /** An argument in a row, in its own size. */
  row(row: MathRow, style: MathStyle): Atom;
  /** The items of an argument, one by one. */
  atoms(row: MathRow, style: MathStyle): Atom[];
  /** Characters that the font of equations lacks, or that are not mathematics. */
  text(text: string, run: MathRun | undefined, sizePt: number): MathBox;
}

/** A glyph on the baseline. */
export function glyphBox(
  { face, color }: Pick<MathSetter, "face" | "color">,
  glyph: number,
  sizePt: number,
  text: string,
  appearance: { color?: string; madeBold?: boolean } = {},
): MathBox {
  const [, bottom, , top] = face.glyphBox(glyph) ?? [0, 0, 0, 0];
  const advancePt = face.advance(glyph) * sizePt;
  const part = { kind: "glyph", glyph, sizePt, advancePt, text, color: appearance.color ?? color } as const;
  return {
    kind: "box",
    widthPt: advancePt,
    ascentPt: top * sizePt,
    descentPt: -bottom * sizePt,
    parts: [{ rightPt: 0, downPt: 0, part: { ...part, madeBold: appearance.madeBold ?? false } }],
  };
}
