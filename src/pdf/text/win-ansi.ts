import { present } from "../../domain/present.ts";

/** WinAnsiEncoding (ISO 32000-2, annex D.2): Latin-1 but for these codes. */
const FROM_80 = "€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ";

const CODES = new Map<string, number>();
for (let code = 32; code < 256; code++) {
  const character = code >= 0x80 && code < 0xa0 ? present(FROM_80[code - 0x80]) : String.fromCharCode(code);
  if (character !== "\u0000" && code !== 127) CODES.set(character, code);
}

/** The bytes of a text; undefined if a character has no code. */
export function encodeWinAnsi(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const character of text) {
    const code = CODES.get(character);
    if (code === undefined) return undefined;
    bytes.push(code);
  }
  return Uint8Array.from(bytes);
}
