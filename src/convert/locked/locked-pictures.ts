/** The stream `Pictures` of a presentation under a password: each field of a picture is encrypted by itself (MS-PPT 2.3.7). */
import { ByteReader } from "../../office/byte-reader.ts";
import type { BlockKeys } from "./rc4-key.ts";

const HEAD_BYTES = 8;
const ID_BYTES = 16;
const METAFILE_HEAD_BYTES = 34;
const METAFILES: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);
const PICTURES: ReadonlySet<number> = new Set([...METAFILES, 0xf01d, 0xf01e, 0xf01f, 0xf029, 0xf02a]);
/** `recInstance` of pictures with two ids (MS-ODRAW 2.2.23 to 2.2.32). */
const TWO_IDS: ReadonlySet<number> = new Set([0x217, 0x3d5, 0x46b, 0x543, 0x6e1, 0x6e3, 0x6e5, 0x7a9]);

/** What follows something that is no picture is left as it is. */
export function decryptPictures(stream: Uint8Array, keys: BlockKeys): Uint8Array {
  const plain = stream.slice();
  for (let at = 0; at + HEAD_BYTES <= stream.length; ) {
    const head = new ByteReader(keys.decrypt(0, stream.subarray(at, at + HEAD_BYTES)));
    const type = head.u16(2);
    if (!PICTURES.has(type)) return plain;
    const end = Math.min(stream.length, at + HEAD_BYTES + head.u32(4));
    const ids = TWO_IDS.has(head.u16(0) >> 4) ? [ID_BYTES, ID_BYTES] : [ID_BYTES];
    const fields = [HEAD_BYTES, ...ids, METAFILES.has(type) ? METAFILE_HEAD_BYTES : 1, Number.POSITIVE_INFINITY];
    for (const length of fields) {
      const fieldEnd = Math.min(end, at + length);
      plain.set(keys.decrypt(0, stream.subarray(at, fieldEnd)), at);
      at = fieldEnd;
    }
  }
  return plain;
}
