/** The container of TrueType and OpenType fonts (ISO/IEC 14496-22, "Organization of an OpenType font"). */

/** Tables by tag, in the order of the file; views of the font's bytes. */
export type SfntTables = Map<string, Uint8Array>;

const TRUETYPE = 0x00010000;
const APPLE_TRUETYPE = 0x74727565;
const OPENTYPE_CFF = 0x4f54544f;

/** The tables of a TrueType font; undefined for anything else. Tables that reach beyond the end are left out. */
export function readTrueType(bytes: Uint8Array): SfntTables | undefined {
  if (bytes.length < 12) return undefined;
  const version = viewOf(bytes).getUint32(0);
  return version === TRUETYPE || version === APPLE_TRUETYPE ? readTables(bytes) : undefined;
}

/** The tables of an OpenType font with CFF outlines; undefined for anything else. */
export function readOpenTypeCff(bytes: Uint8Array): SfntTables | undefined {
  return bytes.length >= 12 && viewOf(bytes).getUint32(0) === OPENTYPE_CFF ? readTables(bytes) : undefined;
}

function readTables(bytes: Uint8Array): SfntTables {
  const view = viewOf(bytes);
  const tables: SfntTables = new Map();
  const count = view.getUint16(4);
  for (let index = 0; index < count; index++) {
    const at = 12 + 16 * index;
    if (at + 16 > bytes.length) break;
    const tag = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0);
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    if (offset <= bytes.length) tables.set(tag, bytes.subarray(offset, Math.min(bytes.length, offset + length)));
  }
  return tables;
}

/** A TrueType font of these tables. */
export function writeTrueType(tables: SfntTables): Uint8Array {
  return writeSfnt(tables, TRUETYPE);
}

/** A font file of these tables, sorted by tag. Checksums are zero: readers of PDFs and browsers do not look at them. */
export function writeSfnt(tables: SfntTables, version: number): Uint8Array {
  const entries = [...tables].sort(([first], [second]) => (first < second ? -1 : 1));
  const headerLength = 12 + 16 * entries.length;
  const total = entries.reduce((sum, [, data]) => sum + padded(data.length), headerLength);
  const out = new Uint8Array(total);
  const view = viewOf(out);
  const exponent = Math.floor(Math.log2(entries.length));
  view.setUint32(0, version);
  view.setUint16(4, entries.length);
  view.setUint16(6, 16 << exponent);
  view.setUint16(8, exponent);
  view.setUint16(10, 16 * entries.length - (16 << exponent));
  let offset = headerLength;
  for (const [index, [tag, data]] of entries.entries()) {
    const at = 12 + 16 * index;
    for (let i = 0; i < 4; i++) out[at + i] = tag.charCodeAt(i);
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, data.length);
    out.set(data, offset);
    offset += padded(data.length);
  }
  return out;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function padded(length: number): number {
  return (length + 3) & ~3;
}
