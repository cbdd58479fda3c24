import { zlibSync } from "fflate";

/** A small picture of the guide's own, as a PNG: a house before a sky. */
export function guidePicture(): Uint8Array {
  const [width, height] = [240, 160];
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++) rows.push(...colourAt(x, y));
  }
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const pieces = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", zlibSync(Uint8Array.from(rows), { level: 9 })),
    chunk("IEND", new Uint8Array(0)),
  ];
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

function colourAt(x: number, y: number): [number, number, number] {
  const isRoof = y > 40 && y < 80 && Math.abs(x - 120) < (y - 40) * 1.6;
  const isWall = y >= 80 && y < 130 && Math.abs(x - 120) < 48;
  const isDoor = isWall && y > 98 && Math.abs(x - 120) < 10;
  if (isDoor) return [11, 74, 68];
  if (isRoof) return [180, 72, 26];
  if (isWall) return [244, 236, 220];
  return y < 130 ? [174, 214, 234] : [118, 164, 96];
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
