import { constants, deflateSync, inflateRawSync, inflateSync } from "node:zlib";
import { Inflate } from "fflate";
import { joinBytes } from "../../domain/join-bytes.ts";
import { plainBytes } from "../../domain/plain-bytes.ts";
import { DecodedTooLarge } from "./limits.ts";

/**
 * FlateDecode (ISO 32000-2, 7.4.4). Truncated or damaged data yields what could be decoded before the damage.
 * @throws DecodedTooLarge if there are more than `maxBytes`
 */
export function inflate(data: Uint8Array, maxBytes: number): Uint8Array {
  return inflateWithDamage(data, maxBytes).bytes;
}

/** {@link inflate}, and whether the data are damaged: of such data readers show this or that. */
export function inflateWithDamage(data: Uint8Array, maxBytes: number): { bytes: Uint8Array; isDamaged: boolean } {
  // the end of the zlib stream is often cut off: whatever is complete counts
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes + CHUNK_BYTES };
  try {
    return { bytes: within(plainBytes(inflateSync(data, options)), maxBytes), isDamaged: false };
  } catch (error) {
    if (isTooLarge(error)) throw new DecodedTooLarge(maxBytes);
  }
  try {
    // a wrong header or checksum does not matter if the compressed data itself is sound
    return { bytes: within(plainBytes(inflateRawSync(data.subarray(2), options)), maxBytes), isDamaged: true };
  } catch (error) {
    if (isTooLarge(error)) throw new DecodedTooLarge(maxBytes);
  }
  return { bytes: inflateDamaged(data, maxBytes), isDamaged: true };
}

/** workerd counts the capacity of its chunks against the limit, not only what they hold. */
const CHUNK_BYTES = 64 * 1024;

function within(output: Uint8Array, maxBytes: number): Uint8Array {
  if (output.length > maxBytes) throw new RangeError("too large");
  return output;
}

const USUAL_CHUNK_BYTES = 16 * 1024;
/** By which data of less than a chunk grow at most when they cannot be compressed. */
const MOST_OVERHEAD_BYTES = 64;

/** Compresses with the zlib format. @param level 0 to 9 */
export function deflate(data: Uint8Array, level = 6): Uint8Array {
  // The buffer for a short stream is not larger than the stream can become.
  const chunkSize = Math.min(USUAL_CHUNK_BYTES, data.length + MOST_OVERHEAD_BYTES);
  return plainBytes(deflateSync(data, { level, memLevel: 9, chunkSize }));
}

function inflateDamaged(data: Uint8Array, maxBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decoder = new Inflate((chunk) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  const headerless = data.length > 1 && (((data[0] ?? 0) << 8) | (data[1] ?? 0)) % 31 !== 0;
  const step = 1024;
  try {
    for (let at = headerless ? 0 : 2; at < data.length && length <= maxBytes; at += step) {
      decoder.push(data.subarray(at, at + step), false);
    }
  } catch {
    // what came before the damage is the result
  }
  if (length > maxBytes) throw new DecodedTooLarge(maxBytes);
  return joinBytes(chunks);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
}
