/** WOFF 1.0 (W3C Recommendation of 2012): an OpenType font whose tables are deflated one by one. */
import { inflateSync } from "node:zlib";
import { type SfntTables, viewOf, writeSfnt } from "../opentype/sfnt.ts";

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
/** workerd allocates in steps, and needs some room beyond the last byte. */
const SLACK_BYTES = 64 * 1024;

/** @throws RangeError for a file that is damaged or gets larger than allowed */
export function woffToSfnt(woff: Uint8Array, maxBytes: number): Uint8Array {
  const view = viewOf(woff);
  const tables: SfntTables = new Map();
  let total = 0;
  for (let index = 0; index < view.getUint16(12); index++) {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    const tag = String.fromCharCode(...woff.subarray(at, at + 4));
    const [start, packedLength, length] = [4, 8, 12].map((offset) => view.getUint32(at + offset));
    if (start === undefined || packedLength === undefined || length === undefined) continue;
    total += length;
    if (total > maxBytes) throw new RangeError(`it takes more than ${maxBytes >> 20} MiB when it is unpacked`);
    if (start + packedLength > woff.length || packedLength > length)
      throw new RangeError("its tables lie beyond its end");
    const packed = woff.subarray(start, start + packedLength);
    tables.set(tag, packedLength < length ? inflated(packed, length) : packed);
  }
  return writeSfnt(tables, view.getUint32(4));
}

function inflated(packed: Uint8Array, length: number): Uint8Array {
  let plain: Uint8Array;
  try {
    plain = inflateSync(packed, { maxOutputLength: length + SLACK_BYTES });
  } catch {
    throw new RangeError("its compressed tables are damaged");
  }
  if (plain.length !== length) throw new RangeError("its compressed tables are not as long as they say");
  return plain;
}
