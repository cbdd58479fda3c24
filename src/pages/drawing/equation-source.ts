/** Lays out equations by the service's math font. */

import type { Face } from "../../font/face.ts";
import type { FontLibrary } from "../../font/library/font-library.ts";
import { type EquationStretch, setEquation } from "../../layout/math/equation-setter.ts";
import { linearText } from "../../layout/math/linear-text.ts";
import type { MathFace } from "../../layout/math/math-face.ts";
import type { MathInline } from "../../layout/model/blocks.ts";
import type { MathRun } from "../../layout/model/equation.ts";
import { MATH_FONT_KEY } from "../../layout/text/font-usage.ts";
import type { MathBox, PlacedMath } from "../../layout/text/math-box.ts";
import { type EquationPart, type EquationSource, TextMeasurer } from "../../layout/text/measure.ts";
import { type FontSlot, fontSlot } from "../../layout/text/script.ts";
import type { TextStyles } from "../../layout/text/text-style.ts";

/** As a share of the size: how far letters of text reach, if no glyph was looked at. */
const TEXT_ASCENT = 0.72;
const TEXT_DESCENT = 0.2;
const LETTER = 0x78;

/** Tables and fitted text ask again; what is drawn is gone by then. */
const MAX_KNOWN = 100;

/** Sizes are valid for the fonts that are there now. */
export function equationSource(fonts: FontLibrary, styles: TextStyles): EquationSource {
  const known = new Map<MathInline, readonly EquationPart[]>();
  const measurer = new TextMeasurer(fonts.width);
  return (math, around) => {
    let parts = known.get(math);
    if (!parts) {
      const stretches = stretchesOf(math, fonts, (text, run, sizePt) => textBox(text, run, sizePt, math));
      // A line is never lower than its text would be.
      parts = stretches.map(({ box, endsLine }): EquationPart => {
        const ascentPt = Math.max(box.ascentPt, around.ascentPt);
        return { widthPt: box.widthPt, ascentPt, descentPt: Math.max(box.descentPt, around.descentPt), box, endsLine };
      });
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(math, parts);
    }
    return parts;
  };

  function textBox(text: string, run: MathRun | undefined, sizePt: number, { format }: MathInline): MathBox {
    const own = run?.format ?? format;
    const italic = run && !run.letters ? own.italic : false;
    const sized = { sizePt, sizeComplexPt: sizePt, verticalAlign: "baseline", positionPt: 0, spacingPt: 0 } as const;
    const appearance = { ...own, ...sized, italic };
    const parts: PlacedMath[] = [];
    let atPt = 0;
    for (const [slot, piece] of bySlot(text, own.fontHint)) {
      const style = styles.style(appearance, slot);
      parts.push({ rightPt: atPt, downPt: 0, part: { kind: "text", text: piece, style } });
      atPt += measurer.drawnWidth(piece, style);
    }
    const [ascentPt, descentPt] = [TEXT_ASCENT * sizePt, TEXT_DESCENT * sizePt];
    return { kind: "box", widthPt: atPt, ascentPt, descentPt, parts };
  }
}

function stretchesOf(
  math: MathInline,
  fonts: FontLibrary,
  text: (text: string, run: MathRun | undefined, sizePt: number) => MathBox,
): EquationStretch[] {
  const { sizePt, color } = math.format;
  const { face } = fonts.stack(MATH_FONT_KEY).glyph(LETTER);
  const mathFace = face && mathFaceOf(face);
  // A document may carry a font of that name without the table.
  if (!mathFace) return [{ box: text(linearText(math.equation), undefined, sizePt), endsLine: false }];
  return setEquation(math.equation, { face: mathFace, sizePt, color, text }, math.display);
}

function mathFaceOf(face: Face): MathFace | undefined {
  const table = face.mathTable;
  if (!table) return undefined;
  return {
    constants: table.constants,
    minOverlap: table.minOverlap,
    glyph: (codePoint) => face.glyph(codePoint),
    advance: (glyph) => face.advance(glyph),
    glyphBox: (glyph) => face.glyphBox(glyph),
    italicCorrection: (glyph) => table.italicCorrection(glyph),
    accentAttachment: (glyph) => table.accentAttachment(glyph),
    cornerKern: (glyph, corner, height) => table.cornerKern(glyph, corner, height),
    stretched: (glyph, direction) => table.stretched(glyph, direction),
  };
}

/** Text in pieces of one font. */
function bySlot(text: string, hint: string | undefined): [FontSlot, string][] {
  const pieces: [FontSlot, string][] = [];
  for (const character of text) {
    const last = pieces.at(-1);
    const slot = character === " " && last ? last[0] : fontSlot(character, hint);
    if (last?.[0] === slot) last[1] += character;
    else pieces.push([slot, character]);
  }
  return pieces;
}
