import { largestOf } from "../../domain/collections/long-lists.ts";
import { joinBytes } from "../../domain/join-bytes.ts";
import { present } from "../../domain/present.ts";
import type { CffFont } from "../cff/cff-font.ts";
import { STANDARD_STRINGS } from "../cff/cff-names.ts";
import { CFF } from "../cff/cff-operators.ts";
import { type CffDictEntry, writeDict, writeIndex } from "../cff/cff-structures.ts";
import { inlineSubroutines } from "../cff/charstring.ts";

/** version, Notice, FullName, FamilyName, Weight, UniqueID, XUID, Copyright, PostScript, BaseFontName. */
const DROPPED_OPERATORS = new Set([0, 1, 2, 3, 4, 13, 14, 0x0c00, 0x0c15, 0x0c16]);
const EMPTY_GLYPH = Uint8Array.of(14);
const MAX_CHARSTRING_BYTES = 8 * 1024 * 1024;

/**
 * A CFF font with only these glyphs and without subroutines. Undefined if a charstring cannot be taken apart.
 * @param keepNumbers glyph numbers stay, as fonts without CIDs need if they are used by glyph number
 */
export function subsetCff(font: CffFont, glyphs: ReadonlySet<number>, keepNumbers: boolean): Uint8Array | undefined {
  const order = keepNumbers ? numbersUpTo(font, glyphs) : encodedFirst(font, glyphs);
  const charstrings: Uint8Array[] = [];
  let total = 0;
  for (const glyph of order) {
    if (!glyphs.has(glyph) && glyph !== 0) {
      charstrings.push(EMPTY_GLYPH);
      continue;
    }
    const { subroutines } = font.privates[font.fontDictOf[glyph] ?? 0] ?? { subroutines: [] };
    const subset = inlineSubroutines(present(font.charstrings[glyph]), {
      global: font.globalSubroutines,
      local: subroutines,
    });
    total += subset?.length ?? 0;
    if (!subset || total > MAX_CHARSTRING_BYTES) return undefined;
    charstrings.push(subset);
  }
  return layOut(font, order, charstrings);
}

function numbersUpTo({ charstrings }: CffFont, glyphs: ReadonlySet<number>): number[] {
  let last = 0;
  for (const glyph of glyphs) if (glyph < charstrings.length && glyph > last) last = glyph;
  return Array.from({ length: last + 1 }, (_, glyph) => glyph);
}

/** Glyph 0, then those with a code of the font's own encoding, whose format lists codes in glyph order. */
function encodedFirst({ charstrings, encoding }: CffFont, glyphs: ReadonlySet<number>): number[] {
  const kept = [...glyphs].filter((glyph) => glyph > 0 && glyph < charstrings.length).sort((a, b) => a - b);
  const encoded = new Set(encoding?.map(([, glyph]) => glyph));
  return [0, ...kept.filter((glyph) => encoded.has(glyph)), ...kept.filter((glyph) => !encoded.has(glyph))];
}

/** Writes the parts one after the other; all offsets have five bytes, so that sizes are known before places. */
function layOut(font: CffFont, order: readonly number[], charstrings: readonly Uint8Array[]): Uint8Array {
  const fontDicts = [...new Set(order.map((glyph) => font.fontDictOf[glyph] ?? 0))].sort((a, b) => a - b);
  const top = font.top.filter(({ operator }) => !DROPPED_OPERATORS.has(operator));
  const charset = writeCharset(order.map((glyph) => font.charset[glyph] ?? 0));
  const encoding = font.encoding ? writeEncoding(order, font) : undefined;
  const fdSelect = font.isCid
    ? writeFdSelect(order.map((glyph) => fontDicts.indexOf(font.fontDictOf[glyph] ?? 0)))
    : undefined;
  const glyphIndex = writeIndex(charstrings);
  const privates = fontDicts.map((index) => {
    const entries = font.privates[index]?.entries ?? [];
    return writeDict(
      entries.filter(({ operator }) => operator !== CFF.subrs),
      () => undefined,
    );
  });
  const head = [
    Uint8Array.of(1, 0, 4, 4),
    writeIndex([font.name]),
    writeIndex([writeDict(top, topOperands(encoding ? { [CFF.encoding]: 0 } : {}, 0, 0))]),
    writeIndex(usedStrings(font, order, fontDicts)),
    writeIndex([]),
  ];
  const places: Places = {};
  let at = lengthOf(head);
  const place = (operator: number, part: Uint8Array | undefined): void => {
    if (!part) return;
    places[operator] = at;
    at += part.length;
  };
  place(CFF.encoding, encoding);
  place(CFF.charset, charset);
  place(CFF.fdSelect, fdSelect);
  place(CFF.charStrings, glyphIndex);
  const privateStarts = privates.map((part) => {
    const start = at;
    at += part.length;
    return start;
  });
  const fdArray = font.isCid
    ? writeIndex(
        fontDicts.map((index, position) =>
          writeDict(
            present(font.fontDicts[index]).filter(({ operator }) => !DROPPED_OPERATORS.has(operator)),
            (operator) =>
              operator === CFF.private ? [present(privates[position]).length, privateStarts[position] ?? 0] : undefined,
          ),
        ),
      )
    : undefined;
  place(CFF.fdArray, fdArray);
  head[2] = writeIndex([writeDict(top, topOperands(places, privates[0]?.length ?? 0, privateStarts[0] ?? 0))]);
  return concatenate([...head, ...[encoding, charset, fdSelect, glyphIndex], ...privates, fdArray]);
}

