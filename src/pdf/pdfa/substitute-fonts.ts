import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { unicodeOfGlyphName } from "../../font/glyph-names.ts";
import { readCmap, unicodeSubtable, writeCmap } from "../../font/opentype/cmap-table.ts";
import { readTrueType, type SfntTables, viewOf, writeTrueType } from "../../font/opentype/sfnt.ts";
import { mergeTrueType } from "../../font/subset/truetype-merge.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfDict, PdfName, type PdfObject, PdfStream } from "../objects.ts";
import { differencesOf } from "../text/encoding-differences.ts";
import { subsetTag } from "../text/glyph-font.ts";
import { encodingNames } from "../text/simple-encodings.ts";
import { type StandardFontName, standardFontWidths } from "../text/standard-font-metrics.ts";
import { everyDictionary } from "./every-dictionary.ts";

/** A face of the fonts that we have, by the family's name in lower case. */
export interface SubstituteFace {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** The TrueType files of a face that have its characters, those of the Latin letters first. */
export type SubstituteFiles = (face: SubstituteFace) => readonly Uint8Array[];

/** Fonts by their PostScript name without style, and those of ours with the same widths. */
const SUBSTITUTES: readonly (readonly [original: RegExp, family: string])[] = [
  [/^(?:helvetica|arial)$/, "arimo"],
  [/^times(?:newroman)?$/, "tinos"],
  [/^courier(?:new)?$/, "cousine"],
  [/^calibri$/, "carlito"],
  [/^cambria$/, "caladea"],
  [/^georgia$/, "gelasio"],
];

/** The face that stands in for a font that is not embedded; undefined if none has its widths. */
function substituteOf(baseFont: string): SubstituteFace | undefined {
  const [stem = "", style = ""] = baseFont
    .replace(/^[A-Z]{6}\+/, "")
    .replace(/[\s_]/g, "")
    .split(/[-,](.*)/);
  const plain = stem.toLowerCase().replace(/(?:ps)?(?:mt)?$/, "");
  const family = SUBSTITUTES.find(([original]) => original.test(plain))?.[1];
  if (family === undefined || !/^(?:roman|regular|bold|italic|oblique|ps|mt)*$/i.test(style)) return undefined;
  return { family, bold: /bold/i.test(style), italic: /italic|oblique/i.test(style) };
}

/** As PostScript writes it, e.g. `Arimo-BoldItalic`. */
function faceName({ family, bold, italic }: SubstituteFace): string {
  const style = `${bold ? "Bold" : ""}${italic ? "Italic" : ""}`;
  return `${family.replace(/^./, (letter) => letter.toUpperCase())}${style === "" ? "" : `-${style}`}`;
}

/** A simple font that is not embedded, and its twin. */
interface Substitution {
  readonly font: PdfDict;
  readonly baseFont: string;
  readonly substitute: SubstituteFace;
}

function substitutions(document: PdfDocument): Substitution[] {
  const found: Substitution[] = [];
  everyDictionary(document, (entries) => {
    const substitution = substitutionFor(document, entries);
    if (substitution) found.push(substitution);
  });
  return found;
}

function substitutionFor(document: PdfDocument, font: PdfDict): Substitution | undefined {
  const subtype = document.name(font.get("Subtype"));
  if (subtype !== "Type1" && subtype !== "TrueType" && subtype !== "MMType1") return undefined;
  const descriptor = document.dict(font.get("FontDescriptor"));
  if (["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.has(key))) return undefined;
  const baseFont = document.name(font.get("BaseFont"));
  const substitute = baseFont === undefined ? undefined : substituteOf(baseFont);
  return baseFont !== undefined && substitute ? { font, baseFont, substitute } : undefined;
}

/** The faces that {@link embedSubstitutes} will ask for. */
export function wantedSubstitutes(document: PdfDocument): SubstituteFace[] {
  const faces = new Map(substitutions(document).map(({ substitute }) => [JSON.stringify(substitute), substitute]));
  return [...faces.values()];
}

/**
 * Embeds fonts of the same widths for simple fonts that are not embedded. Each character keeps the width that the file
 * states, so that nothing moves. Returns a warning that names what stands in for what.
 */
export function embedSubstitutes(document: PdfDocument, files: SubstituteFiles): string[] {
  const warnings = new Set<string>();
  const substitutes = new SubstituteFonts(document, files);
  for (const substitution of substitutions(document)) {
    const { baseFont, substitute } = substitution;
    if (substitutes.embed(substitution))
      warnings.add(`${faceName(substitute)} replaces ${baseFont}, which was not embedded.`);
  }
  return [...warnings];
}

/** A face with the characters of an encoding. */
interface Repertoire {
  readonly tables: SfntTables;
  /** The place of each code in `hmtx`. */
  readonly places: ReadonlyMap<number, number>;
}

/** A font program in the file, and its descriptor. */
interface Program {
  readonly fontName: PdfName;
  readonly descriptor: PdfObject;
}

const MAX_CODE = 255;
/** The work of assembling a program and packing it. */
const PROGRAM_STEPS = 40_000;
/** In thousandths of the size: standards allow the same. */
const WIDTH_TOLERANCE = 1;

/** Fonts of one document that stand in for others. Many fonts of the same face and encoding share one program. */
class SubstituteFonts {
  readonly #document: PdfDocument;
  readonly #files: SubstituteFiles;
  readonly #repertoires = new Map<string, Repertoire | undefined>();
  readonly #programs = new Map<string, Program>();

  constructor(document: PdfDocument, files: SubstituteFiles) {
    this.#document = document;
    this.#files = files;
  }

  /** False if the files cannot be used. */
  embed({ font, baseFont, substitute }: Substitution): boolean {
    const document = this.#document;
    const names = namesByCode(document, font);
    document.work.charge("object", 4 * MAX_CODE);
    const unicodes = new Map<number, number>();
    for (const [code, glyphName] of names) {
      const unicode = unicodeOfGlyphName(glyphName);
      if (unicode !== undefined && code <= MAX_CODE) unicodes.set(code, unicode);
    }
    const characters = new Set([...unicodes.values()].sort((left, right) => left - right));
    const key = `${faceName(substitute)} ${[...unicodes].join(" ")}`;
    if (!this.#repertoires.has(key)) this.#repertoires.set(key, this.#repertoire(substitute, characters, unicodes));
    const repertoire = this.#repertoires.get(key);
    const hmtx = repertoire?.tables.get("hmtx");
    if (!repertoire || !hmtx) return false;
    const unitsPerEm = viewOf(repertoire.tables.get("head") ?? EMPTY_HEAD).getUint16(18) || 1000;
    const stated = statedWidths(document, font, baseFont);
    const widths = new Map<number, number>();
    /** Advances that are not the face's own, by their place. */
    const advances = new Map<number, number>();
    for (const [code, place] of repertoire.places) {
      const own = (viewOf(hmtx).getUint16(place) * 1000) / unitsPerEm;
      const width = stated.get(code) ?? own;
      if (Math.abs(width - own) > WIDTH_TOLERANCE && !advances.has(place)) {
        advances.set(place, Math.round((width * unitsPerEm) / 1000));
      }
      const advance = advances.get(place);
      widths.set(code, advance === undefined ? own : (advance * 1000) / unitsPerEm);
    }
    const programKey = `${key} ${[...advances].join(" ")}`;
    const program = this.#programs.get(programKey) ?? this.#program(substitute, repertoire.tables, advances);
    this.#programs.set(programKey, program);
    describeFont(font, names, widths, program);
    return true;
  }

  #repertoire(
    substitute: SubstituteFace,
    characters: ReadonlySet<number>,
    unicodes: ReadonlyMap<number, number>,
  ): Repertoire | undefined {
    this.#document.work.charge("object", PROGRAM_STEPS);
    const merged = mergeTrueType(this.#files(substitute), characters);
    const tables = merged && readTrueType(merged);
    const cmap = unicodeSubtable(readCmap(tables?.get("cmap") ?? new Uint8Array(0)) ?? []);
    if (!tables || !cmap) return undefined;
    const places = new Map<number, number>();
    for (const [code, unicode] of unicodes) {
      const glyph = cmap.glyph(unicode);
      if (glyph > 0) places.set(code, 4 * glyph);
    }
    // simple fonts are read by the subtable of Windows
    const windows = { platform: 3, encoding: 1, glyph: (code: number) => cmap.glyph(code) };
    tables.set("cmap", writeCmap([windows], [characters]));
    return { tables, places };
  }

  #program(substitute: SubstituteFace, tables: SfntTables, advances: ReadonlyMap<number, number>): Program {
    const document = this.#document;
    document.work.charge("object", PROGRAM_STEPS);
    const hmtx = (tables.get("hmtx") ?? new Uint8Array(0)).slice();
    for (const [place, advance] of advances) viewOf(hmtx).setUint16(place, advance);
    const bytes = writeTrueType(new Map([...tables, ["hmtx", hmtx]]));
    const head = viewOf(tables.get("head") ?? EMPTY_HEAD);
    const unitsPerEm = head.getUint16(18) || 1000;
    const box = [36, 38, 40, 42].map((at) => Math.round((head.getInt16(at) * 1000) / unitsPerEm));
    const entries = dict({ Filter: name("FlateDecode"), Length1: bytes.length });
    const file = document.add(new PdfStream(entries, deflate(bytes)));
    const fontName = new PdfName(`${subsetTag(file)}+${faceName(substitute)}`);
    const descriptor = dict({
      Type: name("FontDescriptor"),
      FontName: fontName,
      Flags: substitute.italic ? 96 : 32,
      FontBBox: box,
      ItalicAngle: substitute.italic ? -12 : 0,
      Ascent: box[3],
      Descent: box[1],
      CapHeight: 700,
      StemV: substitute.bold ? 140 : 80,
      FontFile2: file,
    });
    return { fontName, descriptor: document.add(descriptor) };
  }
}

const EMPTY_HEAD = new Uint8Array(54);

/** Turns a font dictionary into that of a TrueType font with the program. */
function describeFont(
  font: PdfDict,
  names: ReadonlyMap<number, string>,
  widths: ReadonlyMap<number, number>,
  { fontName, descriptor }: Program,
): void {
  const codes = [...widths.keys()];
  const first = smallestOf(codes, MAX_CODE);
  const last = largestOf(codes, first);
  const winAnsi = encodingNames("WinAnsiEncoding");
  const differences: PdfObject[] = [];
  for (const [code, glyphName] of names) {
    if (widths.has(code) && winAnsi?.get(code) !== glyphName) differences.push(code, new PdfName(glyphName));
  }
  const base = name("WinAnsiEncoding");
  font.set("Type", name("Font"));
  font.set("Subtype", name("TrueType"));
  font.set("BaseFont", fontName);
  font.set("FirstChar", first);
  font.set("LastChar", last);
  font.set(
    "Widths",
    Array.from({ length: last - first + 1 }, (_, index) => Math.round((widths.get(first + index) ?? 0) * 100) / 100),
  );
  font.set("FontDescriptor", descriptor);
  font.set(
    "Encoding",
    differences.length === 0 ? base : dict({ Type: name("Encoding"), BaseEncoding: base, Differences: differences }),
  );
}

/** Glyph names by code: the encoding's, with its differences. */
function namesByCode(document: PdfDocument, font: PdfDict): Map<number, string> {
  const encoding = document.resolve(font.get("Encoding"));
  const stated = document.name(encoding) ?? document.name(document.dict(encoding)?.get("BaseEncoding"));
  const isTrueType = document.name(font.get("Subtype")) === "TrueType";
  const base = encodingNames(stated ?? "") ?? encodingNames(isTrueType ? "WinAnsiEncoding" : "StandardEncoding");
  return new Map([...(base ?? []), ...differencesOf(document, font)]);
}

const STANDARD = /^(?:Helvetica|Courier)(?:-(?:Bold)?(?:Oblique)?)?$|^Times-(?:Roman|Bold|Italic|BoldItalic)$/;

/** Widths by code in thousandths, as the file or the standard font has them. */
function statedWidths(document: PdfDocument, font: PdfDict, baseFont: string): Map<number, number> {
  const widths = new Map<number, number>();
  const listed = document.array(font.get("Widths"));
  const first = document.number(font.get("FirstChar")) ?? 0;
  for (const [index, item] of (listed ?? []).entries()) {
    const width = document.number(item);
    if (width !== undefined && width > 0 && width < 10_000) widths.set(first + index, width);
  }
  if (listed || !STANDARD.test(baseFont)) return widths;
  const metrics = standardFontWidths(baseFont as StandardFontName);
  const codes = new Map([...(encodingNames("WinAnsiEncoding") ?? [])].map(([code, glyph]) => [glyph, code] as const));
  for (const [code, glyph] of namesByCode(document, font)) {
    const width = metrics[codes.get(glyph) ?? 0];
    if (width) widths.set(code, width);
  }
  return widths;
}
