/** Vertical text of East Asia: lines are turned as a whole, and their ideographs turned back. */
import { isEastAsian } from "../../layout/text/script.ts";
import type { Command, TextCommand } from "../commands/commands.ts";
import { turned } from "../commands/matrices.ts";

/** Middle of an ideograph above the baseline, in shares of the size. */
const MIDDLE_EM = 0.38;

export function setUpright(commands: readonly Command[]): Command[] {
  return commands.flatMap((command): Command[] => {
    if (command.kind === "text") return uprightGlyphs(command);
    if (command.kind === "group" || command.kind === "mark") {
      return [{ ...command, commands: setUpright(command.commands) }];
    }
    return [command];
  });
}

function uprightGlyphs(text: TextCommand): Command[] {
  if (!text.characters.some((character) => isEastAsian(character))) return [text];
  let atPt = text.xPt;
  return text.glyphs.map((glyph, index): Command => {
    const character = text.characters[index] ?? "";
    const advancePt = (text.advancesPt[index] ?? 0) * text.scale;
    const xPt = atPt;
    atPt += advancePt;
    const single = { ...text, glyphs: [glyph], advancesPt: [advancePt / text.scale], characters: [character] };
    if (!isEastAsian(character)) return { ...single, xPt };
    const middle = { xPt: xPt + advancePt / 2, yPt: text.yPt - text.sizePt * MIDDLE_EM };
    return {
      kind: "group",
      matrix: turned(-90, middle.xPt, middle.yPt),
      clip: undefined,
      commands: [{ ...single, xPt: -advancePt / 2, yPt: text.sizePt * MIDDLE_EM }],
    };
  });
}
