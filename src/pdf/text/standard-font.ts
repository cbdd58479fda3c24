import { dict, name, type PdfDict } from "../objects.ts";
import type { StandardFontName } from "./standard-font-metrics.ts";
import { standardFontWidths } from "./standard-font-metrics.ts";
import { encodeWinAnsi } from "./win-ansi.ts";

/** A font that every viewer has (ISO 32000-2, 9.6.2.2); it need not be embedded. */
export interface StandardFont {
  dict: PdfDict;
  /** Width of the text at size 1. */
  widthOf(text: string): number;
  /** The operand of `Tj`; characters that the font lacks become question marks. */
  encode(text: string): string;
}

/** One of the standard fonts, WinAnsi encoded. */
export function standardFont(fontName: StandardFontName): StandardFont {
  const widths = standardFontWidths(fontName);
  const bytesOf = (text: string) =>
    Array.from(text.normalize("NFC"), (character) => encodeWinAnsi(character)?.[0] ?? 0x3f);
  return {
    dict: dict({
      Type: name("Font"),
      Subtype: name("Type1"),
      BaseFont: name(fontName),
      Encoding: name("WinAnsiEncoding"),
    }),
    widthOf: (text) => bytesOf(text).reduce((sum, code) => sum + (widths[code] ?? 0), 0) / 1000,
    encode: (text) => literalString(Uint8Array.from(bytesOf(text))),
  };
}

/** A string operand for content streams, characters are bytes. */
function literalString(bytes: Uint8Array): string {
  let text = "(";
  for (const byte of bytes) {
    if (byte === 13) text += "\\r";
    else text += (byte === 40 || byte === 41 || byte === 92 ? "\\" : "") + String.fromCharCode(byte);
  }
  return `${text})`;
}
