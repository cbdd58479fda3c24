/** One font file, opened: which glyph shows a character, how wide it is, how far it reaches. Lengths are shares of the em. */

import { type CffFont, readCff } from "./cff/cff-font.ts";
import { type CmapSubtable, readCmap, unicodeSubtable } from "./opentype/cmap-table.ts";
import { type ColorPaints, colorPaints, type Paint } from "./opentype/color-glyphs.ts";
import { licenseRefusal } from "./opentype/embedding-permissions.ts";
import { type GlyphOutline, glyphOutline } from "./opentype/glyph-outline.ts";
import { kernTable } from "./opentype/kern-table.ts";
import type { LayoutTables } from "./opentype/layout/layout-tables.ts";
import { MathTable } from "./opentype/math-table.ts";
import { type PairKerning, PairKernings } from "./opentype/pair-kerning.ts";
import { readOpenTypeCff, readTrueType, type SfntTables, viewOf } from "./opentype/sfnt.ts";
import { plainOutline } from "./subset/cff-cid-font.ts";

/** The lines under or through text; undefined if the font does not say. */
export interface DecorationMetrics {
  /** Middle of the line above the baseline; negative below it. */
  position: number;
  thickness: number;
}

/** Of the outlines of PostScript that one font may have; all of the largest one's are some 20 MB. */
const MAX_OUTLINE_BYTES = 32 * 1024 * 1024;
const NEEDED_TABLES = ["head", "hhea", "hmtx", "maxp", "cmap"] as const;

export class Face {
  readonly bytes: Uint8Array;
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  readonly ascent: number;
  /** Below the baseline, positive. */
  readonly descent: number;
  readonly lineGap: number;
  readonly underline: DecorationMetrics | undefined;
  /** Around all glyphs: left, bottom, right, top. */
  readonly box: readonly number[];
  readonly postScriptName: string;
  /** The license in the file lets a document carry it. */
  readonly mayEmbed: boolean;
  readonly #cmap: CmapSubtable;
  readonly #advances: Uint16Array;
  /** The rules by which glyphs join and move. */
  readonly layoutTables: LayoutTables;
  readonly #kern: Uint8Array | undefined;
  readonly #math: Uint8Array | undefined;
  readonly #outlines: { glyf: DataView; loca: DataView; isLong: boolean } | undefined;
  readonly #colors: ColorPaints | undefined;
  /** The outlines, if they are those of PostScript. */
  readonly cff: CffFont | undefined;
  /** Glyph -> itself, or 0 if its outline cannot be extracted from the font. */
  readonly #drawable = new Map<number, number>();
  /** Of the outlines that were extracted: subroutines may make many of a few bytes. */
  #outlineBytes = 0;
  /** Those of GPOS, read when text is kerned. */
  #pairs: PairKernings | undefined;
  /** By script. */
  readonly #kernings = new Map<string, PairKerning>();
  /** Null if there is none that can be read. */
  #mathTable: MathTable | null | undefined;

  private constructor(bytes: Uint8Array, tables: Record<(typeof NEEDED_TABLES)[number], DataView>, all: SfntTables) {
    this.bytes = bytes;
    const { head, hhea, hmtx } = tables;
    this.unitsPerEm = head.getUint16(18) || 1000;
    this.glyphCount = tables.maxp.getUint16(4);
    this.ascent = hhea.getInt16(4) / this.unitsPerEm;
    this.descent = -hhea.getInt16(6) / this.unitsPerEm;
    this.lineGap = Math.max(0, hhea.getInt16(8)) / this.unitsPerEm;
    const count = Math.max(1, Math.min(hhea.getUint16(34), hmtx.byteLength >> 2));
    this.#advances = Uint16Array.from({ length: count }, (_, glyph) => hmtx.getUint16(4 * glyph));
    const cmap = unicodeSubtable(readCmap(bytesOf(tables.cmap)) ?? []);
    if (!cmap) throw new RangeError("no character map of Unicode");
    this.#cmap = cmap;
    this.underline = decorationOf(all.get("post"), this.unitsPerEm);
    this.box = [36, 38, 40, 42].map((at) => head.getInt16(at) / this.unitsPerEm);
    this.postScriptName = postScriptName(all.get("name")) || "Text";
    this.mayEmbed = licenseRefusal(all.get("OS/2")) === undefined;
    const [substitution, positioning, definition] = ["GSUB", "GPOS", "GDEF"].map((tag) => all.get(tag));
    this.layoutTables = { substitution, positioning, definition };
    this.#kern = all.get("kern");
    this.#math = all.get("MATH");
    const postScript = all.get("CFF ");
    if (postScript && !all.has("glyf")) {
      this.cff = readCff(postScript);
      if (!this.cff) throw new RangeError("outlines of an unknown kind");
    } else {
      const [glyf, loca] = ["glyf", "loca"].map((tag) => viewOf(neededTable(all.get(tag))));
      if (glyf && loca) this.#outlines = { glyf, loca, isLong: head.getInt16(50) !== 0 };
      this.#colors = colorPaints(all.get("COLR"), all.get("CPAL"));
    }
  }

