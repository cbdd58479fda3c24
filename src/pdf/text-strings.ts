import { present } from "../domain/present.ts";
import { PdfString } from "./objects.ts";

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-2, annex D.3), from code 0x18 and 0x80 on. */
const FROM_18 = "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc";
const FROM_80 =
  "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018" +
  "\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac";

const DECODED = Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x18 && code < 0x20) return FROM_18[code - 0x18] ?? 0;
  if (code >= 0x80 && code <= 0xa0) return present(FROM_80[code - 0x80]);
  return String.fromCharCode(code);
});

const ENCODED = new Map(DECODED.map((character, code) => [character, code] as const));
ENCODED.delete("\ufffd");

/** The text of a text string (7.9.2.2): UTF-16 or UTF-8 with their marks, else PDFDocEncoding. */
export function decodeText(string: PdfString): string {
  const { bytes } = string;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withoutLanguage(decodeUtf16(bytes, 0));
  // little endian is not allowed but occurs
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withoutLanguage(decodeUtf16(bytes, 1));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return withoutLanguage(new TextDecoder().decode(bytes.subarray(3)));
  }
  let text = "";
  for (const byte of bytes) text += DECODED[byte] ?? 0;
  return text;
}

/** A text string: PDFDocEncoding if every character has a code in it, else UTF-16. */
export function encodeText(text: string): PdfString {
  const short = encodePdfDocEncoding(text);
  if (short && !hasMark(short)) return new PdfString(short);
  const bytes = new Uint8Array(2 + 2 * text.length);
  bytes.set([0xfe, 0xff]);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes[2 + 2 * index] = unit >> 8;
    bytes[3 + 2 * index] = unit & 255;
  }
  return new PdfString(bytes);
}

/** PDFDocEncoding of a text, undefined if a character has no code in it. */
export function encodePdfDocEncoding(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = ENCODED.get(text[index] ?? 0);
    if (code === undefined) return undefined;
    bytes[index] = code;
  }
  return bytes;
}

/** A byte string from characters 0-255. */
export function latin1String(text: string): PdfString {
  return new PdfString(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

function hasMark(bytes: Uint8Array): boolean {
  const [first, second, third] = bytes;
  return (
    (first === 0xfe && second === 0xff) ||
    (first === 0xff && second === 0xfe) ||
    (first === 0xef && second === 0xbb && third === 0xbf)
  );
}

function decodeUtf16(bytes: Uint8Array, littleEndian: 0 | 1): string {
  let text = "";
  for (let at = 2; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(((bytes[at + littleEndian] ?? 0) << 8) | (bytes[at + 1 - littleEndian] ?? 0));
  }
  return text;
}

/** Language codes are between escape characters (7.9.2.2.2). */
function withoutLanguage(text: string): string {
  return text.includes("\u001b") ? text.replace(/\u001b[^\u001b]{0,16}\u001b/g, "") : text;
}
