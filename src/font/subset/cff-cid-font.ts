/** CFF fonts of composite fonts in a PDF: keyed by CIDs, which are the codes of the PDF's text (ISO 32000-2, 9.7.4.2). */
import { joinBytes } from "../../domain/join-bytes.ts";
import { present } from "../../domain/present.ts";
import type { CffFont } from "../cff/cff-font.ts";
import { STANDARD_STRINGS } from "../cff/cff-names.ts";
import { CFF } from "../cff/cff-operators.ts";
import { type CffDictEntry, writeDict, writeIndex } from "../cff/cff-structures.ts";
import { inlineSubroutines } from "../cff/charstring.ts";
import { writeCharset, writeFdSelect } from "./cff-subset.ts";

const EMPTY_GLYPH = Uint8Array.of(14);
/** The registry and the ordering of CIDs that nothing else names. */
const STRINGS = ["Adobe", "Identity"];

/**
 * A font of only these glyphs, found by their codes.
 * @param glyphs code -> glyph; one glyph may have several codes
 */
export function writeCidFont(font: CffFont, glyphs: ReadonlyMap<number, number>): Uint8Array {
  const codes = [...glyphs.keys()].filter((code) => code > 0).sort((a, b) => a - b);
  const numbers = [0, ...codes];
  const order = numbers.map((code) => (code === 0 ? 0 : (glyphs.get(code) ?? 0)));
  const fontDictOf = order.map((glyph) => font.fontDictOf[glyph] ?? 0);
  const fontDicts = [...new Set(fontDictOf)].sort((a, b) => a - b);
  const charset = writeCharset(numbers);
  const fdSelect = writeFdSelect(fontDictOf.map((index) => fontDicts.indexOf(index)));
  const charstrings = writeIndex(order.map((glyph) => plainOutline(font, glyph) ?? EMPTY_GLYPH));
  const privates = fontDicts.map((index) => {
    const entries = font.privates[index]?.entries ?? [];
    return writeDict(
      entries.filter(({ operator }) => operator !== CFF.subrs),
      () => undefined,
    );
  });
  const top: CffDictEntry[] = [
    entry(CFF.ros),
    ...font.top.filter(({ operator }) => operator === CFF.fontMatrix || operator === CFF.fontBBox),
    ...[CFF.cidCount, CFF.charset, CFF.fdSelect, CFF.charStrings, CFF.fdArray].map(entry),
  ];
  const head = (places: ReadonlyMap<number, number>) => [
    Uint8Array.of(1, 0, 4, 4),
    writeIndex([font.name]),
    writeIndex([
      writeDict(top, (operator) => {
        if (operator === CFF.ros) return [STANDARD_STRINGS, STANDARD_STRINGS + 1, 0];
        if (operator === CFF.cidCount) return [(codes.at(-1) ?? 0) + 1];
        if (operator === CFF.fontMatrix || operator === CFF.fontBBox) return undefined;
        return [places.get(operator) ?? 0];
      }),
    ]),
    writeIndex(STRINGS.map((text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)))),
    writeIndex([]),
  ];
  // All offsets have five bytes: sizes are known before places.
  let at = lengthOf(head(new Map()));
  const places = new Map<number, number>();
  const place = (operator: number, part: Uint8Array) => {
    places.set(operator, at);
    at += part.length;
  };
  place(CFF.charset, charset);
  place(CFF.fdSelect, fdSelect);
  place(CFF.charStrings, charstrings);
  const fdArray = writeIndex(
    fontDicts.map((index, position) => {
      const size = present(privates[position]).length;
      const start = at;
      at += size;
      const own = font.isCid
        ? present(font.fontDicts[index]).filter(({ operator }) => operator === CFF.fontMatrix)
        : [];
      return writeDict([...own, entry(CFF.private)], (operator) =>
        operator === CFF.private ? [size, start] : undefined,
      );
    }),
  );
  place(CFF.fdArray, fdArray);
  return joinBytes([...head(places), charset, fdSelect, charstrings, ...privates, fdArray]);
}

/** The outline of a glyph without subroutines; undefined if it cannot be taken out of its font. */
export function plainOutline(font: CffFont, glyph: number): Uint8Array | undefined {
  const charstring = font.charstrings[glyph];
  const { subroutines } = font.privates[font.fontDictOf[glyph] ?? 0] ?? { subroutines: [] };
  return charstring && inlineSubroutines(charstring, { global: font.globalSubroutines, local: subroutines });
}

/** An entry whose operands are filled in afterwards. */
function entry(operator: number): CffDictEntry {
  return { operator, operands: [], encoded: new Uint8Array(0) };
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
