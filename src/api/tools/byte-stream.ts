/** Pieces up to here are joined: each one that leaves the isolate costs time. */
import { joinBytes } from "../../domain/join-bytes.ts";

const PIECE_BYTES = 256 * 1024;

/**
 * Pieces as a stream, made as they are taken. The first one is made before this returns, so that what is wrong from
 * the beginning is still a problem and not an answer that breaks off.
 */
export async function byteStream(chunks: AsyncIterable<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const pieces = joined(chunks);
  let next = await pieces.next();

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next.done) return controller.close();
        controller.enqueue(next.value);
        next = await pieces.next();
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* joined(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (chunk.byteLength >= PIECE_BYTES && length === 0) {
      yield chunk;
      continue;
    }
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length < PIECE_BYTES) continue;
    yield joinBytes(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield joinBytes(waiting);
  return undefined;
}