type Places = Record<number, number>;

function topOperands(places: Places, privateSize: number, privateStart: number) {
  return (operator: number): readonly number[] | undefined => {
    switch (operator) {
      case CFF.private:
        return [privateSize, privateStart];
      case CFF.encoding:
        // the predefined encodings have no offset and stay
        return places[operator] === undefined ? undefined : [places[operator]];
      case CFF.charset:
      case CFF.charStrings:
      case CFF.fdArray:
      case CFF.fdSelect:
        return [places[operator] ?? 0];
      default:
        return undefined;
    }
  };
}

/** Format 2: ranges. @param numbers of the glyphs in their order, the first of which is not written */
export function writeCharset(numbers: readonly number[]): Uint8Array {
  const out = [2];
  for (let index = 1; index < numbers.length; ) {
    const first = numbers[index] ?? 0;
    let more = 0;
    while (index + more + 1 < numbers.length && numbers[index + more + 1] === first + more + 1) more++;
    out.push(first >> 8, first & 255, more >> 8, more & 255);
    index += more + 1;
  }
  return Uint8Array.from(out);
}

/** Format 0, with supplements for glyphs of several codes. */
function writeEncoding(order: readonly number[], { encoding, charset }: CffFont): Uint8Array {
  const codes: number[] = [];
  const supplements: number[] = [];
  const pairs = encoding ?? [];
  for (const glyph of order.slice(1)) {
    const [first, ...others] = pairs.filter(([, target]) => target === glyph).map(([code]) => code);
    if (first === undefined) break;
    codes.push(first);
    for (const code of others) supplements.push(code, (charset[glyph] ?? 0) >> 8, (charset[glyph] ?? 0) & 255);
  }
  if (supplements.length === 0) return new Uint8Array([0, codes.length, ...codes]);
  return new Uint8Array([128, codes.length, ...codes, supplements.length / 3, ...supplements]);
}

/** Format 3: ranges. */
export function writeFdSelect(selected: readonly number[]): Uint8Array {
  const ranges: number[] = [];
  let count = 0;
  for (const [glyph, fontDict] of selected.entries()) {
    if (glyph > 0 && selected[glyph - 1] === fontDict) continue;
    ranges.push(glyph >> 8, glyph & 255, fontDict);
    count++;
  }
  return new Uint8Array([3, count >> 8, count & 255, ...ranges, selected.length >> 8, selected.length & 255]);
}

/** The font's strings, with those that nothing names emptied, so that the others keep their numbers. */
function usedStrings(font: CffFont, order: readonly number[], fontDicts: readonly number[]): Uint8Array[] {
  const used = new Set<number>();
  if (!font.isCid) for (const glyph of order) used.add(font.charset[glyph] ?? 0);
  const addOf = (entries: readonly CffDictEntry[], operator: number): void => {
    for (const sid of entries.find((entry) => entry.operator === operator)?.operands ?? []) used.add(sid);
  };
  addOf(font.top, CFF.ros);
  for (const index of fontDicts) addOf(font.fontDicts[index] ?? [], CFF.fontName);
  const last = largestOf(used, STANDARD_STRINGS - 1) - STANDARD_STRINGS;
  return font.strings
    .slice(0, last + 1)
    .map((string, index) => (used.has(index + STANDARD_STRINGS) ? string : new Uint8Array(0)));
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function concatenate(parts: readonly (Uint8Array | undefined)[]): Uint8Array {
  const present = parts.filter((part) => part !== undefined);
  return joinBytes(present);
}
