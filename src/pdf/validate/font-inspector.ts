import { macRomanCode, unicodeOfGlyphName } from "../../font/glyph-names.ts";
import { PdfDict, PdfName, type PdfObject } from "../objects.ts";
import { type CharacterMap, cidOfCode, codesIn, readCharacterMap, textOfCode } from "../text/character-map.ts";
import { encodingNames, macRomanCodeOfName } from "../text/simple-encodings.ts";
import type { Place } from "./findings.ts";
import { EMBEDDING_CHECKS, FONT_CHECKS, type FontSubject, GLYPH_CHECKS } from "./font-checks.ts";
import { type FontProgram, readFontProgram, type TrueTypeProgram } from "./font-program.ts";
import type { InspectedDocument } from "./inspected-document.ts";

/** The text rendering mode that draws nothing (ISO 32000-1, 9.3.6). */
export const RENDER_INVISIBLE = 3;

/** How a string is shown. */
export interface Showing {
  readonly renderMode: number;
  readonly hasReplacement: boolean;
  readonly place: Place;
}

/** A code's glyph in the font program. */
interface FoundGlyph {
  readonly isPresent: boolean | undefined;
  readonly isNotdef: boolean;
  readonly width: number | undefined;
}

const UNKNOWN_GLYPH: FoundGlyph = { isPresent: undefined, isNotdef: false, width: undefined };
const NO_GLYPH: FoundGlyph = { isPresent: false, isNotdef: true, width: undefined };

interface Font {
  readonly subject: FontSubject;
  readonly name: string;
  readonly place: Place;
  codes(bytes: Uint8Array): Iterable<number>;
  glyph(code: number): FoundGlyph;
  statedWidth(code: number): number | undefined;
  text(code: number): string | undefined;
  /** Of a Type 3 font. */
  glyphName?(code: number): string | undefined;
  /** Codes with the circumstances under which they were checked. */
  readonly shown: Set<number>;
  isEmbeddingChecked: boolean;
}

const SYMBOLIC = 4;

/** Checks fonts as text is shown in them (ISO 19005-2, 6.2.11; ISO 14289-1, 7.21). */
export class FontInspector {
  readonly #inspected: InspectedDocument;
  readonly #fonts = new Map<PdfDict, Font>();

  constructor(inspected: InspectedDocument) {
    this.#inspected = inspected;
  }

  /** Checks the characters of a string; returns the names of the glyphs of a Type 3 font. */
  show(entries: PdfDict, bytes: Uint8Array, { renderMode, hasReplacement, place }: Showing): Set<string> | undefined {
    const inspected = this.#inspected;
    inspected.document.work.charge("glyphCode", 16 + bytes.length);
    const font = this.#font(entries, place);
    const isRendered = renderMode !== RENDER_INVISIBLE;
    if (isRendered && !font.isEmbeddingChecked) {
      font.isEmbeddingChecked = true;
      inspected.check(EMBEDDING_CHECKS, { ...font.subject, isRendered }, font.place);
    }
    const names = font.glyphName ? new Set<string>() : undefined;
    for (const code of font.codes(bytes)) {
      const key = code * 4 + (isRendered ? 2 : 0) + (hasReplacement ? 1 : 0);
      if (font.shown.has(key)) continue;
      font.shown.add(key);
      inspected.document.work.charge("object", 8);
      const name = font.glyphName?.(code);
      if (name !== undefined) names?.add(name);
      const glyph = font.glyph(code);
      inspected.check(
        GLYPH_CHECKS,
        {
          fontName: font.name,
          code,
          isRendered,
          isPresent: glyph.isPresent,
          isNotdef: glyph.isNotdef,
          programWidth: glyph.width,
          statedWidth: font.statedWidth(code),
          text: font.text(code),
          hasReplacement,
        },
        font.place,
      );
    }
    return names;
  }

