import { present } from "../domain/present.ts";
import type { Raster } from "./raster.ts";

export type IndexBits = 1 | 2 | 4 | 8;

/** A raster as indices into its own colors. */
export interface IndexedRaster {
  readonly indices: Raster;
  /** `components` bytes for each index, in ascending order of color. */
  readonly colors: Uint8Array;
  readonly bits: IndexBits;
}

/** The raster with a palette if it has at most `maxColors` (up to 256) colors of one to four components. */
export function toPalette(raster: Raster, maxColors: number): IndexedRaster | undefined {
  const { width, height, components, samples } = raster;
  const seen = new Map<number, number>();
  const keyAt = (pixel: number): number => {
    let key = 0;
    for (let c = 0; c < components; c++) key = key * 256 + (samples[pixel * components + c] ?? 0);
    return key;
  };
  let previous = -1;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const key = keyAt(pixel);
    if (key === previous) continue;
    previous = key;
    if (seen.has(key)) continue;
    if (seen.size === maxColors) return undefined;
    seen.set(key, 0);
  }
  const keys = [...seen.keys()].sort((first, second) => first - second);
  const colors = new Uint8Array(keys.length * components);
  for (const [index, key] of keys.entries()) {
    seen.set(key, index);
    let rest = key;
    for (let c = components - 1; c >= 0; c--) {
      colors[index * components + c] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  const indices = new Uint8Array(width * height);
  for (let pixel = 0; pixel < indices.length; pixel++) indices[pixel] = present(seen.get(keyAt(pixel)));
  return { indices: { width, height, components: 1, samples: indices }, colors, bits: bitsFor(keys.length) };
}

/** Fewest bits that hold `count` values. */
export function bitsFor(count: number): IndexBits {
  if (count <= 2) return 1;
  if (count <= 4) return 2;
  return count <= 16 ? 4 : 8;
}

/**
 * The fewest bits in which every gray value (0..255) is exact, with the values in that depth; undefined if that is 8.
 */
export function toFewerGrayBits(raster: Raster): { values: Raster; bits: 1 | 2 | 4 } | undefined {
  let divisor = 255;
  for (const value of raster.samples) {
    while (value % divisor !== 0) {
      if (divisor === 17) return undefined;
      divisor = divisor === 255 ? 85 : 17;
    }
  }
  const values = raster.samples.map((value) => value / divisor);
  return { values: { ...raster, samples: values }, bits: divisor === 255 ? 1 : divisor === 85 ? 2 : 4 };
}

/** Only the first component if all three are equal everywhere. */
export function toGray(raster: Raster): Raster | undefined {
  const { samples, width, height } = raster;
  if (raster.components !== 3) return undefined;
  const gray = new Uint8Array(width * height);
  for (let i = 0; i < gray.length; i++) {
    const value = samples[3 * i] ?? 0;
    if (samples[3 * i + 1] !== value || samples[3 * i + 2] !== value) return undefined;
    gray[i] = value;
  }
  return { width, height, components: 1, samples: gray };
}
