import { BoundedBuffer } from "./limits.ts";

/** RunLengthDecode (ISO 32000-2, 7.4.5). */
export function decodeRunLength(data: Uint8Array, maxBytes: number): Uint8Array {
  const out = new BoundedBuffer(data.length * 2, maxBytes);
  let at = 0;
  while (at < data.length) {
    const length = data[at++] ?? 0;
    if (length === 128) break;
    if (length < 128) {
      const end = Math.min(at + length + 1, data.length);
      const buffer = out.reserve(end - at);
      while (at < end) buffer[out.length++] = data[at++] ?? 0;
    } else if (at < data.length) {
      const count = 257 - length;
      out.reserve(count).fill(data[at++] ?? 0, out.length, out.length + count);
      out.length += count;
    }
  }
  return out.written();
}
