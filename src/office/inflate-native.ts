import { inflateRawSync } from "node:zlib";
import type { InflateRaw } from "./inflate.ts";

/** workerd counts the capacity of its chunks against the limit, not only what they hold. */
const CHUNK_BYTES = 64 * 1024;
/** Less is refused by the platform. */
const MIN_CHUNK_BYTES = 64;

/** The Worker's way: the platform's zlib, several times faster than JavaScript, with a hard cap on its output. */
export const inflateNatively: InflateRaw = (compressed, size) => {
  if (size === 0) return new Uint8Array(0);
  try {
    // One chunk: what is unpacked is not joined of many. A byte is left over, which tells that it ends there.
    const chunkSize = Math.max(MIN_CHUNK_BYTES, size + 1);
    const out = inflateRawSync(compressed, { chunkSize, maxOutputLength: size + CHUNK_BYTES });
    return out.length === size ? new Uint8Array(out.buffer, out.byteOffset, out.length) : undefined;
  } catch {
    return undefined;
  }
};
