/** WOFF 2.0 (W3C Recommendation of 2024): an OpenType font in one Brotli stream, its outlines taken apart. */
import { brotliDecompressSync } from "node:zlib";
import { type SfntTables, viewOf, writeSfnt } from "../opentype/sfnt.ts";
import { GlyphStreams } from "./woff2-glyphs.ts";

/** Tags by their number (table 3 of the recommendation). */
const KNOWN_TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";
const HEADER_BYTES = 48;
const OTHER_TAG = 63;
/** The version of a transformation that leaves `glyf` and `loca` as they are. */
const PLAIN_OUTLINES = 3;
/** workerd allocates in steps, and needs some room beyond the last byte. */
const SLACK_BYTES = 64 * 1024;

interface Entry {
  tag: string;
  version: number;
  /** In the stream. */
  length: number;
}

/** @throws RangeError for a file that is damaged or gets larger than allowed */
export function woff2ToSfnt(woff2: Uint8Array, maxBytes: number): Uint8Array {
  const view = viewOf(woff2);
  const packedLength = view.getUint32(20);
  const { entries, end } = readDirectory(view, view.getUint16(12));
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  if (length > maxBytes) throw new RangeError(`it takes more than ${maxBytes >> 20} MiB when it is unpacked`);
  if (end + packedLength > woff2.length) throw new RangeError("its data lie beyond its end");
  const plain = unpacked(woff2.subarray(end, end + packedLength), length);
  const tables: SfntTables = new Map();
  const transformed = new Set<string>();
  let at = 0;
  for (const { tag, version, length: size } of entries) {
    tables.set(tag, plain.subarray(at, at + size));
    at += size;
    if (isTransformed(tag, version)) transformed.add(tag);
  }
  if (transformed.has("glyf")) addOutlines(tables, transformed.has("hmtx"), maxBytes);
  else if (transformed.size > 0) throw new RangeError("its outlines are missing");
  return writeSfnt(tables, view.getUint32(4));
}

function isTransformed(tag: string, version: number): boolean {
  return tag === "glyf" || tag === "loca" ? version !== PLAIN_OUTLINES : version !== 0;
}

function readDirectory(view: DataView, count: number): { entries: Entry[]; end: number } {
  const entries: Entry[] = [];
  let at = HEADER_BYTES;
  const number = (): number => {
    // UIntBase128: seven bits per byte, the highest first.
    let value = 0;
    for (let index = 0; index < 5; index++) {
      const byte = view.getUint8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 128) return value;
    }
    throw new RangeError("its directory is damaged");
  };
  for (let index = 0; index < count; index++) {
    const flags = view.getUint8(at++);
    let tag = KNOWN_TAGS.slice(5 * (flags & 63), 5 * (flags & 63) + 4);
    if ((flags & 63) === OTHER_TAG) {
      tag = String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
      at += 4;
    }
    const version = flags >> 6;
    const plainLength = number();
    const length = isTransformed(tag, version) ? number() : plainLength;
    entries.push({ tag, version, length });
  }
  return { entries, end: at };
}

function unpacked(packed: Uint8Array, length: number): Uint8Array {
  let plain: Uint8Array;
  try {
    plain = brotliDecompressSync(packed, { maxOutputLength: length + SLACK_BYTES });
  } catch {
    throw new RangeError("its Brotli stream is damaged");
  }
  if (plain.length !== length) throw new RangeError("its Brotli stream is not as long as it says");
  return plain;
}

/** `glyf` and `loca` in the form that other programs read, and `hmtx`, whose bearings may be those of the outlines. */
function addOutlines(tables: SfntTables, hasPackedMetrics: boolean, maxBytes: number): void {
  const [head, hhea, hmtx, glyf] = ["head", "hhea", "hmtx", "glyf"].map((tag) => tables.get(tag));
  if (!head || !hhea || !hmtx || !glyf || head.length < 54 || hhea.length < 36) {
    throw new RangeError("a table is missing");
  }
  const outlines = new GlyphStreams(glyf).outlines(maxBytes);
  tables.set("glyf", outlines.glyf);
  tables.set("loca", outlines.loca);
  const newHead = head.slice();
  viewOf(newHead).setInt16(50, 1);
  tables.set("head", newHead);
  if (hasPackedMetrics) tables.set("hmtx", metrics(hmtx, viewOf(hhea).getUint16(34), outlines.lefts));
}

/** Advances, and the bearings that are not left out as equal to the left edges of the outlines (5.4). */
function metrics(packed: Uint8Array, longCount: number, lefts: Int16Array): Uint8Array {
  const view = viewOf(packed);
  const flags = view.getUint8(0);
  let at = 1 + 2 * longCount;
  if (longCount > lefts.length) throw new RangeError("it has more widths than glyphs");
  const out = new Uint8Array(4 * longCount + 2 * (lefts.length - longCount));
  const written = viewOf(out);
  const bearing = (glyph: number, isLeftOut: boolean): number => {
    if (isLeftOut) return lefts[glyph] ?? 0;
    at += 2;
    return view.getInt16(at - 2);
  };
  for (let glyph = 0; glyph < longCount; glyph++) {
    written.setUint16(4 * glyph, view.getUint16(1 + 2 * glyph));
    written.setInt16(4 * glyph + 2, bearing(glyph, (flags & 1) !== 0));
  }
  for (let glyph = longCount; glyph < lefts.length; glyph++) {
    written.setInt16(2 * longCount + 2 * glyph, bearing(glyph, (flags & 2) !== 0));
  }
  return out;
}
