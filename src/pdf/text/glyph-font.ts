import { present } from "../../domain/present.ts";
import type { CffFont } from "../../font/cff/cff-font.ts";
import { writeCidFont } from "../../font/subset/cff-cid-font.ts";
import { subsetTrueType } from "../../font/subset/truetype-subset.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, PdfName, type PdfObject, type PdfRef, PdfStream } from "../objects.ts";
import { latin1String } from "../text-strings.ts";

/** A TrueType or OpenType font, some of whose glyphs are shown. */
export interface ShownFont {
  bytes: Uint8Array;
  /** Its outlines, if they are those of PostScript. */
  cff?: CffFont;
  /** PostScript name, without a tag. */
  name: string;
  /** Lengths as shares of the em; the descent is negative. */
  ascent: number;
  descent: number;
  /** Lower left and upper right corner around all glyphs. */
  box: readonly number[];
  advance: (glyph: number) => number;
  /** Keep the instructions for coarse screens. */
  hinting: boolean;
  /** Code -> the text that it stands for; codes are glyphs unless `aliases` says otherwise. */
  glyphs: ReadonlyMap<number, string>;
  /** Code -> glyph, if one glyph stands for several texts. */
  aliases?: ReadonlyMap<number, number>;
}

/**
 * A composite font whose codes are glyph numbers of two bytes (ISO 32000-2, 9.7.4.2), with the glyphs that are shown,
 * written under a reference that was handed out before.
 */
export function writeGlyphFont(document: PdfDocument, ref: PdfRef, font: ShownFont): void {
  const codes = [...font.glyphs.keys()].sort((a, b) => a - b);
  const aliases = font.aliases ?? new Map<number, number>();
  const glyphOf = (code: number) => aliases.get(code) ?? code;
  const fontName = new PdfName(`${subsetTag(ref)}+${font.name}`);
  const flate = (bytes: Uint8Array, entries: Record<string, PdfObject>) =>
    document.add(new PdfStream(dict({ ...entries, Filter: name("FlateDecode") }), deflate(bytes)));
  const descriptor = dict({
    Type: name("FontDescriptor"),
    FontName: fontName,
    Flags: 4,
    FontBBox: font.box.map((length) => Math.round(length * 1000)),
    ItalicAngle: 0,
    Ascent: Math.round(font.ascent * 1000),
    Descent: Math.round(font.descent * 1000),
    CapHeight: Math.round(font.ascent * 1000),
    StemV: 80,
  });
  if (font.cff) {
    const program = writeCidFont(font.cff, new Map(codes.map((code) => [code, glyphOf(code)])));
    descriptor.set("FontFile3", flate(program, { Subtype: name("CIDFontType0C") }));
  } else {
    const options = { glyphs: new Set(codes.map(glyphOf)), cmap: undefined, glyphNames: false, hinting: font.hinting };
    const program = subsetTrueType(font.bytes, options) ?? font.bytes;
    descriptor.set("FontFile2", flate(program, { Length1: program.length }));
  }
  const descendant = dict({
    Type: name("Font"),
    Subtype: name(font.cff ? "CIDFontType0" : "CIDFontType2"),
    BaseFont: fontName,
    CIDSystemInfo: dict({ Registry: latin1String("Adobe"), Ordering: latin1String("Identity"), Supplement: 0 }),
    FontDescriptor: document.add(descriptor),
    DW: 1000,
    W: widthsOf(codes, (code) => font.advance(glyphOf(code))),
  });
  if (!font.cff) {
    descendant.set("CIDToGIDMap", aliases.size === 0 ? name("Identity") : flate(glyphMap(codes, glyphOf), {}));
  }
  const composite = dict({
    Type: name("Font"),
    Subtype: name("Type0"),
    BaseFont: fontName,
    Encoding: name("Identity-H"),
    DescendantFonts: [document.add(descendant)],
    ToUnicode: flate(Buffer.from(toUnicode(codes, font.glyphs), "latin1"), {}),
  });
  document.objects.set(ref.number, composite);
}

/** The glyph of each code up to the last one that is shown (9.7.4.2). */
function glyphMap(codes: readonly number[], glyphOf: (code: number) => number): Uint8Array {
  const map = new Uint8Array(2 * ((codes.at(-1) ?? 0) + 1));
  for (const code of codes) {
    map[2 * code] = glyphOf(code) >> 8;
    map[2 * code + 1] = glyphOf(code) & 0xff;
  }
  return map;
}

/** A width in thousandths of the em, as it is written: text of many glyphs must not drift. */
export function writtenWidth(advance: number): number {
  return Math.round(advance * 100_000) / 100;
}

/** Runs of neighboring glyphs: the first, then their widths (9.7.4.3). */
function widthsOf(codes: readonly number[], advance: (code: number) => number): PdfObject[] {
  const widths: PdfObject[] = [];
  let run: PdfObject[] = [];
  let before = -2;
  for (const code of codes) {
    if (code !== before + 1) {
      run = [];
      widths.push(code, run);
    }
    run.push(writtenWidth(advance(code)));
    before = code;
  }
  return widths;
}

const JOINER = "\u200d";

/** The text that the codes stand for, for search and copying (9.10.3). */
function toUnicode(codes: readonly number[], texts: ReadonlyMap<number, string>): string {
  const hex = (value: number) => value.toString(16).padStart(4, "0");
  const rows = codes.map((code) => {
    // Parts of letters have no text of their own; readers would take their codes as text if none were named.
    const text = present(texts.get(code)) || JOINER;
    let units = "";
    for (let index = 0; index < text.length; index++) units += hex(text.charCodeAt(index));
    return `<${hex(code)}> <${units}>`;
  });
  const blocks: string[] = [];
  for (let start = 0; start < rows.length; start += 100) {
    const block = rows.slice(start, start + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/** Six letters, different for each subset of a document (9.9.2). */
export function subsetTag({ number }: PdfRef): string {
  let rest = number;
  let tag = "";
  for (let index = 0; index < 6; index++) {
    tag = String.fromCharCode(65 + (rest % 26)) + tag;
    rest = Math.floor(rest / 26);
  }
  return tag;
}
