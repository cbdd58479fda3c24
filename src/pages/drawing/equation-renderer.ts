/** Equations in their places -> display items. */

import type { Face } from "../../font/face.ts";
import type { FontLibrary } from "../../font/library/font-library.ts";
import type { MathAssembly, MathBox, MathGlyph, MathLine, MathText } from "../../layout/text/math-box.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { lineSegments, rectangle } from "../display-list/outline.ts";
import { glyphRuns } from "./glyph-runs.ts";

export interface EquationInk {
  /** The font of the glyphs; undefined as long as it is not there. */
  face: Face | undefined;
  fonts: FontLibrary;
  /** For parts without a color of their own. */
  color: string;
}

/** @param yPt the baseline */
export function drawEquation(
  builder: DisplayListBuilder,
  box: MathBox,
  xPt: number,
  yPt: number,
  ink: EquationInk,
): void {
  for (const { rightPt, downPt, part } of box.parts) {
    const [partXPt, partYPt] = [xPt + rightPt, yPt + downPt];
    switch (part.kind) {
      case "box":
        drawEquation(builder, part, partXPt, partYPt, ink);
        break;
      case "glyph":
        drawGlyph(builder, part, partXPt, partYPt, ink);
        break;
      case "assembly":
        drawAssembly(builder, part, partXPt, partYPt, ink);
        break;
      case "text":
        drawText(builder, part, partXPt, partYPt, ink);
        break;
      case "rule": {
        const outline = rectangle(partXPt, partYPt, part.widthPt, part.heightPt);
        const fill = { color: colorOf(part.color, ink), opacity: 1 };
        if (part.widthPt > 0) builder.add({ kind: "path", outline, fill, stroke: undefined });
        break;
      }
      case "line":
        drawLine(builder, part, partXPt, partYPt, ink);
    }
  }
}

function drawGlyph(builder: DisplayListBuilder, part: MathGlyph, xPt: number, yPt: number, ink: EquationInk): void {
  if (!ink.face) return;
  builder.add({
    ...itemOf(ink.face, part, ink),
    ...{ sizePt: part.sizePt, xPt, yPt },
    look: { slanted: false, thickened: part.madeBold, outlined: false },
    glyphs: [part.glyph],
    advancesPt: [part.advancePt],
    characters: [part.text],
  });
}

/** Read as one character. */
function drawAssembly(
  builder: DisplayListBuilder,
  part: MathAssembly,
  xPt: number,
  yPt: number,
  ink: EquationInk,
): void {
  const { glyphs, sizePt, text } = part;
  if (!ink.face) return;
  builder.add({
    ...itemOf(ink.face, part, ink),
    ...{ sizePt, xPt, yPt },
    glyphs: glyphs.map(({ glyph }) => glyph),
    advancesPt: glyphs.map(() => 0),
    characters: glyphs.map(() => text),
    offsetsPt: glyphs.map(({ rightPt, downPt }) => [rightPt, downPt] as const),
    reading: text,
  });
}

function itemOf(face: Face, { color }: { color: string }, ink: EquationInk) {
  const appearance = { slanted: false, thickened: false, outlined: false };
  return { kind: "text", face, scale: 1, color: colorOf(color, ink), opacity: 1, look: appearance } as const;
}

function drawText(
  builder: DisplayListBuilder,
  { text, style }: MathText,
  xPt: number,
  yPt: number,
  ink: EquationInk,
): void {
  const stack = ink.fonts.stack(style.fontKey);
  const { sizePt, kerning, scale, spacingPt } = style;
  const color = colorOf(style.format.color, ink);
  builder.addAll(glyphRuns(text, { stack, sizePt, color, kerning, scale, spacingPt }, xPt, yPt));
}

function drawLine(builder: DisplayListBuilder, part: MathLine, xPt: number, yPt: number, ink: EquationInk): void {
  const outline = lineSegments([[xPt, yPt, xPt + part.toRightPt, yPt + part.toDownPt]]);
  const appearance = { opacity: 1, widthPt: part.thicknessPt, cap: "butt", join: "miter", dashesPt: [] } as const;
  builder.add({ kind: "path", outline, fill: undefined, stroke: { color: colorOf(part.color, ink), ...appearance } });
}

function colorOf(color: string, ink: EquationInk): string {
  return color === "auto" ? ink.color : color.slice(0, OPAQUE_LENGTH);
}

/** `#rrggbb`; two more digits would be an opacity. */
const OPAQUE_LENGTH = 7;
