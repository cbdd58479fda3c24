/** Text in a font -> display items: an item for each stretch in one face. */

import type { Face } from "../../font/face.ts";
import type { FontStack } from "../../font/library/font-library.ts";
import type { Direction } from "../../font/shape/directions.ts";
import type { Glyph, SetRun } from "../../font/shape/glyphs.ts";
import { kerningScript } from "../../font/shape/kerning-script.ts";
import type { Shading, TextItem, TextLine } from "../display-list/display-item.ts";

export interface TextSetting {
  stack: FontStack;
  sizePt: number;
  color: string;
  opacity?: number;
  kerning?: boolean;
  /** After each character. */
  spacingPt?: number;
  /** After each space, as in justified lines. */
  wordSpacingPt?: number;
  /** Horizontal. */
  scale?: number;
  outlined?: boolean;
  /** Along the letters. */
  line?: TextLine;
  /** Takes the place of the color. */
  shading?: Shading;
  /** Which way all of the text runs, if that is known. */
  direction?: Direction;
}

/** `#rrggbb`; two more digits are the opacity. */
const OPAQUE_LENGTH = 7;
const SPACES: ReadonlySet<string> = new Set([" ", "\u00a0"]);

/** Sets text from left to right on a baseline. Its width is the one that layout measured, with its word spacing. */
export function glyphRuns(text: string, setting: TextSetting, xPt: number, yPt: number): TextItem[] {
  const { stack, sizePt, kerning = false, spacingPt = 0, wordSpacingPt = 0, scale = 1, direction } = setting;
  if (direction === "rtl" || stack.needsShaping(text))
    return placeRuns(stack.set(text, kerning, direction), setting, xPt, yPt);
  const items: TextItem[] = [];
  let open: { item: TextItem; glyphs: number[]; advancesPt: number[]; characters: string[] } | undefined;
  let before: Glyph | undefined;
  let atPt = xPt;
  const advance = (pt: number) => {
    atPt += pt * scale;
    const last = open ? open.advancesPt.length - 1 : -1;
    if (open && last >= 0) open.advancesPt[last] = (open.advancesPt[last] ?? 0) + pt;
  };
  let codePointBefore = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const glyph = stack.glyph(codePoint);
    const extraPt = (spacingPt + (SPACES.has(character) ? wordSpacingPt : 0)) / scale;
    const face = glyph.face;
    if (!face) {
      // Spaces that no font has, and characters that show nothing.
      advance(glyph.advance * sizePt + extraPt);
      before = undefined;
      continue;
    }
    if (kerning && before?.face === face)
      advance(face.kern(before.id, glyph.id, kerningScript(codePointBefore, codePoint)) * sizePt);
    if (!open || open.item.face !== face || !sameAppearance(open.item, glyph)) {
      const glyphs: number[] = [];
      const advancesPt: number[] = [];
      const characters: string[] = [];
      const item = { ...emptyItem(setting, face, glyph, atPt, yPt), glyphs, advancesPt, characters };
      items.push(item);
      open = { item, glyphs, advancesPt, characters };
    }
    const widthPt = glyph.advance * sizePt + extraPt;
    open.glyphs.push(glyph.id);
    open.advancesPt.push(widthPt);
    open.characters.push(character === "\u00a0" ? " " : character);
    atPt += widthPt * scale;
    before = glyph;
    codePointBefore = codePoint;
  }
  return items;
}

/** Letters in places of their own: marks above and below, joined letters, text that is read in another order. */
function placeRuns(runs: readonly SetRun[], setting: TextSetting, xPt: number, yPt: number): TextItem[] {
  const { sizePt, spacingPt = 0, wordSpacingPt = 0, scale = 1 } = setting;
  const items: TextItem[] = [];
  let atPt = xPt;
  for (const { glyphs, text } of runs) {
    const first = glyphs[0];
    const advancesPt = glyphs.map(({ advance, characters }) => {
      const spaces = SPACES.has(characters) ? wordSpacingPt : 0;
      return advance * sizePt + (spacingPt * [...characters].length + spaces) / scale;
    });
    if (first?.face) {
      items.push({
        ...emptyItem(setting, first.face, first, atPt, yPt),
        glyphs: glyphs.map(({ id }) => id),
        advancesPt,
        characters: glyphs.map(({ characters }) => (characters === "\u00a0" ? " " : characters)),
        offsetsPt: glyphs.map(({ offsetX, offsetY }) => [offsetX * sizePt, -offsetY * sizePt] as const),
        reading: text,
      });
    }
    for (const advancePt of advancesPt) atPt += advancePt * scale;
  }
  return items;
}

function emptyItem(
  { sizePt, scale = 1, color, opacity = 1, outlined = false, line, shading }: TextSetting,
  face: Face,
  { madeItalic, madeBold }: Glyph,
  xPt: number,
  yPt: number,
): TextItem {
  const appearance = { slanted: madeItalic, thickened: madeBold, outlined };
  return {
    kind: "text",
    face,
    sizePt,
    xPt,
    yPt,
    scale,
    color: color.slice(0, OPAQUE_LENGTH),
    opacity: opacity * (color.length > OPAQUE_LENGTH ? Number.parseInt(color.slice(OPAQUE_LENGTH), 16) / 255 : 1),
    look: appearance,
    line,
    shading,
    glyphs: [],
    advancesPt: [],
    characters: [],
  };
}

function sameAppearance({ look: appearance }: TextItem, glyph: Glyph): boolean {
  return appearance.slanted === glyph.madeItalic && appearance.thickened === glyph.madeBold;
}
