import { createHash } from "node:crypto";
import { Failure } from "../../domain/failure.ts";
import { namedGlyphs } from "../../font/cff/cff-encoding.ts";
import { type CffFont, readCff } from "../../font/cff/cff-font.ts";
import { outlineOfOperations, type2Outline } from "../../font/cff/type2-outline.ts";
import { unicodeOfGlyphName } from "../../font/glyph-names.ts";
import { type CmapSubtable, readCmap } from "../../font/opentype/cmap-table.ts";
import { trueTypeOutlines } from "../../font/opentype/outline-text.ts";
import { postNames } from "../../font/opentype/post-table.ts";
import { readTrueType } from "../../font/opentype/sfnt.ts";
import { runType1 } from "../../font/type1/type1-charstring.ts";
import { readType1 } from "../../font/type1/type1-font.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import type { PdfDict, PdfStream } from "../objects.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import { encodingNames, macRomanCodeOfName } from "../text/simple-encodings.ts";

/** What a reader draws for a code of a font, as text; where readers differ, what each of them draws. */
type GlyphPrint = (code: number) => string;

/** How the codes of a font are read, and what they draw. */
export interface FontPrints {
  codeBytes: 1 | 2;
  print: GlyphPrint;
}

/** What a font draws (ISO 32000-2, 9.6 and 9.7). A program that is not read here counts as a whole. */
export function fontPrints(document: PdfDocument, font: PdfDict): FontPrints {
  const isComposite = document.name(font.get("Subtype")) === "Type0";
  const descendant = isComposite ? document.dict(document.array(font.get("DescendantFonts"))?.[0]) : font;
  const program = descendant && programOf(document, descendant);
  if (!program) return { codeBytes: 1, print: (code) => `none ${code}` };
  const whole = (): FontPrints => {
    const print = createHash("sha256").update(program.bytes).digest("base64");
    return { codeBytes: 1, print: (code) => `${print} ${code}` };
  };
  try {
    const print = isComposite
      ? compositePrint(document, font, descendant, program.bytes)
      : simplePrint(document, font, program.bytes);
    return print ? { codeBytes: isComposite ? 2 : 1, print } : whole();
  } catch (error) {
    if (error instanceof RangeError || error instanceof Failure) return whole();
    throw error;
  }
}

function programOf(document: PdfDocument, font: PdfDict): { stream: PdfStream; bytes: Uint8Array } | undefined {
  const descriptor = document.dict(font.get("FontDescriptor"));
  for (const key of ["FontFile", "FontFile2", "FontFile3"]) {
    const stream = document.stream(descriptor?.get(key));
    if (!stream) continue;
    try {
      return { stream, bytes: decodeWithin(document, stream).bytes };
    } catch (error) {
      if (!(error instanceof Failure) || error.code === "pdf_too_complex") throw error;
      return { stream, bytes: stream.bytes() };
    }
  }
  return undefined;
}

function compositePrint(
  document: PdfDocument,
  font: PdfDict,
  descendant: PdfDict,
  bytes: Uint8Array,
): GlyphPrint | undefined {
  const encoding = document.name(font.get("Encoding"));
  if (encoding !== "Identity-H" && encoding !== "Identity-V") return undefined;
  const tables = readTrueType(bytes);
  const outlines = tables && trueTypeOutlines(tables);
  if (outlines) {
    const mapping = document.stream(descendant.get("CIDToGIDMap"));
    const map = mapping && decodeWithin(document, mapping).bytes;
    return (cid) => outlines(map ? ((map[2 * cid] ?? 0) << 8) | (map[2 * cid + 1] ?? 0) : cid);
  }
  const cff = readCff(bytes);
  if (!cff) return undefined;
  const outline = cffOutlines(cff);
  if (!cff.isCid) return outline;
  const glyphs = new Map<number, number>();
  for (const [glyph, cid] of cff.charset.entries()) if (!glyphs.has(cid)) glyphs.set(cid, glyph);
  return (cid) => outline(glyphs.get(cid) ?? 0);
}

