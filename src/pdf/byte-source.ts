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
