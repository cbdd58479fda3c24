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

const BLOCK_BYTES = 1024 * 1024;
const CACHED_BLOCKS = 12;

/**
 * Keeps what was read recently, in blocks of 1 MiB. The pages of a file share fonts and pictures, so writing pages one
 * by one comes back to the same places. Reads larger than a block are passed on.
 */
export function blockCache(source: ByteSource): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const block = (index: number): Promise<Uint8Array> => {
    const known = blocks.get(index);
    const bytes = known ?? source.read(index * BLOCK_BYTES, BLOCK_BYTES);
    blocks.delete(index);
    blocks.set(index, bytes);
    const [oldest] = blocks.keys();
    if (blocks.size > CACHED_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return bytes;
  };
  return {
    size: source.size,
    async read(offset, length) {
      if (length > BLOCK_BYTES) return source.read(offset, length);
      const first = Math.floor(offset / BLOCK_BYTES);
      const start = offset - first * BLOCK_BYTES;
      const bytes = await block(first);
      if (start + length <= BLOCK_BYTES || (first + 1) * BLOCK_BYTES >= source.size) {
        return bytes.slice(start, start + length);
      }
      const rest = await block(first + 1);
      return new Uint8Array(Buffer.concat([bytes.subarray(start), rest.subarray(0, start + length - BLOCK_BYTES)]));
    },
  };
}

const READ_AHEAD_BYTES = 2 * 1024 * 1024;
/** A gap up to this size between two reads still counts as sequential. */
const NEAR_BYTES = 256 * 1024;

/**
 * Reads more than is asked for while a file is read from front to back, so that thousands of small pieces do not become
 * thousands of requests. Random reads stay as they are.
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
