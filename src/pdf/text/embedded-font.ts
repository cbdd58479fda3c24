import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { deflate } from "../filters/flate.ts";
import { type CmapSubtable, readCmap, unicodeSubtable } from "../font/cmap-table.ts";
import { readTrueType, type SfntTables, viewOf } from "../font/sfnt.ts";
import { subsetTrueType } from "../font/truetype-subset.ts";
import { dict, name, type PdfObject, type PdfRef, PdfStream } from "../objects.ts";
import { plainBytes } from "../plain-bytes.ts";
import { latin1String } from "../text-strings.ts";
import type { TextFont } from "./text-font.ts";

/**
 * A TrueType font of which the glyphs that were used are embedded (ISO 32000-2, 9.7.4.2: a composite font whose
 * codes are glyph numbers). Call {@link finish} after the last text.
 */
export class EmbeddedFont implements TextFont {
  readonly ref: PdfRef;
  readonly ascent: number;
  readonly descent: number;
  private readonly document: PdfDocument;
  private readonly bytes: Uint8Array;
  private readonly tables: SfntTables;
  private readonly cmap: CmapSubtable;
  private readonly unitsPerEm: number;
  private readonly used = new Map<number, string>();
  private readonly glyphs = new Map<string, number>();

  private constructor(document: PdfDocument, bytes: Uint8Array, tables: SfntTables, cmap: CmapSubtable) {
    this.document = document;
    this.bytes = bytes;
    this.tables = tables;
    this.cmap = cmap;
    this.unitsPerEm = viewOf(present(tables.get("head"))).getUint16(18) || 1000;
    const metrics = viewOf(present(tables.get("hhea")));
    this.ascent = metrics.getInt16(4) / this.unitsPerEm;
    this.descent = metrics.getInt16(6) / this.unitsPerEm;
    this.ref = document.add(null);
  }

  /** Undefined when the bytes are no TrueType font with a Unicode `cmap`. */
  static open(document: PdfDocument, bytes: Uint8Array): EmbeddedFont | undefined {
    bytes = plainBytes(bytes);
    const tables = readTrueType(bytes);
    const cmap = tables?.get("cmap");
    if (!tables || !cmap) return undefined;
    if (["head", "hhea", "hmtx", "maxp", "glyf", "loca"].some((tag) => (tables.get(tag)?.length ?? 0) < 4))
      return undefined;
    const unicode = unicodeSubtable(readCmap(cmap) ?? []);
    return unicode && new EmbeddedFont(document, bytes, tables, unicode);
  }

  canShow(text: string): boolean {
    for (const character of text) if (this.glyph(character) === 0) return false;
    return true;
  }

  widthOf(text: string): number {
    let width = 0;
    for (const character of text) width += this.advance(this.glyph(character));
    return width / this.unitsPerEm;
  }

  encode(text: string): string {
    let codes = "";
    for (const character of text) {
      const glyph = this.glyph(character);
      this.used.set(glyph, character);
      codes += glyph.toString(16).padStart(4, "0");
    }
    return `<${codes}>`;
  }

  /** Writes the font's objects, if it was used. */
  finish(): void {
    if (this.used.size === 0) return;
    const glyphs = [...this.used.keys()].sort((a, b) => a - b);
    const options = { glyphs: new Set(glyphs), cmap: undefined, glyphNames: false, hinting: true };
    const file = subsetTrueType(this.bytes, options) ?? this.bytes;
    const fontName = name(`${subsetTag(this.ref)}+EmbeddedText`);
    const scale = 1000 / this.unitsPerEm;
    const head = viewOf(present(this.tables.get("head")));
    const descriptor = dict({
      Type: name("FontDescriptor"),
      FontName: fontName,
      Flags: 4,
      FontBBox: [36, 38, 40, 42].map((at) => Math.round(head.getInt16(at) * scale)),
      ItalicAngle: 0,
      Ascent: Math.round(this.ascent * 1000),
      Descent: Math.round(this.descent * 1000),
      CapHeight: Math.round(this.ascent * 1000),
      StemV: 80,
      FontFile2: this.flate(file, { Length1: file.length }),
    });
    const descendant = dict({
      Type: name("Font"),
      Subtype: name("CIDFontType2"),
      BaseFont: fontName,
      CIDSystemInfo: dict({ Registry: latin1String("Adobe"), Ordering: latin1String("Identity"), Supplement: 0 }),
      FontDescriptor: this.document.add(descriptor),
      DW: 1000,
      W: glyphs.flatMap((glyph): PdfObject[] => [glyph, [Math.round(this.advance(glyph) * scale)]]),
      CIDToGIDMap: name("Identity"),
    });
    const font = dict({
      Type: name("Font"),
      Subtype: name("Type0"),
      BaseFont: fontName,
      Encoding: name("Identity-H"),
      DescendantFonts: [this.document.add(descendant)],
      ToUnicode: this.flate(Buffer.from(this.toUnicode(glyphs), "latin1"), {}),
    });
    this.document.objects.set(this.ref.number, font);
  }

  private glyph(character: string): number {
    let glyph = this.glyphs.get(character);
    if (glyph === undefined) {
      glyph = this.cmap.glyph(present(character.codePointAt(0)));
      this.glyphs.set(character, glyph);
    }
    return glyph;
  }

  private advance(glyph: number): number {
    const metrics = viewOf(present(this.tables.get("hmtx")));
    const count = viewOf(present(this.tables.get("hhea"))).getUint16(34);
    const at = 4 * Math.min(glyph, count - 1);
    return at >= 0 && at + 2 <= metrics.byteLength ? metrics.getUint16(at) : 0;
  }

  private flate(bytes: Uint8Array, entries: Record<string, PdfObject>): PdfRef {
    return this.document.add(new PdfStream(dict({ ...entries, Filter: name("FlateDecode") }), deflate(bytes)));
  }

  /** The text behind the codes, for search and copying (9.10.3). */
  private toUnicode(glyphs: readonly number[]): string {
    const hex = (value: number) => value.toString(16).padStart(4, "0");
    const rows = glyphs.map((glyph) => {
      const units = Array.from(present(this.used.get(glyph)).split(""), (unit) => hex(unit.charCodeAt(0)));
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
}

/** Six letters, other ones for each subset of a document (9.9.2). */
function subsetTag({ number }: PdfRef): string {
  let rest = number;
  let tag = "";
  for (let index = 0; index < 6; index++) {
    tag = String.fromCharCode(65 + (rest % 26)) + tag;
    rest = Math.floor(rest / 26);
  }
  return tag;
}
