import { inflateSync } from "fflate";

/**
 * Unpacks one raw deflate stream whose unpacked size is declared. Returns `undefined` if the stream is damaged or
 * unpacks to anything but that size, and keeps no more than that in memory.
 */
export type InflateRaw = (compressed: Uint8Array, size: number) => Uint8Array | undefined;

/** The portable way, for the page: fflate, into a buffer that does not grow. */
export const inflateWithFflate: InflateRaw = (compressed, size) => {
  try {
    // One byte more than declared distinguishes a stream that goes on from one that ends there.
    const out = inflateSync(compressed, { out: new Uint8Array(size + 1) });
    return out.length === size ? out : undefined;
  } catch {
    return undefined;
  }
};
