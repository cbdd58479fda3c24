import { present } from "../../domain/present.ts";
import { CFF } from "./cff-operators.ts";
import { type CffDictEntry, readDict, readIndex, uint } from "./cff-structures.ts";

/** FDSelect names them by a byte. */
const MAX_FONT_DICTS = 256;
/** Of one Private DICT: real ones have some hundred, and 256 Font DICTs may name the same one. */
const MAX_PRIVATE_BYTES = 16_384;
/** For all Font DICTs, which may all name the same one: more than any font has. */
const MAX_SUBROUTINES = 300_000;

/** A Private DICT with its local subroutines (Adobe Technical Note 5176, sections 15 and 16). */
interface CffPrivate {
  readonly entries: readonly CffDictEntry[];
  readonly subroutines: readonly Uint8Array[];
}

/** One font of a CFF font set, decoded as far as subsetting needs. */
export interface CffFont {
  readonly name: Uint8Array;
  readonly top: readonly CffDictEntry[];
  readonly strings: readonly Uint8Array[];
  readonly globalSubroutines: readonly Uint8Array[];
  readonly charstrings: readonly Uint8Array[];
  readonly isCid: boolean;
  /** By glyph: the SID of its name, or its CID in CID-keyed fonts. */
  readonly charset: Uint16Array;
  /** Codes of the font's own encoding as pairs of code and glyph; undefined for the predefined ones. */
  readonly encoding: readonly (readonly [code: number, glyph: number])[] | undefined;
  /** One for a name-keyed font, one for each Font DICT of a CID-keyed one. */
  readonly privates: readonly CffPrivate[];
  readonly fontDicts: readonly (readonly CffDictEntry[])[];
  /** By glyph: index into `fontDicts` and `privates`. */
  readonly fontDictOf: Uint8Array;
}

/** Reads a CFF font set of one font; undefined for kinds that are not subset here. Throws RangeError on damage. */
export function readCff(bytes: Uint8Array): CffFont | undefined {
  if (bytes[0] !== 1) return undefined;
  const names = readIndex(bytes, bytes[2] ?? 0);
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const globals = readIndex(bytes, strings.end);
  if (tops.entries.length !== 1) return undefined;
  const top = readDict(present(tops.entries[0]));
  const offset = (operator: number): number | undefined => find(top, operator)?.operands[0];
  const charstringsAt = offset(CFF.charStrings);
  if (charstringsAt === undefined || (offset(CFF.charstringType) ?? 2) !== 2) return undefined;
  const charstrings = readIndex(bytes, charstringsAt).entries;
  const isCid = find(top, CFF.ros) !== undefined;
  const charset = readCharset(bytes, offset(CFF.charset) ?? 0, charstrings.length, isCid);
  if (!charset) return undefined;
  const encodingAt = offset(CFF.encoding) ?? 0;
  const fontDicts = isCid ? readIndex(bytes, offset(CFF.fdArray) ?? -1).entries.map(readDict) : [top];
  if (fontDicts.length > MAX_FONT_DICTS) throw new RangeError("CFF FDArray");
  let subroutineCount = 0;
  const privates = fontDicts.map((entries) => {
    const own = readPrivate(bytes, entries);
    subroutineCount += own.subroutines.length;
    if (subroutineCount > MAX_SUBROUTINES) throw new RangeError("CFF subroutines");
    return own;
  });
  const fontDictOf = isCid
    ? readFdSelect(bytes, offset(CFF.fdSelect) ?? -1, charstrings.length)
    : new Uint8Array(charstrings.length);
  if (fontDictOf.some((index) => index >= fontDicts.length)) throw new RangeError("CFF FDSelect");
  return {
    name: names.entries[0] ?? new Uint8Array(0),
    top,
    strings: strings.entries,
    globalSubroutines: globals.entries,
    charstrings,
    isCid,
    charset,
    encoding: isCid || encodingAt <= 1 ? undefined : readEncoding(bytes, encodingAt, charset),
    privates,
    fontDicts,
    fontDictOf,
  };
}

function find(entries: readonly CffDictEntry[], operator: number): CffDictEntry | undefined {
  return entries.find((entry) => entry.operator === operator);
}

function readPrivate(bytes: Uint8Array, fontDict: readonly CffDictEntry[]): CffPrivate {
  const [size, start] = find(fontDict, CFF.private)?.operands ?? [];
  if (size === undefined || start === undefined) return { entries: [], subroutines: [] };
  if (start + size > bytes.length || size > MAX_PRIVATE_BYTES) throw new RangeError("CFF Private DICT");
  const entries = readDict(bytes.subarray(start, start + size));
  const subroutinesAt = find(entries, CFF.subrs)?.operands[0];
  const subroutines = subroutinesAt === undefined ? [] : readIndex(bytes, start + subroutinesAt).entries;
  return { entries, subroutines };
}

/** Section 13; the predefined expert sets give undefined. */
function readCharset(bytes: Uint8Array, start: number, glyphs: number, isCid: boolean): Uint16Array | undefined {
  const charset = new Uint16Array(glyphs);
  if (start <= 2) {
    if (!isCid && (start > 0 || glyphs > 229)) return undefined;
    for (let glyph = 0; glyph < glyphs; glyph++) charset[glyph] = glyph;
    return charset;
  }
  const format = uint(bytes, start, 1);
  let at = start + 1;
  if (format > 2) return undefined;
  for (let glyph = 1; glyph < glyphs; ) {
    const first = uint(bytes, at, 2);
    const more = format === 0 ? 0 : uint(bytes, at + 2, format);
    at += 2 + format;
    for (let i = 0; i <= more && glyph < glyphs; i++) charset[glyph++] = first + i;
  }
  return charset;
}

/** Section 12. */
function readEncoding(bytes: Uint8Array, start: number, charset: Uint16Array): [number, number][] {
  const pairs: [number, number][] = [];
  const format = uint(bytes, start, 1);
  const count = uint(bytes, start + 1, 1);
  let at = start + 2;
  for (let i = 0, glyph = 1; i < count; i++) {
    const first = uint(bytes, at, 1);
    const more = (format & 127) === 0 ? 0 : uint(bytes, at + 1, 1);
    at += (format & 127) === 0 ? 1 : 2;
    for (let j = 0; j <= more; j++) pairs.push([first + j, glyph++]);
  }
  const supplements = (format & 128) === 0 ? 0 : uint(bytes, at++, 1);
  for (let i = 0; i < supplements; i++, at += 3) {
    const glyph = charset.indexOf(uint(bytes, at + 1, 2));
    if (glyph > 0) pairs.push([uint(bytes, at, 1), glyph]);
  }
  return pairs.filter(([code, glyph]) => code < 256 && glyph < charset.length);
}

/** Section 19. */
function readFdSelect(bytes: Uint8Array, start: number, glyphs: number): Uint8Array {
  const selected = new Uint8Array(glyphs);
  const format = uint(bytes, start, 1);
  if (format === 0) {
    for (let glyph = 0; glyph < glyphs; glyph++) selected[glyph] = uint(bytes, start + 1 + glyph, 1);
  } else if (format === 3) {
    const ranges = uint(bytes, start + 1, 2);
    for (let range = 0; range < ranges; range++) {
      const at = start + 3 + 3 * range;
      selected.fill(uint(bytes, at + 2, 1), uint(bytes, at, 2), uint(bytes, at + 3, 2));
    }
  } else throw new RangeError("CFF FDSelect");
  return selected;
}
