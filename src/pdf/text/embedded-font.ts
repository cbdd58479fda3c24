import { plainBytes } from "../../domain/plain-bytes.ts";
import { present } from "../../domain/present.ts";
import { type CffFont, readCff } from "../../font/cff/cff-font.ts";
import { type CmapSubtable, readCmap, unicodeSubtable } from "../../font/opentype/cmap-table.ts";
import { readOpenTypeCff, readTrueType, type SfntTables, viewOf } from "../../font/opentype/sfnt.ts";
import type { PdfDocument } from "../document.ts";
import type { PdfRef } from "../objects.ts";
import { writeGlyphFont } from "./glyph-font.ts";
import type { TextFont } from "./text-font.ts";

/**
 * A TrueType or OpenType font whose used glyphs are embedded (ISO 32000-2, 9.7.4.2: a composite font whose codes are
 * glyph numbers). Call {@link finish} after the last text.
 */
export class EmbeddedFont implements TextFont {
  readonly ref: PdfRef;
  readonly ascent: number;
  readonly descent: number;
  readonly #document: PdfDocument;
  readonly #bytes: Uint8Array;
  readonly #tables: SfntTables;
  readonly #cmap: CmapSubtable;
  readonly #cff: CffFont | undefined;
  readonly #unitsPerEm: number;
  readonly #used = new Map<number, string>();
  readonly #glyphs = new Map<string, number>();

  private constructor(
    document: PdfDocument,
    bytes: Uint8Array,
    tables: SfntTables,
    cmap: CmapSubtable,
    cff: CffFont | undefined,
  ) {
    this.#cff = cff;
    this.#document = document;
    this.#bytes = bytes;
    this.#tables = tables;
    this.#cmap = cmap;
    this.#unitsPerEm = viewOf(present(tables.get("head"))).getUint16(18) || 1000;
    const metrics = viewOf(present(tables.get("hhea")));
    this.ascent = metrics.getInt16(4) / this.#unitsPerEm;
    this.descent = metrics.getInt16(6) / this.#unitsPerEm;
    this.ref = document.add(null);
  }

  /** Undefined if the bytes are not a font with outlines and a Unicode `cmap`. */
  static open(document: PdfDocument, bytes: Uint8Array): EmbeddedFont | undefined {
    bytes = plainBytes(bytes);
    const tables = readTrueType(bytes) ?? readOpenTypeCff(bytes);
    const cmap = tables?.get("cmap");
    if (!tables || !cmap) return undefined;
    const postScript = tables.has("glyf") ? undefined : tables.get("CFF ");
    const needed = ["head", "hhea", "hmtx", "maxp", ...(postScript ? [] : ["glyf", "loca"])];
    if (needed.some((tag) => (tables.get(tag)?.length ?? 0) < 4)) return undefined;
    const cff = postScript && openCff(postScript);
    const unicode = postScript && !cff ? undefined : unicodeSubtable(readCmap(cmap) ?? []);
    return unicode && new EmbeddedFont(document, bytes, tables, unicode, cff);
  }

  canShow(text: string): boolean {
    for (const character of text) if (this.#glyph(character) === 0) return false;
    return true;
  }

  widthOf(text: string): number {
    let width = 0;
    for (const character of text) width += this.#advance(this.#glyph(character));
    return width / this.#unitsPerEm;
  }

  encode(text: string): string {
    let codes = "";
    for (const character of text) {
      const glyph = this.#glyph(character);
      this.#used.set(glyph, character);
      codes += glyph.toString(16).padStart(4, "0");
    }
    return `<${codes}>`;
  }

  /** Writes the font's objects, if it was used. */
  finish(): void {
    if (this.#used.size === 0) return;
    const head = viewOf(present(this.#tables.get("head")));
    writeGlyphFont(this.#document, this.ref, {
      bytes: this.#bytes,
      cff: this.#cff,
      name: "EmbeddedText",
      ascent: this.ascent,
      descent: this.descent,
      box: [36, 38, 40, 42].map((at) => head.getInt16(at) / this.#unitsPerEm),
      advance: (glyph) => this.#advance(glyph) / this.#unitsPerEm,
      hinting: true,
      glyphs: this.#used,
    });
  }

  #glyph(character: string): number {
    let glyph = this.#glyphs.get(character);
    if (glyph === undefined) {
      glyph = this.#cmap.glyph(present(character.codePointAt(0)));
      this.#glyphs.set(character, glyph);
    }
    return glyph;
  }

  #advance(glyph: number): number {
    const metrics = viewOf(present(this.#tables.get("hmtx")));
    const count = viewOf(present(this.#tables.get("hhea"))).getUint16(34);
    const at = 4 * Math.min(glyph, count - 1);
    return at >= 0 && at + 2 <= metrics.byteLength ? metrics.getUint16(at) : 0;
  }
}

function openCff(table: Uint8Array): CffFont | undefined {
  try {
    return readCff(table);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
