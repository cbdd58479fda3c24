import { CHARACTER_CLASS, HEX_VALUE, WHITESPACE } from "../characters.ts";

/** ASCIIHexDecode (ISO 32000-2, 7.4.2); everything that is not a digit is skipped. */
export function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const out = new Uint8Array((data.length + 1) >> 1);
  let digits = 0;
  for (const byte of data) {
    if (byte === 62) break;
    const value = HEX_VALUE[byte] ?? 0;
    if (value < 0) continue;
    out[digits >> 1] = (out[digits >> 1] ?? 0) | (digits & 1 ? value : value << 4);
    digits++;
  }
  return out.subarray(0, (digits + 1) >> 1);
}

/** ASCII85Decode (ISO 32000-2, 7.4.3); bytes outside the alphabet are skipped. */
export function decodeAscii85(data: Uint8Array): Uint8Array {
  // five bytes become four, but "z" alone stands for four
  let zeroGroups = 0;
  for (const byte of data) if (byte === 122) zeroGroups++;
  const out = new Uint8Array(Math.ceil(((data.length - zeroGroups) * 4) / 5) + 4 * zeroGroups + 4);
  let length = 0;
  let value = 0;
  let count = 0;
  let at = data[0] === 60 && data[1] === 126 ? 2 : 0;
  for (; at < data.length; at++) {
    const byte = data[at] ?? 0;
    if (byte === 126) break;
    if (byte === 122 && count === 0) {
      length += 4;
      continue;
    }
    if (CHARACTER_CLASS[byte] === WHITESPACE || byte < 33 || byte > 117) continue;
    value = value * 85 + byte - 33;
    if (++count === 5) {
      writeGroup(out, length, value, 4);
      length += 4;
      value = 0;
      count = 0;
    }
  }
  if (count > 1) {
    for (let missing = count; missing < 5; missing++) value = value * 85 + 84;
    writeGroup(out, length, value, count - 1);
    length += count - 1;
  }
  return out.slice(0, length);
}

function writeGroup(out: Uint8Array, at: number, value: number, count: number): void {
  for (let index = 0; index < count; index++) out[at + index] = (value / 2 ** (24 - 8 * index)) & 255;
}
