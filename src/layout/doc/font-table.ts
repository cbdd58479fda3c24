/** The fonts that formatting refers to by number (`SttbfFfn` and `FFN`, MS-DOC 2.9.286 and 2.9.86). */
import { ByteReader } from "../metafile/byte-reader.ts";

export interface DocumentFont {
  name: string;
  /** The characters of its text are glyph numbers. */
  isSymbol: boolean;
}

const NAME_AT = 40;
const CHARACTER_SET_AT = 4;
const SYMBOL_CHARACTER_SET = 2;
const LONGEST_NAME = 64;

export function readFonts(bytes: Uint8Array): DocumentFont[] {
  const reader = new ByteReader(bytes);
  const fonts: DocumentFont[] = [];
  const count = reader.u16(0);
  let at = 4;
  for (let index = 0; index < count && at < bytes.length; index++) {
    const size = reader.u8(at) + 1;
    const units: number[] = [];
    for (let place = at + NAME_AT; place + 1 < at + size && units.length < LONGEST_NAME; place += 2) {
      const unit = reader.u16(place);
      if (unit === 0) break;
      units.push(unit);
    }
    fonts.push({
      name: String.fromCharCode(...units),
      isSymbol: reader.u8(at + CHARACTER_SET_AT) === SYMBOL_CHARACTER_SET,
    });
    at += size;
  }
  return fonts;
}
