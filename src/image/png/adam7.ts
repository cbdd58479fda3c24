import { undoPrediction } from "../compression/predictor.ts";

/** First column and row of each pass, and the steps between its pixels (PNG, 8.1). */
const PASSES = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
] as const;

interface Grid {
  widthPixels: number;
  heightPixels: number;
  channels: number;
  bitsPerSample: number;
}

/** Puts the pixels of the seven passes of an interlaced PNG into rows; what is missing stays zero. */
export function deinterlace(
  data: Uint8Array,
  { widthPixels, heightPixels, channels, bitsPerSample }: Grid,
): Uint8Array {
  const bitsPerPixel = channels * bitsPerSample;
  const rowBytes = Math.ceil((widthPixels * bitsPerPixel) / 8);
  const out = new Uint8Array(rowBytes * heightPixels);
  let offset = 0;
  for (const { x, y, dx, dy } of PASSES) {
    const columns = Math.ceil((widthPixels - x) / dx);
    const rows = Math.ceil((heightPixels - y) / dy);
    if (columns <= 0 || rows <= 0) continue;
    const passRowBytes = Math.ceil((columns * bitsPerPixel) / 8);
    const filtered = data.subarray(offset, offset + (passRowBytes + 1) * rows);
    offset += filtered.length;
    const samples = undoPrediction(filtered, {
      predictor: 15,
      colors: channels,
      bitsPerComponent: bitsPerSample,
      columns,
    });
    for (let row = 0; row < rows; row++) {
      const from = samples.subarray(row * passRowBytes, (row + 1) * passRowBytes);
      const to = out.subarray((y + row * dy) * rowBytes, (y + row * dy + 1) * rowBytes);
      if (bitsPerPixel >= 8) spreadBytes(from, to, columns, x, dx, bitsPerPixel / 8);
      else spreadBits(from, to, columns, x, dx, bitsPerPixel);
    }
  }
  return out;
}

function spreadBytes(
  from: Uint8Array,
  to: Uint8Array,
  columns: number,
  x: number,
  dx: number,
  pixelBytes: number,
): void {
  for (let column = 0; column < columns; column++) {
    const start = column * pixelBytes;
    to.set(from.subarray(start, start + pixelBytes), (x + column * dx) * pixelBytes);
  }
}

function spreadBits(from: Uint8Array, to: Uint8Array, columns: number, x: number, dx: number, bits: number): void {
  const mask = (1 << bits) - 1;
  for (let column = 0; column < columns; column++) {
    const source = column * bits;
    const value = ((from[source >> 3] ?? 0) >> (8 - bits - (source & 7))) & mask;
    const target = (x + column * dx) * bits;
    to[target >> 3] = (to[target >> 3] ?? 0) | (value << (8 - bits - (target & 7)));
  }
}
