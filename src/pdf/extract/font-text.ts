import { unicodeOfCode, unicodeOfGlyphName } from "../../font/glyph-names.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import type { PdfDict } from "../objects.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import { readToUnicode, type ToUnicode } from "./to-unicode.ts";

/** The text that the bytes of a string mean. */
export type FontText = (bytes: Uint8Array) => string;

/** Stands for glyphs that a font does not name: one character that nobody looks for. */
const UNKNOWN = "\ufffd";

/** How a font's codes are read: how many bytes each has, and the text that one stands for. */
export interface FontCodes {
  codeBytes: number;
  textOf(code: number): string;
}

/** How a font's codes become text (ISO 32000-2, 9.10.2): by its ToUnicode, or by the names of its glyphs. */
export function fontText(document: PdfDocument, font: PdfDict): FontText {
  const { codeBytes, textOf } = fontCodes(document, font);
  return (bytes) => decode(bytes, codeBytes, textOf);
}

/** {@link fontText} code by code. */
export function fontCodes(document: PdfDocument, font: PdfDict): FontCodes {
  const isComposite = document.name(font.get("Subtype")) === "Type0";
  const toUnicode = toUnicodeOf(document, font);
  if (isComposite) {
    return { codeBytes: toUnicode?.codeBytes || 2, textOf: (code) => toUnicode?.texts.get(code) ?? UNKNOWN };
  }

  const differences = differencesOf(document, font);
  const base = document.name(document.dict(font.get("Encoding"))?.get("BaseEncoding") ?? font.get("Encoding"));
  return {
    codeBytes: 1,
    textOf: (code) => toUnicode?.texts.get(code) ?? named(differences.get(code)) ?? ofCode(code, base),
  };
}

function toUnicodeOf(document: PdfDocument, font: PdfDict): ToUnicode | undefined {
  const stream = document.stream(font.get("ToUnicode"));
  if (!stream) return undefined;
  const { bytes, remaining } = decodeWithin(document, stream);

  return remaining.length > 0 ? undefined : readToUnicode(bytes, document.work);
}

function decode(bytes: Uint8Array, codeBytes: number, textOf: (code: number) => string): string {
  let text = "";
  for (let at = 0; at + codeBytes <= bytes.length; at += codeBytes) {
    let code = 0;
    for (let index = at; index < at + codeBytes; index++) code = code * 256 + (bytes[index] ?? 0);
    text += textOf(code);
  }
  return text;
}

function named(glyph: string | undefined): string | undefined {
  if (glyph === undefined) return undefined;
  const unicode = unicodeOfGlyphName(glyph);

  return unicode === undefined ? UNKNOWN : String.fromCodePoint(unicode);
}

function ofCode(code: number, encoding: string | undefined): string {
  const [windows, mac] = unicodeOfCode(code);
  const unicode = encoding === "MacRomanEncoding" ? (mac ?? windows) : windows;

  return unicode === undefined ? UNKNOWN : String.fromCodePoint(unicode);
}
