import zlib from "node:zlib";

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * Unpacks a WOFF 1.0 font to the OpenType file that it was made from: the browser's web fonts are compressed, the fonts
 * that it finds through fontconfig are not.
 */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF 1.0 font");
  const tableCount = woff.readUInt16BE(12);
  const header = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  const power = 2 ** Math.floor(Math.log2(tableCount));
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tableCount, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((tableCount - power) * 16, 10);

  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < tableCount; index++) {
    const entry = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(start, start + packedLength);
    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    woff.copy(header, target, entry, entry + 4);
    woff.copy(header, target + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, target + 8);
    header.writeUInt32BE(length, target + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(packedLength < length ? zlib.inflateSync(packed) : packed, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}