  #font(entries: PdfDict, place: Place): Font {
    const known = this.#fonts.get(entries);
    if (known) return known;
    const inspected = this.#inspected;
    const subject = this.#subject(entries);
    const fontPlace = { page: place.page, object: inspected.numberOf(entries) ?? place.object };
    inspected.check(FONT_CHECKS, subject, fontPlace);
    const font = subject.subtype === "Type0" ? compositeFont(subject, fontPlace) : simpleFont(subject, fontPlace);
    this.#fonts.set(entries, font);
    return font;
  }

  #subject(font: PdfDict): FontSubject {
    const inspected = this.#inspected;
    const descendant = inspected.dict(inspected.array(font.get("DescendantFonts"))?.[0]);
    const descriptor = inspected.dict((descendant ?? font).get("FontDescriptor"));
    const file = ["FontFile", "FontFile2", "FontFile3"]
      .map((key) => inspected.stream(descriptor?.get(key)))
      .find(Boolean);
    const bytes = file && inspected.decoded(file);
    const encodingStream = inspected.stream(font.get("Encoding"));
    const map = encodingStream && inspected.decoded(encodingStream);
    if (bytes) inspected.document.work.charge("programByte", bytes.length);
    if (map) inspected.document.work.charge("programByte", map.length);
    return {
      inspected,
      font,
      subtype: inspected.name(font.get("Subtype")),
      descriptor,
      file,
      program: bytes && readFontProgram(bytes),
      isSymbolic: ((inspected.number(descriptor?.get("Flags")) ?? 0) & SYMBOLIC) !== 0,
      descendant,
      characterMap: map && readCharacterMap(map),
      encodingStream,
    };
  }
}

function fontName({ inspected, font }: FontSubject): string {
  return inspected.name(font.get("BaseFont")) ?? inspected.name(font.get("Name")) ?? "without a name";
}

/** What a font says about itself, before any of its characters is shown. */
function unshown(
  subject: FontSubject,
  place: Place,
): Pick<Font, "subject" | "name" | "place" | "shown" | "isEmbeddingChecked"> {
  return { subject, name: fontName(subject), place, shown: new Set(), isEmbeddingChecked: false };
}

/** The ToUnicode CMap, or undefined. */
function toUnicodeMap({ inspected, font }: FontSubject): CharacterMap | undefined {
  const stream = inspected.stream(font.get("ToUnicode"));
  const bytes = stream && inspected.decoded(stream);
  if (!bytes) return undefined;
  inspected.document.work.charge("programByte", bytes.length);
  return readCharacterMap(bytes);
}

function simpleFont(subject: FontSubject, place: Place): Font {
  const { inspected, font, program, subtype, isSymbolic } = subject;
  const encoding = inspected.resolve(font.get("Encoding"));
  const encodingDict = encoding instanceof PdfDict ? encoding : undefined;
  const baseName = inspected.name(encoding) ?? inspected.name(encodingDict?.get("BaseEncoding"));
  const base = baseName === undefined ? undefined : encodingNames(baseName);
  const differences = readDifferences(inspected, encodingDict);
  const fallback = isSymbolic || subtype === "Type3" ? undefined : encodingNames("StandardEncoding");
  const builtIn = program?.kind === "named" ? program.encoding : fallback;
  const nameOf = (code: number) => differences.get(code) ?? (base ?? builtIn)?.get(code);
  const firstCode = inspected.number(font.get("FirstChar")) ?? 0;
  const widths = inspected.array(font.get("Widths"));
  const missingWidth = inspected.number(subject.descriptor?.get("MissingWidth")) ?? 0;
  const map = toUnicodeMap(subject);
  const procedures = inspected.dict(font.get("CharProcs"));
  return {
    ...unshown(subject, place),
    codes: (bytes) => bytes,
    glyph(code) {
      const name = nameOf(code);
      if (subtype === "Type3") {
        if (name === undefined) return NO_GLYPH;
        return { isPresent: procedures?.has(name) ?? false, isNotdef: name === ".notdef", width: undefined };
      }
      if (!program) return { ...UNKNOWN_GLYPH, isNotdef: name === ".notdef" };
      if (program.kind === "named") return namedGlyph(program, name);
      if (program.kind !== "truetype") return UNKNOWN_GLYPH;
      if (!isSymbolic && name === undefined) return NO_GLYPH;
      return trueTypeGlyph(program, code, isSymbolic ? undefined : name);
    },
    statedWidth(code) {
      if (!widths || subtype === "Type3") return undefined;
      const width = widths[code - firstCode];
      return width === undefined ? missingWidth : inspected.number(width);
    },
    text(code) {
      const mapped = map && textOfCode(map, code);
      if (mapped !== undefined) return mapped;
      const name = nameOf(code);
      const value = name === undefined ? undefined : unicodeOfGlyphName(name);
      return value === undefined ? undefined : String.fromCodePoint(value);
    },
    ...(subtype === "Type3" ? { glyphName: nameOf } : {}),
  };
}