function cffOutlines(cff: CffFont): (glyph: number) => string {
  return (glyph) => {
    const charstring = cff.charstrings[glyph];
    const local = cff.privates[cff.fontDictOf[glyph] ?? 0]?.subroutines ?? [];
    if (!charstring) return "";
    const outline = type2Outline(charstring, { global: cff.globalSubroutines, local });
    // what is not understood is compared as it is written
    return outline ?? Buffer.from(charstring).toString("base64");
  };
}

function simplePrint(document: PdfDocument, font: PdfDict, bytes: Uint8Array): GlyphPrint | undefined {
  const nameOf = namesOf(document, font);
  const tables = readTrueType(bytes);
  if (tables) {
    const outlines = trueTypeOutlines(tables);
    const cmap = tables.get("cmap");
    const subtables = cmap ? readCmap(cmap) : [];
    if (!outlines || !subtables) return undefined;
    const names = postNames(tables.get("post"));
    return (code) => {
      const name = nameOf.differences.get(code) ?? nameOf.base?.get(code) ?? nameOf.standard.get(code);
      const byName = glyphByName(subtables, names, name);
      const byCode = glyphByCode(subtables, code) ?? (cmap ? byName : code);
      return [byName ?? byCode ?? 0, byCode ?? 0].map(outlines).join("|");
    };
  }
  const type1 = readType1(bytes);
  if (type1) {
    const builtIn = type1.encoding ?? nameOf.standard;
    return (code) => {
      const glyphName = nameOf.differences.get(code) ?? nameOf.base?.get(code) ?? builtIn.get(code) ?? ".notdef";
      const charstring = type1.charstrings.get(glyphName) ?? type1.charstrings.get(".notdef");
      const glyph = charstring && runType1(type1, charstring);
      return (glyph && outlineOfOperations(glyph.operations)) ?? Buffer.from(charstring ?? []).toString("base64");
    };
  }
  const cff = readCff(bytes);
  if (!cff || cff.isCid) return undefined;
  const { nameOf: glyphName, count, encoding } = namedGlyphs(cff);
  const glyphs = new Map<string, number>();
  for (let glyph = 0; glyph < count; glyph++) glyphs.set(glyphName(glyph) ?? `${glyph}`, glyph);
  const builtIn = new Map(encoding);
  const outline = cffOutlines(cff);
  return (code) => {
    const stated = nameOf.differences.get(code) ?? nameOf.base?.get(code);
    const own = encoding ? builtIn.get(code) : glyphs.get(nameOf.standard.get(code) ?? "");
    return outline((stated === undefined ? own : glyphs.get(stated)) ?? 0);
  };
}

/** By which names the codes of a simple font find their glyphs (9.6.5). */
function namesOf(document: PdfDocument, font: PdfDict) {
  const stated = font.get("Encoding");
  const base = document.name(document.dict(stated)?.get("BaseEncoding") ?? stated);
  return {
    differences: differencesOf(document, font),
    base: base === undefined ? undefined : encodingNames(base),
    standard: encodingNames("StandardEncoding") ?? new Map<number, string>(),
  };
}

function glyphByName(
  subtables: readonly CmapSubtable[],
  names: ReadonlyMap<string, number>,
  name: string | undefined,
): number | undefined {
  if (name === undefined) return undefined;
  const unicode = unicodeOfGlyphName(name);
  const windows = subtables.find(({ platform, encoding }) => platform === 3 && (encoding === 1 || encoding === 10));
  const mac = subtables.find(({ platform, encoding }) => platform === 1 && encoding === 0);
  const macCode = macRomanCodeOfName(name);
  const found = (unicode !== undefined && windows?.glyph(unicode)) || (macCode !== undefined && mac?.glyph(macCode));
  return found || names.get(name);
}

function glyphByCode(subtables: readonly CmapSubtable[], code: number): number | undefined {
  const symbol = subtables.find(({ platform, encoding }) => platform === 3 && encoding === 0);
  const mac = subtables.find(({ platform, encoding }) => platform === 1 && encoding === 0);
  const candidates = [0xf000, 0xf100, 0xf200, 0].map((range) => symbol?.glyph(range + code) ?? 0);
  return candidates.find((glyph) => glyph !== 0) ?? (mac?.glyph(code) || undefined);
}
