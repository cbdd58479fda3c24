/** The EMF that newer programs put into the comments of a WMF (META_ESCAPE_ENHANCED_METAFILE, MS-WMF 2.3.6.11). */
import { joinBytes } from "../domain/join-bytes.ts";
import { ByteReader } from "../office/byte-reader.ts";

const PLACEABLE_KEY = 0x9ac6_cdd7;
const PLACEABLE_BYTES = 22;
const HEADER_BYTES = 18;
const ESCAPE = 0x0626;
const COMMENT = 0x000f;
const SIGNATURE = 0x43464d57;
const COMMENT_HEADER_BYTES = 34;
const MAX_RECORDS = 200_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The whole EMF; undefined if there is none or a part of it is missing. */
export function enhancedMetafileIn(wmf: Uint8Array): Uint8Array | undefined {
  const reader = new ByteReader(wmf);
  const pieces: Uint8Array[] = [];
  let total = 0;
  let at = (reader.u32(0) === PLACEABLE_KEY ? PLACEABLE_BYTES : 0) + HEADER_BYTES;
  for (let record = 0; record < MAX_RECORDS && at + 6 <= wmf.length; record++) {
    const bytes = 2 * reader.u32(at);
    const code = reader.u16(at + 4);
    if (bytes < 6 || code === 0) break;
    if (code === ESCAPE && reader.u16(at + 6) === COMMENT && reader.u32(at + 10) === SIGNATURE) {
      total = reader.u32(at + 10 + 30);
      pieces.push(reader.bytes(at + 10 + COMMENT_HEADER_BYTES, reader.u32(at + 10 + 22)));
    }
    at += bytes;
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (total === 0 || length !== total || total > MAX_BYTES) return undefined;
  return joinBytes(pieces);
}
