/** Metafiles in blips: compressed, and without the header that gives their size (MS-ODRAW 2.2.24 to 2.2.26, 2.2.31). */

import { Unzlib } from "fflate";
import { largestOf } from "../../domain/collections/long-lists.ts";
import { joinBytes } from "../../domain/join-bytes.ts";
import { LIMITS } from "../../domain/limits.ts";
import { EMU_PER_INCH } from "../../geometry/units.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { Blip } from "./blip.ts";
import { ART } from "./record-types.ts";

const HEADER_BYTES = 34;
const NOT_COMPRESSED = 0xfe;
const CHUNK_BYTES = 16 * 1024;
const PLACEABLE_KEY = 0x9ac6_cdd7;
const PLACEABLE_BYTES = 22;
/** A PICT file begins with 512 bytes that have no meaning. */
const PICT_PREFIX_BYTES = 512;

/** `data` begins with the OfficeArtMetafileHeader. */
export function readMetafileBlip(type: number, data: Uint8Array): Blip | undefined {
  const reader = new ByteReader(data);
  const stored = reader.bytes(HEADER_BYTES, reader.u32(28));
  const content = reader.u8(32) === NOT_COMPRESSED ? stored : inflate(stored);
  if (!content || content.length === 0) return undefined;
  switch (type) {
    case ART.blipEmf:
      return { bytes: content, extension: "emf" };
    case ART.blipWmf:
      return { bytes: placeable(content, reader), extension: "wmf" };
    default:
      return { bytes: prefixed(new Uint8Array(PICT_PREFIX_BYTES), content), extension: "pict" };
  }
}

/** What can be inflated of a zlib stream; undefined when that is more than any picture needs. */
function inflate(stored: Uint8Array): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let total = 0;
  const stream = new Unzlib((piece) => {
    pieces.push(piece);
    total += piece.length;
  });
  try {
    for (let at = 0; at < stored.length && total <= LIMITS.metafileBytes.most; at += CHUNK_BYTES) {
      stream.push(stored.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= stored.length);
    }
  } catch {
    // The beginning of a damaged picture is better than none.
  }
  return total > LIMITS.metafileBytes.most ? undefined : joinBytes(pieces);
}

/** Puts the placeable header (MS-WMF 2.3.2.3) before a metafile, made from the blip's bounds and size. */
function placeable(content: Uint8Array, header: ByteReader): Uint8Array {
  if (new ByteReader(content).u32(0) === PLACEABLE_KEY) return content;
  const [left, top, right, bottom] = [4, 8, 12, 16].map((at) => header.i32(at)) as [number, number, number, number];
  const widthEmu = header.i32(20);
  const largest = largestOf([left, top, right, bottom].map(Math.abs));
  // Without bounds that fit, the metafile's own window has to do.
  if (right === left || bottom === top || largest > 0x7fff || widthEmu <= 0) return content;
  const bytes = new Uint8Array(PLACEABLE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, PLACEABLE_KEY, true);
  for (const [index, edge] of [left, top, right, bottom].entries()) view.setInt16(6 + index * 2, edge, true);
  const unitsPerInch = Math.round((Math.abs(right - left) * EMU_PER_INCH) / widthEmu);
  view.setUint16(14, Math.max(1, Math.min(0xffff, unitsPerInch)), true);
  let checksum = 0;
  for (let at = 0; at < 20; at += 2) checksum ^= view.getUint16(at, true);
  view.setUint16(20, checksum, true);
  return prefixed(bytes, content);
}

function prefixed(prefix: Uint8Array, content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(prefix.length + content.length);
  whole.set(prefix);
  whole.set(content, prefix.length);
  return whole;
}
