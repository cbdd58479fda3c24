/** Characters of fonts whose glyphs are signs: `w:sym` (ECMA-376 part 1, 17.3.3.30), and text that is set in one. */

import { isSymbolFont, symbolText } from "../../font/substitutes/symbol-fonts.ts";
import type { CharacterFormat, FontNames } from "../model/formatting.ts";

/** `w:sym`: font and hexadecimal code -> text. */
export function symbolCharacter(font: string, hex: string): { text: string; fonts: FontNames | undefined } {
  const code = Number.parseInt(hex, 16);
  if (!Number.isFinite(code) || code < 1 || code > 0x10ffff) return { text: "", fonts: undefined };
  const character = String.fromCodePoint(code);
  if (isSymbolFont(font)) return { text: symbolText(font, character), fonts: undefined };
  const text = code >= 0xf000 && code <= 0xf0ff ? String.fromCodePoint(code - 0xf000) : character;
  return { text, fonts: font ? { ascii: font, highAnsi: font, eastAsia: font, complex: font } : undefined };
}

/** Text that is typed in a font of signs stands for its glyphs: û in Wingdings is a cross. */
export function inSymbols(text: string, format: CharacterFormat): { text: string; format: CharacterFormat } {
  const family = format.fonts.ascii;
  if (family === undefined || !isSymbolFont(family)) return { text, format };
  return { text: symbolText(family, text), format: { ...format, symbolFont: family } };
}
