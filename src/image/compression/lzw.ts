import { BoundedBuffer } from "./limits.ts";

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const MAX_TABLE_SIZE = 4096;

/**
 * LZWDecode (ISO 32000-2, 7.4.4). A table entry is a place in the output: its bytes were written there once before.
 * @param earlyChange whether code lengths grow one code early (the default of the format)
 */
export function decodeLzw(data: Uint8Array, earlyChange: boolean, maxBytes: number): Uint8Array {
  const out = new BoundedBuffer(data.length * 3, maxBytes);
  const entryStart = new Uint32Array(MAX_TABLE_SIZE);
  const entryLength = new Uint32Array(MAX_TABLE_SIZE);
  const early = earlyChange ? 1 : 0;
  let tableSize = END_OF_DATA + 1;
  let codeLength = 9;
  let previousStart = 0;
  let previousLength = 0;
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  for (;;) {
    while (bitCount < codeLength && at < data.length) {
      bits = ((bits << 8) | (data[at++] ?? 0)) & 0xffffff;
      bitCount += 8;
    }
    if (bitCount < codeLength) break;
    bitCount -= codeLength;
    const code = (bits >> bitCount) & ((1 << codeLength) - 1);
    if (code === END_OF_DATA) break;
    if (code === CLEAR_TABLE) {
      tableSize = END_OF_DATA + 1;
      codeLength = 9;
      previousLength = 0;
      continue;
    }
    const start = out.length;
    if (code < CLEAR_TABLE) out.push(code);
    else if (code < tableSize) copyWithin(out, entryStart[code] ?? 0, entryLength[code] ?? 0);
    else if (code === tableSize && previousLength > 0) copyWithin(out, previousStart, previousLength + 1);
    else break;
    if (previousLength > 0 && tableSize < MAX_TABLE_SIZE) {
      // the previous string and the first byte of this one are next to each other in the output
      entryStart[tableSize] = previousStart;
      entryLength[tableSize] = previousLength + 1;
      tableSize++;
    }
    previousStart = start;
    previousLength = out.length - start;
    const reached = tableSize + early;
    codeLength = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9;
  }
  return out.written();
}

/** Appends bytes of the output to it again; the ranges may overlap, byte by byte. */
function copyWithin(out: BoundedBuffer, start: number, length: number): void {
  const buffer = out.reserve(length);
  let to = out.length;
  for (let from = start; from < start + length; from++) buffer[to++] = buffer[from] ?? 0;
  out.length = to;
}
