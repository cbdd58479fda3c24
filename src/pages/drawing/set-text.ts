/** Text in a font -> commands: a command for each stretch in one face. */

import type { FontStack, Glyph } from "../../typefaces/font-library.ts";
import type { TextCommand } from "../commands/commands.ts";

export interface TextSetting {
  stack: FontStack;
  sizePt: number;
  color: string;
  opacity?: number;
  kerning?: boolean;
  /** Behind each character. */
  spacingPt?: number;
  /** Behind each space, as justified lines have it. */
  wordSpacingPt?: number;
  /** Horizontal. */
  scale?: number;
  outlined?: boolean;
}

const SPACES: ReadonlySet<string> = new Set([" ", "\u00a0"]);

/** Sets text from left to right on a baseline. Its width is that which layout measured, with its word spacing. */
export function setText(text: string, setting: TextSetting, xPt: number, yPt: number): TextCommand[] {
  const { stack, sizePt, kerning = false, spacingPt = 0, wordSpacingPt = 0, scale = 1 } = setting;
  const commands: TextCommand[] = [];
  let open: { command: TextCommand; glyphs: number[]; advancesPt: number[]; characters: string[] } | undefined;
  let before: Glyph | undefined;
  let atPt = xPt;
  const advance = (pt: number) => {
    atPt += pt * scale;
    const last = open ? open.advancesPt.length - 1 : -1;
    if (open && last >= 0) open.advancesPt[last] = (open.advancesPt[last] ?? 0) + pt;
  };
  for (const character of text) {
    const glyph = stack.glyph(character.codePointAt(0) ?? 0);
    const extraPt = (spacingPt + (SPACES.has(character) ? wordSpacingPt : 0)) / scale;
    const face = glyph.face;
    if (!face) {
      // Spaces that no font has, and characters that show nothing.
      advance(glyph.advance * sizePt + extraPt);
      before = undefined;
      continue;
    }
    if (kerning && before?.face === face) advance(face.kern(before.id, glyph.id) * sizePt);
    if (!open || open.command.face !== face || !sameLook(open.command, glyph)) {
      const glyphs: number[] = [];
      const advancesPt: number[] = [];
      const characters: string[] = [];
      const command: TextCommand = {
        kind: "text",
        face,
        sizePt,
        xPt: atPt,
        yPt,
        scale,
        color: setting.color,
        opacity: setting.opacity ?? 1,
        look: { slanted: glyph.madeItalic, thickened: glyph.madeBold, outlined: setting.outlined ?? false },
        glyphs,
        advancesPt,
        characters,
      };
      commands.push(command);
      open = { command, glyphs, advancesPt, characters };
    }
    const widthPt = glyph.advance * sizePt + extraPt;
    open.glyphs.push(glyph.id);
    open.advancesPt.push(widthPt);
    open.characters.push(character === "\u00a0" ? " " : character);
    atPt += widthPt * scale;
    before = glyph;
  }
  return commands;
}

function sameLook({ look }: TextCommand, glyph: Glyph): boolean {
  return look.slanted === glyph.madeItalic && look.thickened === glyph.madeBold;
}
