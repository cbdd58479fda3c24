import { brotliDecompressSync } from "node:zlib";

/** An inclusive range of Unicode code points. */
export type CodePointRange = [first: number, last: number];

const CMAP_TAG_INDEX = 0;
const GLYF_TAG_INDEX = 10;
const LOCA_TAG_INDEX = 11;
const ARBITRARY_TAG = 63;

/**
 * The code points that a WOFF2 font has glyphs for, ascending and merged, read from its character map (WOFF2 section 5,
 * OpenType `cmap` formats 4 and 12). Style sheets often claim more than the file holds.
 */
export function woff2Coverage(file: Uint8Array): CodePointRange[] {
  const cmap = cmapTable(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const points = new Set<number>();
  const tableCount = cmap.readUInt16BE(2);
  for (let index = 0; index < tableCount; index++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) addSegments(subtable, points);
    if (format === 12) addGroups(subtable, points);
  }
  return mergedRanges(points);
}

/** Finds `cmap`, which WOFF2 never transforms, in the one compressed stream of all tables. */
function cmapTable(file: Buffer): Buffer {
  if (file.toString("latin1", 0, 4) !== "wOF2") throw new Error("not a WOFF2 font");
  const tableCount = file.readUInt16BE(12);
  const compressedSize = file.readUInt32BE(20);
  let position = 48;
  let streamOffset = 0;
  let found: { start: number; end: number } | undefined;

  const readBase128 = (): number => {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = file.readUInt8(position++);
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new Error("a length in the WOFF2 directory is too long");
  };

  for (let index = 0; index < tableCount; index++) {
    const flags = file.readUInt8(position++);
    const tag = flags & 0x3f;
    if (tag === ARBITRARY_TAG) position += 4;
    const originalLength = readBase128();
    const version = flags >> 6;
    // For glyf and loca version 3 means "not transformed", for every other table version 0 does.
    const transformed = tag === GLYF_TAG_INDEX || tag === LOCA_TAG_INDEX ? version !== 3 : version !== 0;
    const length = transformed ? readBase128() : originalLength;
    if (tag === CMAP_TAG_INDEX) found = { start: streamOffset, end: streamOffset + length };
    streamOffset += length;
  }
  if (!found) throw new Error("the font has no cmap table");
  return brotliDecompressSync(file.subarray(position, position + compressedSize)).subarray(found.start, found.end);
}

function addSegments(subtable: Buffer, points: Set<number>): void {
  const doubledCount = subtable.readUInt16BE(6);
  const endCodes = 14;
  const startCodes = endCodes + doubledCount + 2;
  const deltas = startCodes + doubledCount;
  const rangeOffsets = deltas + doubledCount;
  for (let at = 0; at < doubledCount; at += 2) {
    const first = subtable.readUInt16BE(startCodes + at);
    const last = subtable.readUInt16BE(endCodes + at);
    const rangeOffset = subtable.readUInt16BE(rangeOffsets + at);
    for (let point = first; point <= last && point !== 0xffff; point++) {
      const glyph =
        rangeOffset === 0
          ? (point + subtable.readUInt16BE(deltas + at)) & 0xffff
          : subtable.readUInt16BE(rangeOffsets + at + rangeOffset + (point - first) * 2);
      if (glyph !== 0) points.add(point);
    }
  }
}

function addGroups(subtable: Buffer, points: Set<number>): void {
  const groupCount = subtable.readUInt32BE(12);
  for (let index = 0; index < groupCount; index++) {
    const at = 16 + index * 12;
    const last = subtable.readUInt32BE(at + 4);
    for (let point = subtable.readUInt32BE(at); point <= last; point++) points.add(point);
  }
}

function mergedRanges(points: Set<number>): CodePointRange[] {
  const ranges: CodePointRange[] = [];
  for (const point of [...points].sort((a, b) => a - b)) {
    const open = ranges.at(-1);
    if (open && open[1] === point - 1) open[1] = point;
    else ranges.push([point, point]);
  }
  return ranges;
}
