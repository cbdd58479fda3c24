/** The checksum over cell formats (MS-OSHARED 2.4.3.2). */

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0xaf : value << 1;
  return value & 0xffff;
});

export function msoChecksum(parts: Iterable<Uint8Array>): number {
  let sum = 0;
  for (const part of parts) {
    for (const byte of part) sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0);
  }
  return sum >>> 0;
}
