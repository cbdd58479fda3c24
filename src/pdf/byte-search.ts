/** Searches for ASCII words in bytes, at native speed. */

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** First offset of the word at or after `from` and entirely before `to`, or -1. */
export function indexOfWord(bytes: Uint8Array, word: string, from = 0, to = bytes.length): number {
  const end = Math.min(to, bytes.length);
  if (from >= end) return -1;
  const found = asBuffer(bytes).subarray(from, end).indexOf(word, 0, "latin1");
  return found < 0 ? -1 : found + from;
}

/** Last offset of the word before `to`, or -1. */
export function lastIndexOfWord(bytes: Uint8Array, word: string, to = bytes.length): number {
  return asBuffer(bytes).subarray(0, to).lastIndexOf(word, undefined, "latin1");
}
