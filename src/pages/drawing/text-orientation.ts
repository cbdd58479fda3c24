/** Vertical text of East Asia: lines are turned as a whole, and their ideographs turned back. */
import { rotation } from "../../geometry/matrix.ts";
import { isEastAsian } from "../../layout/text/script.ts";
import type { Command, TextCommand } from "../commands/commands.ts";

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

export function orientText(commands: readonly Command[]): Command[] {
  return commands.flatMap((command): Command[] => {
    if (command.kind === "text") return orientedGlyphs(command);
    if (command.kind === "group" || command.kind === "mark") {
      return [{ ...command, commands: orientText(command.commands) }];
    }
    return [command];
  });
}

function standsUpright(character: string): boolean {
  return (isEastAsian(character) && !LYING.test(character)) || EMOJI.test(character);
}

function orientedGlyphs(text: TextCommand): Command[] {
  if (!text.characters.some(standsUpright)) return [text];
  let atPt = text.xPt;
  return text.glyphs.map((glyph, index): Command => {
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
      commands: [{ ...single, xPt: movedPt - advancePt / 2, yPt: text.sizePt * MIDDLE_EM - movedPt }],
    };
  });
}
