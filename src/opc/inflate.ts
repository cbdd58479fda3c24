import { Inflate } from "fflate";

/**
 * Unpacks one raw deflate stream whose unpacked size is declared. Returns `undefined` when the stream is damaged
 * or unpacks to anything but that size, and stops as soon as it would.
 */
export type InflateRaw = (compressed: Uint8Array, size: number) => Uint8Array | undefined;

/** Small pushes keep what a lying stream can unpack beyond its declared size to about 4 MB. */
const PUSH_BYTES = 4 * 1024;

/** The portable way, for the page: fflate, fed in small pushes and stopped at the declared size. */
export const inflateWithFflate: InflateRaw = (compressed, size) => {
  const out = new Uint8Array(size);
  let filled = 0;
  let finished = false;
  const stream = new Inflate((chunk, final) => {
    if (filled + chunk.length <= size) out.set(chunk, filled);
    filled += chunk.length;
    finished = final;
  });
  try {
    for (let offset = 0; offset < compressed.length && filled <= size; offset += PUSH_BYTES) {
      const end = Math.min(offset + PUSH_BYTES, compressed.length);
      stream.push(compressed.subarray(offset, end), end === compressed.length);
    }
  } catch {
    return undefined;
  }
  return finished && filled === size ? out : undefined;
};
