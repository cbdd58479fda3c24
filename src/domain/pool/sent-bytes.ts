/** Bytes between isolates: a message holds 32 MiB (workers RPC), a stream any number. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** A file on its way to another isolate. */
export type SentBytes = Uint8Array | ReadableStream<Uint8Array>;

/** The bytes as they go through RPC. */
export function sentBytes(bytes: Uint8Array): SentBytes {
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes;
  return new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>;
}

/** The bytes that came. */
export async function receivedBytes(sent: SentBytes): Promise<Uint8Array> {
  return sent instanceof Uint8Array ? sent : new Uint8Array(await new Response(sent).arrayBuffer());
}