function readDifferences(inspected: InspectedDocument, encoding: PdfDict | undefined): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of inspected.array(encoding?.get("Differences")) ?? []) {
    const value = inspected.resolve(item);
    if (typeof value === "number") code = value;
    else if (value instanceof PdfName) names.set(code++, value.value);
  }
  return names;
}

function namedGlyph(program: Extract<FontProgram, { kind: "named" }>, name: string | undefined): FoundGlyph {
  if (name === undefined || name === ".notdef")
    return { ...NO_GLYPH, isPresent: name === undefined ? false : undefined };
  if (!program.names.has(name)) return { isPresent: false, isNotdef: true, width: program.width(".notdef") };
  return { isPresent: true, isNotdef: false, width: program.width(name) };
}

const SYMBOL_RANGES = [0xf000, 0xf100, 0xf200, 0];

/** ISO 32000-1, 9.6.6.4. @param name of the glyph; undefined in symbolic fonts */
function trueTypeGlyph(program: TrueTypeProgram, code: number, name: string | undefined): FoundGlyph {
  const { subtables } = program;
  if (!subtables) return UNKNOWN_GLYPH;
  const subtable = (platform: number, encoding: number) =>
    subtables.find((candidate) => candidate.platform === platform && candidate.encoding === encoding);
  let glyph = 0;
  if (name !== undefined) {
    if (name === ".notdef") return { isPresent: true, isNotdef: true, width: program.width(0) };
    const unicode = unicodeOfGlyphName(name);
    const microsoft = subtable(3, 1);
    if (unicode !== undefined && microsoft) glyph = microsoft.glyph(unicode);
    const mac = macRomanCodeOfName(name) ?? (unicode === undefined ? undefined : macRomanCode(unicode));
    if (glyph === 0 && mac !== undefined) glyph = subtable(1, 0)?.glyph(mac) ?? 0;
    // names of the post table are not read: the glyph may be there
    return glyph === 0 && unicode === undefined ? UNKNOWN_GLYPH : numberedGlyph(program, glyph);
  }
  const symbol = subtable(3, 0);
  for (const range of symbol ? SYMBOL_RANGES : []) if (glyph === 0) glyph = symbol?.glyph(range + code) ?? 0;
  if (glyph === 0) glyph = subtable(1, 0)?.glyph(code) ?? 0;
  if (glyph === 0 && subtables.length === 1) glyph = subtables[0]?.glyph(code) ?? 0;
  return numberedGlyph(program, glyph);
}

function numberedGlyph(program: TrueTypeProgram, glyph: number): FoundGlyph {
  if (glyph === 0) return { isPresent: false, isNotdef: true, width: program.width(0) };
  if (glyph >= program.glyphCount) return { isPresent: false, isNotdef: false, width: undefined };
  return { isPresent: true, isNotdef: false, width: program.width(glyph) };
}

