import { present } from "../../domain/present.ts";
import type { CffFont } from "../cff/cff-font.ts";
import { ISO_ADOBE_NAMES, STANDARD_STRINGS } from "../cff/cff-names.ts";
import { CFF } from "../cff/cff-operators.ts";
import type { CffDictEntry } from "../cff/cff-structures.ts";
import { runType1, type Type1Glyph } from "./type1-charstring.ts";
import type { Type1Font } from "./type1-font.ts";
import { writeType2 } from "./type2-charstring.ts";

const STANDARD_MATRIX = "0.001 0 0 0.001 0 0";

/** Operators of the Private DICT by name in Type 1; those with `delta` hold differences. */
const PRIVATE_ENTRIES: readonly (readonly [name: string, operator: number, delta: boolean])[] = [
  ["BlueValues", 6, true],
  ["OtherBlues", 7, true],
  ["FamilyBlues", 8, true],
  ["FamilyOtherBlues", 9, true],
  ["StdHW", 10, false],
  ["StdVW", 11, false],
  ["BlueScale", 0x0c09, false],
  ["BlueShift", 0x0c0a, false],
  ["BlueFuzz", 0x0c0b, false],
  ["StemSnapH", 0x0c0c, true],
  ["StemSnapV", 0x0c0d, true],
  ["LanguageGroup", 0x0c11, false],
];

/**
 * A Type 1 font in the Compact Font Format, which Flate can compress as nothing in it is encrypted. Undefined if a
 * wanted glyph cannot be converted.
 * @param wanted names of glyphs; others are left out
 */
export function type1ToCff(font: Type1Font, wanted: (name: string) => boolean): CffFont | undefined {
  if ((font.numbers.get("PaintType")?.[0] ?? 0) !== 0) return undefined;
  const names = [".notdef", ...[...font.charstrings.keys()].filter((name) => name !== ".notdef" && wanted(name))];
  const glyphs: Type1Glyph[] = [];
  for (const name of names) {
    const glyph = runType1(font, present(font.charstrings.get(name)));
    if (!glyph) return undefined;
    glyphs.push(glyph);
  }
  const defaultWidth = mostCommonWidth(glyphs);
  const strings: Uint8Array[] = [];
  const charset = Uint16Array.from(names, (name) => {
    const standard = ISO_ADOBE_NAMES.indexOf(name);
    return standard >= 0 ? standard : STANDARD_STRINGS + strings.push(Buffer.from(name, "latin1")) - 1;
  });
  const encoding = font.encoding && encodingPairs(font.encoding, names);
  const top = topEntries(font, encoding !== undefined);
  return {
    name: Buffer.from(font.name, "latin1"),
    top,
    strings,
    globalSubroutines: [],
    charstrings: glyphs.map((glyph) => writeType2(glyph, defaultWidth)),
    isCid: false,
    charset,
    encoding,
    privates: [{ entries: privateEntries(font, defaultWidth), subroutines: [] }],
    fontDicts: [top],
    fontDictOf: new Uint8Array(names.length),
  };
}

function mostCommonWidth(glyphs: readonly Type1Glyph[]): number {
  const counts = new Map<number, number>();
  let best = 0;
  for (const { width } of glyphs) {
    if (!Number.isInteger(width)) continue;
    counts.set(width, (counts.get(width) ?? 0) + 1);
    if (present(counts.get(width)) > (counts.get(best) ?? 0)) best = width;
  }
  return best;
}

function encodingPairs(encoding: ReadonlyMap<number, string>, names: readonly string[]): [number, number][] {
  const glyphs = new Map(names.map((name, glyph) => [name, glyph]));
  const pairs: [number, number][] = [];
  for (const [code, name] of [...encoding].sort(([first], [second]) => first - second)) {
    const glyph = glyphs.get(name) ?? 0;
    if (glyph > 0 && code < 256) pairs.push([code, glyph]);
  }
  return pairs;
}

function topEntries(font: Type1Font, hasEncoding: boolean): CffDictEntry[] {
  const entries = [numberEntry(CFF.fontBBox, font.numbers.get("FontBBox") ?? [0, 0, 0, 0])];
  const matrix = font.numbers.get("FontMatrix");
  if (matrix?.length === 6 && matrix.join(" ") !== STANDARD_MATRIX) entries.push(numberEntry(CFF.fontMatrix, matrix));
  for (const operator of [CFF.charset, CFF.charStrings]) entries.push(numberEntry(operator, [0]));
  if (hasEncoding) entries.push(numberEntry(CFF.encoding, [0]));
  entries.push(numberEntry(CFF.private, [0, 0]));
  return entries;
}

function privateEntries(font: Type1Font, defaultWidth: number): CffDictEntry[] {
  const entries: CffDictEntry[] = [];
  for (const [name, operator, delta] of PRIVATE_ENTRIES) {
    const values = font.numbers.get(name);
    if (!values || values.length === 0) continue;
    entries.push(
      numberEntry(operator, delta ? values.map((value, i) => value - (values[i - 1] ?? 0)) : values.slice(0, 1)),
    );
  }
  if (defaultWidth !== 0) entries.push(numberEntry(CFF.defaultWidthX, [defaultWidth]));
  return entries;
}

function numberEntry(operator: number, operands: readonly number[]): CffDictEntry {
  return { operator, operands, encoded: Uint8Array.from(operands.flatMap(encodeNumber)) };
}

/** Adobe Technical Note 5176, section 4: integers, and reals in packed decimal. */
function encodeNumber(value: number): number[] {
  if (Number.isInteger(value)) {
    if (value >= -107 && value <= 107) return [value + 139];
    if (value >= -32_768 && value <= 32_767) return [28, (value >> 8) & 255, value & 255];
    return [29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  }
  const nibbles: number[] = [];
  for (const character of String(value).replace("e-", "c").replace("e+", "e")) {
    const special = { ".": 10, e: 11, c: 12, "-": 14 }[character];
    nibbles.push(special ?? Number(character));
  }
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  const bytes = [30];
  for (let i = 0; i < nibbles.length; i += 2) bytes.push((nibbles[i] ?? 0) * 16 + (nibbles[i + 1] ?? 0));
  return bytes;
}
