import { present } from "../../domain/present.ts";

/** A Type 1 font program (Adobe Type 1 Font Format), decrypted. */
export interface Type1Font {
  readonly name: string;
  /** Charstrings by glyph name, in the order of the file. */
  readonly charstrings: ReadonlyMap<string, Uint8Array>;
  readonly subroutines: readonly (Uint8Array | undefined)[];
  /** Glyph names by code; undefined for StandardEncoding. */
  readonly encoding: ReadonlyMap<number, string> | undefined;
  /** Numbers of entries of the font and Private dictionaries, e.g. BlueValues. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/** Of PostScript, which Type 1 programs are written in. */
const WHITESPACE: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);
const EEXEC_KEY = 55665;
const CHARSTRING_KEY = 4330;
const NUMBER_ENTRIES = [
  "FontMatrix",
  "FontBBox",
  "PaintType",
  "BlueValues",
  "OtherBlues",
  "FamilyBlues",
  "FamilyOtherBlues",
  "BlueScale",
  "BlueShift",
  "BlueFuzz",
  "StdHW",
  "StdVW",
  "StemSnapH",
  "StemSnapV",
  "LanguageGroup",
];

/** Reads a font program as PDF embeds it (ISO 32000-2, 9.9.2); undefined if it is not one or is built unusually. */
export function readType1(bytes: Uint8Array): Type1Font | undefined {
  const clear = latin1(bytes, 0, bytes.length);
  const eexec = clear.indexOf("eexec");
  if (eexec < 0 || !clear.startsWith("%!")) return undefined;
  const head = clear.slice(0, eexec);
  const privateBytes = decrypt(encryptedPart(bytes, eexec + 5), EEXEC_KEY, 4);
  const privateText = latin1(privateBytes, 0, privateBytes.length);
  const skip = Number(/\/lenIV\s+(-?\d+)/.exec(privateText)?.[1] ?? 4);
  if (skip < 0) return undefined;
  const subroutines = readSubroutines(privateText, privateBytes, skip);
  const charstrings = readCharstrings(privateText, privateBytes, skip);
  if (!charstrings.has(".notdef")) return undefined;
  const encoding = readEncoding(head);
  if (encoding === "unknown") return undefined;
  const numbers = new Map<string, readonly number[]>();
  for (const entry of NUMBER_ENTRIES) {
    const found = readNumbers(head, entry) ?? readNumbers(privateText, entry);
    if (found) numbers.set(entry, found);
  }
  const name = /\/FontName\s*\/([^\s()<>[\]{}/%]+)/.exec(head)?.[1] ?? "Font";
  return { name, charstrings, subroutines, encoding, numbers };
}

/** The part after `eexec`, in binary. */
function encryptedPart(bytes: Uint8Array, from: number): Uint8Array {
  let start = from;
  while (WHITESPACE.has(bytes[start] ?? -1)) start++;
  const isHex = [0, 1, 2, 3].every((index) => hexValue(bytes[start + index]) >= 0);
  if (!isHex) return bytes.subarray(start);
  const out = new Uint8Array((bytes.length - start) >> 1);
  let digits = 0;
  for (let at = start; at < bytes.length; at++) {
    const value = hexValue(bytes[at]);
    if (value < 0) continue;
    out[digits >> 1] = (out[digits >> 1] ?? 0) | (digits & 1 ? value : value << 4);
    digits++;
  }
  return out.subarray(0, digits >> 1);
}

/** -1 for what is not a digit. */
function hexValue(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Section 7.1; the first `skip` bytes are random. */
function decrypt(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let state = key;
  for (let at = 0; at < bytes.length; at++) {
    const cipher = bytes[at] ?? 0;
    out[at] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52845 + 22719) & 0xffff;
  }
  return out.subarray(Math.min(skip, out.length));
}

function readSubroutines(text: string, bytes: Uint8Array, skip: number): (Uint8Array | undefined)[] {
  const subroutines: (Uint8Array | undefined)[] = [];
  const start = text.indexOf("/Subrs");
  if (start < 0) return subroutines;
  const end = text.indexOf("/CharStrings");
  const pattern = /dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S{1,8})[ ]/g;
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const index = Number(match[1]);
    const from = match.index + match[0].length;
    if ((end > start && match.index > end) || index > 65_535) break;
    subroutines[index] = decrypt(bytes.subarray(from, from + Number(match[2])), CHARSTRING_KEY, skip);
    pattern.lastIndex = from + Number(match[2]);
  }
  return subroutines;
}

function readCharstrings(text: string, bytes: Uint8Array, skip: number): Map<string, Uint8Array> {
  const charstrings = new Map<string, Uint8Array>();
  const start = text.indexOf("/CharStrings");
  if (start < 0) return charstrings;
  const pattern = /\/([^\s()<>[\]{}/%]+)\s+(\d+)\s+(?:RD|-\||\S{1,8})[ ]/g;
  pattern.lastIndex = start + 12;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const from = match.index + match[0].length;
    if (from + Number(match[2]) > bytes.length) break;
    charstrings.set(present(match[1]), decrypt(bytes.subarray(from, from + Number(match[2])), CHARSTRING_KEY, skip));
    pattern.lastIndex = from + Number(match[2]);
  }
  return charstrings;
}

function readEncoding(head: string): Map<number, string> | undefined | "unknown" {
  const start = head.indexOf("/Encoding");
  if (start < 0) return "unknown";
  const rest = head.slice(start + 9);
  if (/^\s+StandardEncoding\s+def/.test(rest)) return undefined;
  if (!/^\s+256\s+array/.test(rest)) return "unknown";
  const encoding = new Map<number, string>();
  for (const [, code, glyph] of rest.matchAll(/dup\s+(\d+)\s*\/([^\s()<>[\]{}/%]+)\s+put/g)) {
    encoding.set(Number(code), present(glyph));
  }
  return encoding;
}

function readNumbers(text: string, entry: string): number[] | undefined {
  const match = new RegExp(`/${entry}\\s*(?:[[{]([^[\\]{}]*)[\\]}]|(-?[\\d.]+))`).exec(text);
  if (!match) return undefined;
  const numbers = (match[1] ?? match[2] ?? "").trim().split(/\s+/).filter(Boolean).map(Number);
  return numbers.some(Number.isNaN) ? undefined : numbers;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}