/** Character collections whose CIDs have known characters (ISO 19005-2, 6.2.11.7.2). */
const KNOWN_COLLECTIONS = /^(?:GB1|CNS1|Japan1|Korea1|KR)$/;

function compositeFont(subject: FontSubject, place: Place): Font {
  const { inspected, font, program, descendant, characterMap } = subject;
  const encoding = inspected.name(font.get("Encoding"));
  const isIdentity = encoding === "Identity-H" || encoding === "Identity-V";
  const base = characterMap?.uses;
  const usesIdentity = base === "Identity-H" || base === "Identity-V";
  const stream = inspected.stream(descendant?.get("CIDToGIDMap"));
  const glyphMap = stream && inspected.decoded(stream);
  const widths = readCidWidths(inspected, descendant);
  const defaultWidth = inspected.number(descendant?.get("DW")) ?? 1000;
  const map = toUnicodeMap(subject);
  const info = inspected.dict(descendant?.get("CIDSystemInfo"));
  const hasKnownCharacters = KNOWN_COLLECTIONS.test(inspected.text(info?.get("Ordering")) ?? "");
  const cidOf = (code: number): number | undefined => {
    if (isIdentity) return code;
    if (!characterMap) return undefined;
    return cidOfCode(characterMap, code) ?? (usesIdentity ? code : base === undefined ? 0 : undefined);
  };
  return {
    ...unshown(subject, place),
    codes(bytes) {
      if (characterMap && characterMap.codeSpaces.length > 0) return codesIn(characterMap, bytes);
      // the codes of the other predefined CMaps are not known here
      return isIdentity || usesIdentity ? pairsOf(bytes) : [];
    },
    glyph(code) {
      const cid = cidOf(code);
      if (cid === undefined || !program) return UNKNOWN_GLYPH;
      if (program.kind === "truetype") {
        const mapped = glyphMap ? ((glyphMap[2 * cid] ?? 0) << 8) | (glyphMap[2 * cid + 1] ?? 0) : cid;
        return numberedGlyph(program, mapped);
      }
      if (cid === 0) return { isPresent: true, isNotdef: true, width: undefined };
      if (program.kind === "cid") {
        return program.cids.has(cid)
          ? { isPresent: true, isNotdef: false, width: program.width(cid) }
          : { isPresent: false, isNotdef: true, width: undefined };
      }
      return namedGlyph(program, program.order[cid]);
    },
    statedWidth(code) {
      const cid = cidOf(code);
      return cid === undefined ? undefined : (widths.get(cid) ?? defaultWidth);
    },
    text(code) {
      const mapped = map && textOfCode(map, code);
      return mapped ?? (hasKnownCharacters ? "" : undefined);
    },
  };
}

function* pairsOf(bytes: Uint8Array): Generator<number> {
  for (let at = 0; at < bytes.length; at += 2) yield ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

const MAX_CIDS = 65_536;

/** W (ISO 32000-1, 9.7.4.3). */
function readCidWidths(inspected: InspectedDocument, descendant: PdfDict | undefined): Map<number, number> {
  const widths = new Map<number, number>();
  const items: PdfObject[] = inspected.array(descendant?.get("W")) ?? [];
  for (let at = 0; at + 1 < items.length; ) {
    const first = inspected.number(items[at]) ?? 0;
    const next = inspected.resolve(items[at + 1]);
    if (Array.isArray(next)) {
      for (const [index, width] of next.entries()) widths.set(first + index, inspected.number(width) ?? 0);
      inspected.document.work.charge("object", next.length);
      at += 2;
      continue;
    }
    const last = Math.min(typeof next === "number" ? next : first, first + MAX_CIDS);
    const width = inspected.number(items[at + 2]) ?? 0;
    inspected.document.work.charge("object", Math.max(0, last - first) + 1);
    for (let cid = first; cid <= last; cid++) widths.set(cid, width);
    at += 3;
  }
  return widths;
}
