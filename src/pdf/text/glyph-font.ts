import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { deflate } from "../filters/flate.ts";
import { subsetTrueType } from "../font/truetype-subset.ts";
import { dict, name, type PdfObject, type PdfRef, PdfStream } from "../objects.ts";
import { latin1String } from "../text-strings.ts";

/** A TrueType font of which some glyphs are shown. */
export interface ShownFont {
  bytes: Uint8Array;
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
  /** Glyph -> the text that it stands for. */
  glyphs: ReadonlyMap<number, string>;
}

/**
 * A composite font whose codes are glyph numbers of two bytes (ISO 32000-2, 9.7.4.2), with the glyphs that are shown,
 * written under a reference that was handed out before.
 */
export function writeGlyphFont(document: PdfDocument, ref: PdfRef, font: ShownFont): void {
  const glyphs = [...font.glyphs.keys()].sort((a, b) => a - b);
  const options = { glyphs: new Set(glyphs), cmap: undefined, glyphNames: false, hinting: font.hinting };
  const file = subsetTrueType(font.bytes, options) ?? font.bytes;
  const fontName = name(`${subsetTag(ref)}+${font.name}`);
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
    FontFile2: flate(file, { Length1: file.length }),
  });
  const descendant = dict({
    Type: name("Font"),
    Subtype: name("CIDFontType2"),
    BaseFont: fontName,
    CIDSystemInfo: dict({ Registry: latin1String("Adobe"), Ordering: latin1String("Identity"), Supplement: 0 }),
    FontDescriptor: document.add(descriptor),
    DW: 1000,
    W: widthsOf(glyphs, font.advance),
    CIDToGIDMap: name("Identity"),
  });
  const composite = dict({
    Type: name("Font"),
    Subtype: name("Type0"),
    BaseFont: fontName,
    Encoding: name("Identity-H"),
    DescendantFonts: [document.add(descendant)],
    ToUnicode: flate(Buffer.from(toUnicode(glyphs, font.glyphs), "latin1"), {}),
  });
  document.objects.set(ref.number, composite);
}

/** A width in thousandths of the em, as it is written: text of many glyphs must not drift. */
export function writtenWidth(advance: number): number {
  return Math.round(advance * 100_000) / 100;
}

/** Runs of neighbouring glyphs: the first, then their widths (9.7.4.3). */
function widthsOf(glyphs: readonly number[], advance: (glyph: number) => number): PdfObject[] {
  const widths: PdfObject[] = [];
  let run: PdfObject[] = [];
  let before = -2;
  for (const glyph of glyphs) {
    if (glyph !== before + 1) {
      run = [];
      widths.push(glyph, run);
    }
    run.push(writtenWidth(advance(glyph)));
    before = glyph;
  }
  return widths;
}

/** The text behind the codes, for search and copying (9.10.3). */
function toUnicode(glyphs: readonly number[], texts: ReadonlyMap<number, string>): string {
  const hex = (value: number) => value.toString(16).padStart(4, "0");
  const rows = glyphs.map((glyph) => {
    const units = Array.from(present(texts.get(glyph)).split(""), (unit) => hex(unit.charCodeAt(0)));
    return `<${hex(glyph)}> <${units.join("")}>`;
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

/** Six letters, other ones for each subset of a document (9.9.2). */
export function subsetTag({ number }: PdfRef): string {
  let rest = number;
  let tag = "";
  for (let index = 0; index < 6; index++) {
    tag = String.fromCharCode(65 + (rest % 26)) + tag;
    rest = Math.floor(rest / 26);
  }
  return tag;
}
