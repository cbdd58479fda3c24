/** Places of marks if fonts do not give them: over or under the middle of their letters. */
import type { SetGlyph } from "./glyphs.ts";

const DIACRITIC = /^[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]$/;
/** Between a letter and the mark above it. */
const GAP = 0.04;

/** Glyphs from left to right, each mark after its letter. */
export function placeMarks(glyphs: readonly SetGlyph[]): void {
  let letter: SetGlyph | undefined;
  for (const glyph of glyphs) {
    if (!DIACRITIC.test(glyph.characters)) {
      letter = glyph;
      continue;
    }
    const under = letter?.face?.glyphBox(letter.id);
    const box = glyph.face?.glyphBox(glyph.id);
    glyph.advance = 0;
    if (!letter || !under || !box || glyph.id === 0 || glyph.offsetX !== 0 || glyph.offsetY !== 0) continue;
    const [left, bottom, right, top] = box;
    glyph.offsetX = (under[0] + under[2]) / 2 - letter.advance - (left + right) / 2;
    if (bottom > 0 && top > under[1]) glyph.offsetY = Math.max(0, under[3] + GAP - bottom);
  }
}
