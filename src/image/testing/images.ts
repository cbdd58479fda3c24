import type { Plane } from "../plane.ts";

/** Images for the tests of this folder: made by formula, the same on every run. */

/** A smooth gradient with a disc and a little texture. */
export function photographPlane(width: number, height: number, seed = 1): Plane {
  const samples = new Uint8ClampedArray(width * height);
  let state = seed;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      const disc = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (width / 4) ** 2 ? 60 : 0;
      samples[y * width + x] = 40 + (120 * x) / width + (40 * y) / height + disc + (state >>> 31);
    }
  }
  return { width, height, stride: width, samples };
}

/** Packed rows of one bit per pixel: strokes on white, 1 is white. */
export function bitmapRows(width: number, height: number): Uint8Array {
  const bytesPerRow = (width + 7) >> 3;
  const rows = new Uint8Array(bytesPerRow * height).fill(0xff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ink = (y > 5 && y < 9) || (x * 7 + y * 3) % 31 < 4 || (x === y && y % 2 === 0);
      const at = y * bytesPerRow + (x >> 3);
      if (ink && y % 13 !== 0) rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return rows;
}
