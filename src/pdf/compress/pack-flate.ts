import { deflateSync } from "node:zlib";
import { deflate } from "../filters/flate.ts";

/** Larger data, images mostly, gain next to nothing by a second attempt. */
const MAX_ATTEMPTED_BYTES = 1024 * 1024;

/** The zlib coding of data (RFC 1950): of two ways to divide it into blocks the smaller one. */
export function packFlate(data: Uint8Array): Uint8Array {
  const large = deflate(data, 9);
  if (data.length > MAX_ATTEMPTED_BYTES) return large;
  const small = deflateSync(data, { level: 9, memLevel: 8 });
  return small.length < large.length ? small : large;
}
