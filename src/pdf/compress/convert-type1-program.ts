import { present } from "../../domain/present.ts";
import { glyphsOfCodes, type NamedGlyphs } from "../../font/cff/cff-encoding.ts";
import { subsetCff } from "../../font/subset/cff-subset.ts";
import { readType1 } from "../../font/type1/type1-font.ts";
import { type1ToCff } from "../../font/type1/type1-to-cff.ts";
import type { PdfDocument } from "../document.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import type { FontProgram } from "./font-programs.ts";

/** A Type 1 program as CFF with the glyphs shown; undefined when it cannot be converted. */
export function convertType1Program(
  document: PdfDocument,
  program: FontProgram,
  bytes: Uint8Array,
): Uint8Array | undefined {
  if (program.users.some(({ subtype }) => subtype !== "Type1")) return undefined;
  const font = readType1(bytes);
  if (!font) return undefined;
  // outlines are converted only for the glyphs that are kept, as one accent would spoil the font
  const names = [...font.charstrings.keys()];
  const listed = type1Names(font.encoding, names);
  const kept = new Set<string>();
  for (const { font: user, shown } of program.users) {
    if (!shown) continue;
    for (const glyph of glyphsOfCodes(listed, shown.bytes, differencesOf(document, user)))
      kept.add(present(names[glyph]));
  }
  const cff = type1ToCff(font, (name) => kept.has(name));
  return cff && subsetCff(cff, new Set(cff.charstrings.keys()), false);
}

/** What `glyphsOfCodes` reads of a font: names and encoding. */
function type1Names(encoding: ReadonlyMap<number, string> | undefined, names: readonly string[]): NamedGlyphs {
  const numbers = new Map(names.map((name, index) => [name, index]));
  const pairs = [...(encoding ?? [])].map(([code, name]): [number, number] => [code, numbers.get(name) ?? 0]);
  return { encoding: encoding && pairs, nameOf: (glyph: number) => names[glyph], count: names.length };
}
