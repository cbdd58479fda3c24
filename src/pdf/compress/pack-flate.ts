import { deflate } from "../filters/flate.ts";

/** The zlib coding of data in the fewest bytes that the time allows. */
export function packFlate(data: Uint8Array): Uint8Array {
  return deflate(data, 9);
}
