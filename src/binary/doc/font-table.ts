/** The fonts that formatting refers to by number (`SttbfFfn` and `FFN`, MS-DOC 2.9.286 and 2.9.86). */
import { knownMetrics } from "../../font/substitutes/families.ts";
import { ByteReader } from "../../office/byte-reader.ts";

export interface DocumentFont {
  name: string;
  /** The characters of its text are glyph numbers. */
  isSymbol: boolean;
}

const NAME_AT = 40;
const CHARACTER_SET_AT = 4;
const SYMBOL_CHARACTER_SET = 2;
const MAX_NAME_LENGTH = 64;
/** Kinds of fonts (`ff`) and the font that Windows takes when it has none of that name. */
const FAMILIES: Readonly<Record<number, string>> = { 1: "Times New Roman", 2: "Arial", 3: "Courier New" };
/** Western, symbols left out, and other European character sets. */
const EUROPEAN_CHARACTER_SETS: ReadonlySet<number> = new Set([0, 1, 77, 161, 162, 186, 204, 238, 255]);

export function readFonts(bytes: Uint8Array): DocumentFont[] {
  const reader = new ByteReader(bytes);
  const fonts: DocumentFont[] = [];
  const count = reader.u16(0);
  let at = 4;
  for (let index = 0; index < count && at < bytes.length; index++) {
    const size = reader.u8(at) + 1;
    const characterSet = reader.u8(at + CHARACTER_SET_AT);
    const isSymbol = characterSet === SYMBOL_CHARACTER_SET;
    const name = readName(reader, at + NAME_AT, at + size);
    const alternative = readName(reader, at + NAME_AT + 2 * reader.u8(at + 5), at + size);
    const family = EUROPEAN_CHARACTER_SETS.has(characterSet) ? FAMILIES[(reader.u8(at + 1) >> 4) & 7] : undefined;
    fonts.push({ name: isSymbol ? name : nameOf(name, alternative, family), isSymbol });
    at += size;
  }
  return fonts;
}

/** A font that is not available is replaced by the other one that the file names, or in one of its kind. */
function nameOf(name: string, alternative: string, family: string | undefined): string {
  if (knownMetrics(name) !== undefined) return name;
  return knownMetrics(alternative) === undefined ? (family ?? name) : alternative;
}

function readName(reader: ByteReader, start: number, end: number): string {
  const units: number[] = [];
  for (let place = start; place + 1 < end && units.length < MAX_NAME_LENGTH; place += 2) {
    const unit = reader.u16(place);
    if (unit === 0) break;
    units.push(unit);
  }
  return String.fromCharCode(...units);
}
