/** A file that is read in pieces: an object in a bucket, or bytes in memory. */
export interface ByteSource {
  /** Length of the file in bytes. */
  readonly size: number;
  /** Exactly these bytes; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Bytes in memory as a source. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
}

const READ_AHEAD_BYTES = 4 * 1024 * 1024;
/** A gap up to here between two reads still counts as reading on. */
const NEAR_BYTES = 256 * 1024;

/**
 * Reads more than is asked for while a file is read from front to back, so that thousands of small pieces do not
 * become as many requests. Reads here and there stay as they are.
 */
export function readAhead(source: ByteSource): ByteSource {
  let window: Uint8Array = new Uint8Array(0);
  let windowStart = 0;
  let lastEnd = -1;
  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(offset + length, source.size);
      const isNext = lastEnd >= 0 && offset >= lastEnd && offset - lastEnd <= NEAR_BYTES;
      lastEnd = end;
      if (offset < windowStart || end > windowStart + window.length) {
        if (!isNext || length >= READ_AHEAD_BYTES) return source.read(offset, length);
        window = await source.read(offset, Math.min(READ_AHEAD_BYTES, source.size - offset));
        windowStart = offset;
      }
      return window.subarray(offset - windowStart, end - windowStart);
    },
  };
}
