import { deflateSync } from "node:zlib";
import type { Metered } from "../../domain/work-meter.ts";
import { deflate } from "../../image/compression/flate.ts";

/** Larger data, images mostly, gain next to nothing by a second attempt. */
const MAX_ATTEMPTED_BYTES = 1024 * 1024;

/**
 * What packs into less has hardly more than one block either way (one of the second attempt holds 16,384 literals and matches):
 * of five thousand such streams the second attempt was smaller by 25 bytes in all.
 */
const MIN_PACKED_BYTES = 24 * 1024;

/** How many bytes a step of work packs. */

/**
 * The zlib coding of data (RFC 1950): the smaller of two ways to divide it into blocks.
 * @throws Failure `pdf_too_complex` when the document's budget is used up
 */
export function packFlate(data: Uint8Array, work: Metered): Uint8Array {
  work.charge("packedByte", data.length);
  const large = deflate(data, 9);
  if (data.length > MAX_ATTEMPTED_BYTES || large.length < MIN_PACKED_BYTES) return large;
  const small = deflateSync(data, { level: 9, memLevel: 8 });
  return small.length < large.length ? small : large;
}
