/** Vertical text of East Asia: lines are turned as a whole, and their ideographs turned back. */
import { rotation } from "../../geometry/matrix.ts";
import { isEastAsian } from "../../layout/text/script.ts";
import type { DisplayItem, TextItem } from "../display-list/display-item.ts";

/** Middle of an ideograph above the baseline, as a share of the size. */
const MIDDLE_EM = 0.38;
/** Brackets, dashes and marks that lengthen vowels lie along the line (UAX #50, `R` and `Tr`). */
const LYING =
  /[\u301c\u3008-\u3011\u3014-\u301b\u3030\u30a0\u30fc\uff08\uff09\uff0d\uff1a\uff1b\uff1c-\uff1e\uff3b\uff3d\uff3f\uff5b-\uff63\uffe3]/;
/** Commas and stops are in the upper right corner of their square instead of the lower left one. */
const CORNER = /[\u3001\u3002\uff0c\uff0e]/;
const TO_CORNER_EM = 0.58;
/** Small kana are a little nearer to it. */
const SMALL = /[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/;
const SMALL_TO_CORNER_EM = 0.1;

const EMOJI = /^\p{Emoji_Presentation}/u;

export function orientText(items: readonly DisplayItem[]): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    if (item.kind === "text") return orientedGlyphs(item);
    if (item.kind === "group" || item.kind === "mark") {
      return [{ ...item, items: orientText(item.items) }];
    }
    return [item];
  });
}

function standsUpright(character: string): boolean {
  return (isEastAsian(character) && !LYING.test(character)) || EMOJI.test(character);
}

function orientedGlyphs(text: TextItem): DisplayItem[] {
  if (!text.characters.some(standsUpright)) return [text];
  let atPt = text.xPt;
  return text.glyphs.map((glyph, index): DisplayItem => {
    const character = text.characters[index] ?? "";
    const advancePt = (text.advancesPt[index] ?? 0) * text.scale;
    const xPt = atPt;
    atPt += advancePt;
    const single = { ...text, glyphs: [glyph], advancesPt: [advancePt / text.scale], characters: [character] };
    if (!standsUpright(character)) return { ...single, xPt };
    const middle = { xPt: xPt + advancePt / 2, yPt: text.yPt - text.sizePt * MIDDLE_EM };
    const movedPt =
      text.sizePt * (CORNER.test(character) ? TO_CORNER_EM : SMALL.test(character) ? SMALL_TO_CORNER_EM : 0);
    return {
      kind: "group",
      matrix: rotation(-90, middle.xPt, middle.yPt),
      clip: undefined,
      items: [{ ...single, xPt: movedPt - advancePt / 2, yPt: text.sizePt * MIDDLE_EM - movedPt }],
    };
  });
}