  /** Undefined if it is not a TrueType or OpenType font with outlines and a character map of Unicode. */
  static open(bytes: Uint8Array): Face | undefined {
    const all = readTrueType(bytes) ?? readOpenTypeCff(bytes);
    if (!all) return undefined;
    const views = NEEDED_TABLES.map((tag) => [tag, all.get(tag)] as const);
    try {
      const tables = Object.fromEntries(views.map(([tag, table]) => [tag, viewOf(neededTable(table))]));
      return new Face(bytes, tables as Record<(typeof NEEDED_TABLES)[number], DataView>, all);
    } catch (error) {
      // Fonts that documents carry may say anything: a table that ends too early makes the font unusable.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** 0 for a character that the font lacks. */
  glyph(codePoint: number): number {
    const glyph = this.#cmap.glyph(codePoint);
    return this.cff ? this.drawable(glyph) : glyph;
  }

  /** The glyph itself, or 0 for one that the font does not have or whose outline cannot be extracted from it. */
  drawable(glyph: number): number {
    if (!(glyph < this.glyphCount)) return 0;
    if (!this.cff || glyph === 0) return glyph;
    let drawable = this.#drawable.get(glyph);
    if (drawable === undefined) {
      const outline = this.#outlineBytes < MAX_OUTLINE_BYTES ? plainOutline(this.cff, glyph) : undefined;
      this.#outlineBytes += outline?.length ?? 0;
      drawable = outline ? glyph : 0;
      this.#drawable.set(glyph, drawable);
    }
    return drawable;
  }

  advanceUnits(glyph: number): number {
    return this.#advances[Math.min(glyph, this.#advances.length - 1)] ?? 0;
  }

  advance(glyph: number): number {
    return this.advanceUnits(glyph) / this.unitsPerEm;
  }

  get hasColors(): boolean {
    return this.#colors !== undefined;
  }

  /** How a glyph in colors is painted; undefined for one that has the color of the text. */
  colorPaint(glyph: number): Paint | undefined {
    return this.#colors?.(glyph);
  }

  /**
   * In units of the font; empty for those of PostScript.
   * @throws RangeError if it is damaged
   */
  outline(glyph: number): GlyphOutline {
    return glyphOutline((number) => this.#glyphData(number), glyph);
  }

  /** Around one glyph: left, bottom, right, top; undefined for one without an outline, and for those of PostScript. */
  glyphBox(glyph: number): readonly [left: number, bottom: number, right: number, top: number] | undefined {
    const data = this.#glyphData(glyph);
    if (!data || data.length < 10) return undefined;
    const view = viewOf(data);
    const at = (offset: number) => view.getInt16(offset) / this.unitsPerEm;
    return [at(2), at(4), at(6), at(8)];
  }

  /** How formulas are built from its glyphs; undefined for a font that is not made for them. */
  get mathTable(): MathTable | undefined {
    this.#mathTable ??= (this.#math && MathTable.read(this.#math, this.unitsPerEm)) ?? null;
    return this.#mathTable ?? undefined;
  }

  #glyphData(glyph: number): Uint8Array | undefined {
    if (!this.#outlines) return undefined;
    const { glyf, loca, isLong } = this.#outlines;
    const bytes = isLong ? 4 : 2;
    if ((glyph + 2) * bytes > loca.byteLength) return undefined;
    const [start, end] = [glyph, glyph + 1].map((index) =>
      isLong ? loca.getUint32(4 * index) : 2 * loca.getUint16(2 * index),
    );
    if (start === undefined || end === undefined || start >= end) return undefined;
    return bytesOf(glyf).subarray(start, end);
  }

  /**
   * The space between two glyphs, mostly negative.
   *
   * @param script tag of the text's script: `latn`, ...
   */
  kern(left: number, right: number, script: string): number {
    let kerning = this.#kernings.get(script);
    if (!kerning) {
      this.#pairs ??= new PairKernings(this.layoutTables.positioning);
      kerning = this.#pairs.ofScript(script) ?? kernTable(this.#kern) ?? (() => 0);
      this.#kernings.set(script, kerning);
    }
    return kerning(left, right) / this.unitsPerEm;
  }
}

function neededTable(table: Uint8Array | undefined): Uint8Array {
  if (!table || table.length < 4) throw new RangeError("a table is missing");
  return table;
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** `post` names the upper edge of the line (ISO/IEC 14496-22, 5.2.8). */
function decorationOf(post: Uint8Array | undefined, unitsPerEm: number): DecorationMetrics | undefined {
  if (!post || post.length < 12) return undefined;
  const view = viewOf(post);
  const thickness = view.getInt16(10) / unitsPerEm;
  const top = view.getInt16(8) / unitsPerEm;
  if (thickness <= 0 || thickness > 0.5 || top > 0 || top < -1) return undefined;
  return { position: top - thickness / 2, thickness };
}

const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;
const MAX_NAME_LENGTH = 63;

/** The font's name in the characters that need no escape in PDF names; empty if the file has none. */
function postScriptName(table: Uint8Array | undefined): string {
  if (!table || table.length < 6) return "";
  const view = viewOf(table);
  const strings = view.getUint16(4);
  const count = Math.min(view.getUint16(2), Math.floor((table.length - 6) / 12));
  for (let index = 0; index < count; index++) {
    const at = 6 + 12 * index;
    if (view.getUint16(at) !== WINDOWS || view.getUint16(at + 6) !== POSTSCRIPT_NAME) continue;
    const start = strings + view.getUint16(at + 10);
    const bytes = table.subarray(start, start + view.getUint16(at + 8));
    const text = String.fromCharCode(...bytes.subarray(0, 2 * MAX_NAME_LENGTH).filter((_, place) => place % 2 === 1));
    return text.replace(/[^A-Za-z0-9-]/g, "");
  }
  return "";
}
