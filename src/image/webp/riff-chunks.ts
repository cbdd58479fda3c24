/** A chunk of a RIFF file (RFC 9649, 2.3). */
export interface RiffChunk {
  type: string;
  body: Uint8Array;
}

const HEADER_BYTES = 8;

/** Chunks one after another; one that is cut off keeps what it has. */
export function* riffChunks(bytes: Uint8Array): Generator<RiffChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    at += HEADER_BYTES;
    yield { type, body: bytes.subarray(at, at + length) };
    // Chunks of odd lengths are padded.
    at += length + (length & 1);
  }
}
